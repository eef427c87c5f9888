import Foundation
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// A replica that was restored from a snapshot and the records behind it is the one that was restored from all records.
struct SnapshotTests {
    /// What becomes of a stored property of a replica in a snapshot.
    private enum Fate {
        /// It comes back as it was.
        case kept
        /// It is made anew at each start, whatever the log says.
        case made
    }

    private static let fates: [String: Fate] = [
        "identity": .made, "device": .made, "model": .made, "signer": .made, "random": .made,
        "newestMinted": .made, "publicKey": .made, "entriesInFlight": .made,
        "householdID": .kept, "scopes": .kept, "leftHouseholds": .kept, "toldLineage": .kept, "removalClaims": .made,
        "toldRemoval": .kept, "seenDevices": .kept, "seenPeople": .kept,
        "letter": .kept, "invitations": .kept, "shownLetters": .made, "feeds": .kept, "bindings": .kept,
        "choices": .kept, "introducer": .kept, "requests": .kept, "pairingAttempt": .kept, "lastStamp": .kept,
        "clock": .kept,
        "folded": .made, "names": .made, "directory": .made, "anticipated": .made,
        "repair": .made,
        "recordsSinceFacts": .kept,
        "recentChanges": .kept, "appends": .made,
        "exchange": .made, "peers": .kept,
        "blobs": .made, "effects": .made,
    ]

    @Test func `of every stored property of a replica it is known what becomes of it`() throws {
        let names = try Self.properties(in: "PhlistSync/Replica.swift").subtracting(["journal"])
            .union(
                Self.properties(in: "PhlistSync/Journal/Journal.swift").subtracting(["library", "membership", "minter"])
            )
            .union(Self.properties(in: "PhlistHousehold/Library/Library.swift"))
            .union(Self.properties(in: "PhlistSync/Membership/MembershipNotes.swift"))
            .union(Self.properties(in: "PhlistSync/Writing/Minter.swift"))
        #expect(names == Set(Self.fates.keys))
        let device = try Self.richDevice()
        #expect(Set(device.kept.keys) == Set(Self.fates.filter { $0.value == .kept }.keys))
    }

    /// The stored properties of the type that a file is about.
    private static func properties(in file: String) throws -> Set<String> {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        // They stand four blanks in; those that are computed have a body.
        let lines = source.split(separator: "\n").filter { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }.filter {
            !$0.contains("//") && !$0.contains("{") && !$0.contains("static ") && !$0.contains("func ")
                && !$0.contains("case ")
        }
        return Set(lines.compactMap { $0.firstMatch(of: /\b(?:let|var) (\w+)/).map { String($0.1) } })
    }

    @Test func `every kind of fact comes back`() throws {
        var random = SeededRandom(seed: 5)
        for _ in 0..<200 {
            let fact = random.fact()
            var replica = Device.emptyReplica("anna")
            if let lostBytes = fact.lostBytes { replica.expectHoles(lostBytes: lostBytes) }
            // Of a household that nobody has let it in and that is empty a device has not heard in its log.
            try replica.restore(LogEntry.local(.introducer(publicKey: [1], deviceName: "nas")).record)
            try replica.restore(LogEntry.local(fact).record)
            let bytes = replica.snapshot?.encoded
            var copy = Device.emptyReplica("anna")
            if let lostBytes = fact.lostBytes { copy.expectHoles(lostBytes: lostBytes) }
            try copy.restore(snapshot: try #require(bytes))
            let isBuilt = try Self.isBuilt(fact, copy)
            #expect(isBuilt, "\(fact)")
        }
    }

    /// Whether a replica holds what a fact says; a new kind of fact does not compile here: put it into the snapshot.
    private static func isBuilt(_ fact: LocalFact, _ replica: borrowing Replica) throws -> Bool {
        switch fact {
        case .household(let scope, let lineage):
            replica.library.householdID == scope && replica.library.toldLineage == lineage
                && replica.library.scopes[scope]?.state.kind == .household
        case .introducer(let key, let name):
            replica.library.introducer?.publicKey == key && replica.library.introducer?.deviceName == name
        case .binding(let uid, let member): replica.library.bindings[uid] == member
        case .address(let device, let endpoint): replica.peers.lastReached[device] == endpoint
        case .pairingAttempt(let end, let used):
            replica.membership.pairingAttempt?.expiresAt == end && replica.membership.pairingAttempt?.used == used
        case .clockAhead(let lead): replica.journal.minter.clock.lead == lead
        case .request: replica.library.requests.facts == [fact]
        // Its batch is not there.
        case .requestOfBatch: replica.library.requests.facts.isEmpty
        case .defaultList(let uid, let list): replica.library.choices.defaultLists[uid] == list
        case .ownView(let uid, let list, let view): replica.library.choices.views[uid]?[list] == view
        case .overallView(let uid, let display): replica.library.choices.overallViews[uid] == display
        case .savedFilter(let member, let name, let filter):
            replica.library.choices.filters[member]?[fold(name)]?.filter == filter
        case .healed(let lostBytes, _, _): replica.journal.repair.healedBytes == lostBytes
        case .deviceSeen(let device): replica.membership.seenDevices == [device]
        case .personSeen(let member, let device): replica.membership.seenPeople == [device: [member]]
        case .removal(let removal, _): replica.library.toldRemoval?.removal == removal
        case .letter(let letter): replica.membership.letter == letter
        case .invitations(let device, let invitations):
            replica.library.invitations[device] ?? Invitations() == invitations
        case .givenUp(_, let count, let at):
            replica.journal.repair.surrender == LogRepair.Acceptance(changeCount: count, at: at)
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `a snapshot at any record and the records behind it give the replica of the whole log`(seed: UInt64) throws {
        let home = try Self.livedHome(seed: seed)
        for device in home.devices {
            let whole = try Device.replica(device.name, of: device.log[...])
            let end = whole.kept
            for cut in stride(from: Int(seed), through: device.log.count, by: 9) {
                let before = try Device.replica(device.name, of: device.log[..<cut])
                guard let bytes = before.snapshot?.encoded else {
                    // A household of which only the name is there yet.
                    #expect(cut < 8)
                    continue
                }
                var copy = Device.emptyReplica(device.name)
                try copy.restore(snapshot: bytes)
                let (texts, again) = ((copy.kept, before.kept), copy.snapshot?.encoded)
                #expect(texts.0 == texts.1, "cut \(cut)")
                #expect(again == bytes, "cut \(cut)")
                for record in device.log[cut...] { try copy.restore(record) }
                let (text, holdings) = (copy.kept, (copy.library.holdings(), whole.library.holdings()))
                #expect(text == end, "cut \(cut)")
                #expect(holdings.0 == holdings.1, "cut \(cut)")
            }
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `a device that starts from a snapshot does and says the same from then on`(seed: UInt64) throws {
        let home = try Self.livedHome(seed: seed)
        for device in home.devices {
            let cut = device.log.count / 2
            let bytes = try Device.replica(device.name, of: device.log[..<cut]).snapshot?.encoded
            var whole = try Device.replica(device.name, of: device.log[...])
            var copy = Device.emptyReplica(device.name)
            try copy.restore(snapshot: try #require(bytes))
            for record in device.log[cut...] { try copy.restore(record) }
            var random = SeededRandom(seed: seed)
            let now = Now(monotonic: 5, wall: device.wall + 1000)
            var events = [Event.started]
            for step in 0..<40 {
                events += [.command(CommandID(rawValue: UInt64(step)), Self.command(on: device, step, &random))]
                while !events.isEmpty {
                    let event = events.removeFirst()
                    let effects = (whole.handle(event, now: now), copy.handle(event, now: now))
                    #expect(effects.0.map { "\($0)" } == effects.1.map { "\($0)" }, "step \(step)")
                    for case .append(let id, _) in effects.0 { events.append(.appended(id)) }
                }
            }
            let (texts, changes) = ((whole.kept, copy.kept), whole.library.recentChanges)
            #expect(texts.0 == texts.1)
            #expect(changes.endIndex > 10)
        }
    }

    @Test func `cursors that were given before the restart are answered the same`() throws {
        let device = try Self.richDevice()
        for number in 0..<HouseholdLimits.recentChangesMax / 400 + 2 {
            device.give(device.add(titles: (0..<400).map { "thing \(number) \($0)" }))
        }
        let live = device.replica.library.recentChanges
        #expect(live.startIndex > 0)
        var copy = Device.emptyReplica(device.name)
        try copy.restore(snapshot: try #require(device.snapshot).encoded)
        let restored = copy.library.recentChanges
        #expect(restored.startIndex == live.startIndex && restored.endIndex == live.endIndex)
        #expect(restored.batchCount == live.batchCount)
        for index in live.startIndex..<live.endIndex {
            #expect(restored[index] == live[index])
            #expect(restored.index(after: live.arrival(before: index)) == index)
        }
    }

    @Test func `there is no snapshot while anything is on its way to the disk`() throws {
        let device = try Device("anna")
        #expect(device.snapshot != nil)
        let effects = device.handle(.command(device.nextCommand(), device.add("milk")))
        #expect(device.snapshot == nil)
        device.perform(effects)
        #expect(device.snapshot != nil)
    }

    @Test func `what the disk refused is in no snapshot`() throws {
        let device = try Device("anna")
        device.give(device.add("eggs"))
        device.diskFailure = .diskFull
        device.give(.user(.lists(.create(NewList(title: "Camping"))), device.principal), device.add("milk"))
        var copy = Device.emptyReplica(device.name)
        try copy.restore(snapshot: try #require(device.snapshot).encoded)
        let (left, right) = (copy.kept, try Device.replica(device.name, of: device.log[...]).kept)
        // Stamps and numbers go on where they were: they may have been seen by nobody, and rise all the same.
        for (name, text) in right where name != "lastStamp" && name != "feeds" {
            #expect(left[name] == text, "\(name)")
        }
        let feeds = copy.library.feeds.feeds
        #expect(feeds == device.log.feeds)
    }

    @Test func `a household that the disk refused is in no snapshot`() throws {
        var replica = Device.emptyReplica("anna")
        let now = Now(monotonic: 0, wall: 1_800_000_000_000)
        let appends = replica.handle(.started, now: now).compactMap { effect -> AppendID? in
            guard case .append(let id, _) = effect else { return nil }
            return id
        }
        for id in appends { _ = replica.handle(.appendFailed(id, .diskFull), now: now) }
        let isWithout = replica.snapshot == nil
        #expect(!appends.isEmpty && isWithout)
    }

    @Test func `a snapshot is a copy that stays what it was`() throws {
        let device = try Self.richDevice()
        let snapshot = try #require(device.snapshot)
        let bytes = snapshot.encoded
        device.give(device.add("bread", "milk"))
        #expect(snapshot.encoded == bytes)
        #expect(device.snapshot?.encoded != bytes)
    }

    @Test func `branches, and a chain of one's own that was received, are the same from a snapshot`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        home.connect(0, 1)
        var snapshots: [(bytes: [UInt8], recordCount: Int)] = []
        func keep() throws { snapshots.append((try #require(anna.snapshot).encoded, anna.log.count)) }
        let copy = try anna.copied()
        try keep()
        anna.give(anna.add("milk"))
        try keep()
        let old = anna.log
        anna.give(anna.add("bread"))
        copy.give(copy.add("tea"))
        home.settle()
        // What is lost comes back by the peer, behind what was minted; then the copy's branch.
        try anna.putBack(old)
        home.reconnect()
        try keep()
        Home(copy, ben).connect(0, 1)
        home.compareAgain()
        try keep()
        anna.give(anna.add("salt"))
        try keep()
        let (log, holdings, changes) = (anna.log, anna.holdings, anna.replica.library.recentChanges.endIndex)
        #expect(anna.chainCounts(in: scope)[anna.id] == 2)
        for snapshot in snapshots {
            anna.replaceLog(log)
            try anna.restart(from: snapshot.recordCount <= log.count ? snapshot : nil)
            #expect(anna.holdings == holdings)
            #expect(anna.replica.library.recentChanges.endIndex == changes)
            let own = try #require(anna.batches(of: scope).last { $0.device == anna.id })
            anna.give(anna.add("oil"))
            let next = try #require(anna.batches(of: scope).last)
            #expect(next.header.previous == own.name)
            #expect(next.header.context.isEmpty)
            #expect(try anna.faultOfLog() == nil)
        }
    }

    @Test func `the numbers of feeds of which nothing was folded are not given again after a snapshot`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("milk"))
        let lost = Feed(scope: ScopeID(rawValue: 77), device: DeviceID(publicKey: [7]))
        let number = (anna.log.feeds.keys.max() ?? 0) + 1
        anna.edit { _ in [.feed(number, lost)] }
        let snapshot = (bytes: try #require(anna.snapshot).encoded, recordCount: anna.log.count)
        try anna.restart(from: snapshot)
        #expect(anna.replica.library.feed(numbered: number) == lost)
        anna.give(.user(.lists(.create(NewList(title: "Camping"))), anna.principal))
        #expect(anna.log.feeds.count == anna.log.entries.count { if case .feed = $0 { true } else { false } })
        #expect(try anna.faultOfLog() == nil)
    }

    @Test func `a log whose minted batches are another device's is read, and nothing follows them`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("milk"))
        let ben = try Device("ben", log: anna.log)
        ben.give(ben.add("tea", to: nil))
        #expect(ben.log.entries.contains { if case .feed(_, let feed) = $0 { feed.device == ben.id } else { false } })
        #expect(try ben.faultOfLog() == nil)
    }

    // MARK: Bytes that are no snapshot

    @Test func `a snapshot of another version, model or device is refused, and changes nothing`() throws {
        let bytes = try #require(Self.richDevice().snapshot).encoded
        #expect(bytes[0] == ReplicaSnapshot.version)
        for index in 0..<3 {
            var other = bytes
            other[index] += 1
            var replica = Device.emptyReplica("anna")
            let before = replica.kept
            let isRefused = (try? replica.restore(snapshot: other)) == nil
            let kept = replica.kept
            #expect(isRefused && kept == before)
        }
        var stranger = Device.emptyReplica("ben")
        let isRefused = (try? stranger.restore(snapshot: bytes)) == nil
        #expect(isRefused)
    }

    @Test func `the beginning of a snapshot, and one with bytes behind it, are refused`() throws {
        let device = try Self.smallDevice()
        let bytes = try #require(device.snapshot).encoded
        for other in bytes.beginnings + [bytes + [0]] {
            #expect(throws: CodecError.self) { _ = try ReplicaSnapshot(decoding: other, of: device.id) }
        }
    }

    @Test(arguments: 0..<4)
    func `changed bytes are refused, or give a replica that can be lived with`(part: Int) throws {
        let device = try Self.smallDevice()
        let bytes = try #require(device.snapshot).encoded
        var random = SeededRandom(seed: UInt64(part))
        let damaged = bytes.damaged.enumerated().filter { $0.offset / 3 % 4 == part && $0.offset % 3 == part % 3 }.map(
            \.element
        )
        let scattered = (0..<300).map { _ in
            (0...random.number(below: 3)).reduce(into: bytes) { bytes, _ in
                bytes[random.number(below: bytes.count)] = UInt8.random(in: 0...255, using: &random)
            }
        }
        let now = Now(monotonic: 5, wall: device.wall + 1000)
        var livedCount = 0
        for bytes in damaged + scattered {
            var replica = Device.emptyReplica(device.name)
            guard (try? replica.restore(snapshot: bytes)) != nil else { continue }
            livedCount += 1
            var events: [Event] = [.started, .command(CommandID(rawValue: 1), device.add("bread"))]
            events += [.command(CommandID(rawValue: 2), .user(.undo(list: nil), device.principal)), .stopping]
            while !events.isEmpty {
                for case .append(let id, _) in replica.handle(events.removeFirst(), now: now) {
                    events.append(.appended(id))
                }
            }
            _ = replica.library.lists(for: device.principal).map {
                ($0.items.count, $0.outline.count, $0.conflicts.count)
            }
            _ = (
                replica.library.household?.everybody.count, replica.access.admittedDevices, replica.library.holdings(),
                replica.peerStatuses()
            )
            _ = replica.library.recentChanges.index(
                after: replica.library.recentChanges.arrival(before: replica.library.recentChanges.startIndex)
            )
        }
        #expect(livedCount > 0)
    }
}

// MARK: Devices that have lived

extension SnapshotTests {
    /// Two devices that have shared lists for a while.
    private static func livedHome(seed: UInt64) throws -> Home {
        var random = SeededRandom(seed: seed)
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[1].give(home.devices[1].add("tent", to: nil))
        try home.join(1, to: 0, shareLists: seed.isMultiple(of: 2))
        home.connect(0, 1)
        for step in 0..<25 {
            let device = home.devices[random.number(below: 2)]
            device.wall += 700
            device.give(command(on: device, step, &random))
            if random.happens(percent: 40) { home.settle() }
        }
        home.settle()
        return home
    }

    private static func command(on device: Device, _ step: Int, _ random: inout SeededRandom) -> Command {
        switch random.number(below: 8) {
        case 0: device.add("milk", "bread \(step)")
        case 1: .user(.lists(.create(NewList(title: "list \(step)"))), device.principal)
        case 2: device.change("milk", ItemChange(isTrashed: true))
        case 3: device.change("milk", ItemChange(title: "oat milk \(step)"))
        case 4: .user(.undo(list: nil), device.principal)
        case 5: device.change("bread \(step - 1)", ItemChange(state: .done))
        case 6: .recordPairingAttempt(expiresAt: Int64(step), used: 1)
        default: device.add("eggs \(step)")
        }
    }

    /// A device with something of everything.
    private static func richDevice() throws -> Device {
        let device = try Device("anna")
        device.give(device.add("milk", "eggs"))
        device.give(
            device.change("milk", ItemChange(title: "oat milk")),
            device.change("eggs", ItemChange(isTrashed: true))
        )
        device.give(.admitDevice(try Device("ben").replica.newDevice()), .recordPairingAttempt(expiresAt: 9, used: 2))
        var random = SeededRandom(seed: 1)
        for _ in 0..<20 {
            let fact = random.fact()
            if case .household = fact { continue }
            device.edit { _ in [.local(fact)] }
        }
        return device
    }

    private static func smallDevice() throws -> Device {
        let device = try Device("anna")
        device.give(device.add("milk"), device.change("milk", ItemChange(title: "oat milk")))
        return device
    }
}

extension Device {
    /// A replica that knows nothing; every one makes the same numbers.
    fileprivate static func emptyReplica(_ name: String) -> Replica {
        emptyReplica(name, Array("key of \(name)".utf8), seed: 7)
    }

    fileprivate static func replica(_ name: String, of records: ArraySlice<Record>) throws -> Replica {
        var replica = emptyReplica(name)
        for record in records { try replica.restore(record) }
        return replica
    }

    fileprivate var snapshot: ReplicaSnapshot? { replica.snapshot }

    fileprivate var kept: [String: String] { replica.kept }

    fileprivate func add(titles: [String]) -> Command {
        .user(.items(.add(NewItems(list: nil, titles: titles))), principal)
    }
}

extension Replica {
    /// All that is kept, by the name of the property.
    fileprivate var kept: [String: String] {
        // What is made of the rest, and how often something was asked or folded.
        let hidden: Set<String> = [
            "index", "decode", "audience", "foldedCount", "knownDigest", "view", "stepCount", "formerStepCount",
            "rights",
        ]
        let addresses = peers.lastReached.mapValues {
            "\($0.text), answered by \(peers.places[$0]?.device?.description ?? "")"
        }
        return [
            "householdID": fullText(of: library.householdID as Any),
            "scopes": fullText(of: library.scopes, leavingOut: hidden),
            "leftHouseholds": fullText(of: library.leftHouseholds),
            "toldLineage": fullText(of: library.toldLineage as Any),
            "toldRemoval": "\(library.toldRemoval.map { "\($0)" } ?? "")",
            "seenDevices": fullText(of: membership.seenDevices), "seenPeople": fullText(of: membership.seenPeople),
            "letter": fullText(of: membership.letter),
            "invitations": fullText(of: library.invitations),
            "feeds": fullText(of: library.feeds),
            "bindings": fullText(of: library.bindings),
            "choices": fullText(of: library.choices),
            "introducer": fullText(of: library.introducer as Any),
            "requests": fullText(of: library.requests) + fullText(of: library.requests.facts),
            "pairingAttempt": fullText(of: membership.pairingAttempt as Any),
            "lastStamp": fullText(of: journal.minter.lastStamp),
            "clock": fullText(of: journal.minter.clock.lead),
            "recordsSinceFacts": fullText(of: library.recordsSinceFacts),
            "recentChanges": fullText(of: library.recentChanges),
            "peers": fullText(of: addresses),
        ]
    }
}

extension LocalFact {
    /// How many bytes the log has lost of which the fact tells.
    fileprivate var lostBytes: UInt64? {
        switch self {
        case .healed(let lostBytes, _, _), .givenUp(let lostBytes, _, _): lostBytes
        default: nil
        }
    }
}
