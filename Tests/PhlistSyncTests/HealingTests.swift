import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// A log that has lost records, and what comes back.
struct HealingTests {
    /// Anna founded the household; Ben joined it.
    private static func pair() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("eggs", "milk"))
        try home.join(1, to: 0, shareLists: true)
        home.connect(1, 0)
        for round in 0..<3 {
            anna.give(anna.add("a\(round)"))
            ben.give(ben.add("b\(round)", to: "Shopping"))
            home.settle()
            ben.give(ben.change("a\(round)", ItemChange(state: .done)))
            home.settle()
        }
        // A part of both logs is of a second run.
        try anna.restart()
        try ben.restart()
        home.reconnect()
        anna.give(anna.add("bread"))
        ben.give(ben.change("bread", ItemChange(title: "rye bread")))
        home.settle()
        return home
    }

    @Test(arguments: [0, 1])
    func `whichever record is lost, the other device gives back what it was`(victim: Int) throws {
        let home = try Self.pair()
        let (log, truth) = (home.devices[victim].log, home.devices[victim].holdings)
        let names = ["anna", "ben"]
        for index in log.indices {
            let damaged = DamagedLog(log, without: [index..<index + 1])
            let device = try Device(names[victim], log: damaged.records, holes: 2)
            let other = try Device(names[1 - victim], log: home.devices[1 - victim].log)
            let healing = Home(device, other)
            healing.connect(0, 1)
            healing.compareAgain()
            // Nobody has the household that Ben has left.
            let shared = truth.filter { !device.isLeft($0.key) }
            for _ in 0..<2 {
                #expect(shared.allSatisfy { device.holdings[$0.key] == $0.value }, "record \(index)")
                #expect(other.agrees(with: device), "record \(index)")
                let isOld = Self.namesOldFeed(log[index], device)
                #expect(isOld || device.replica.damage == nil, "record \(index)")
                #expect(device.householdID == home.devices[victim].householdID)
                try device.restart(holes: 2)
            }
        }
    }

    @Test func `what is given back takes nothing from the time that this device has stamped already`() throws {
        let home = try Self.pair()
        let anna = home.devices[0]
        let lost = try #require(anna.log.firstIndex { $0.kind == .batch && !$0.namesHousehold(anna.householdID) })
        anna.replaceLog(DamagedLog(anna.log, without: [lost..<lost + 1]).records)
        try anna.restart(holes: 1)
        anna.wall += 3_600_000
        anna.give(.user(.lists(.create(NewList(title: "Later"))), anna.principal))
        home.disconnect()
        home.connect(0, 1)
        home.compareAgain()
        #expect(anna.replica.damage == nil)
        let stamp = anna.replica.journal.minter.lastStamp
        try anna.restart(holes: 1)
        #expect(anna.replica.journal.minter.lastStamp >= stamp)
    }

    @Test func `a founder that has lost all of the others knows one of them by its own word, and is healed`() throws {
        let home = try Self.pair()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let truth = anna.holdings
        let feeds = Set(anna.log.feeds.filter { $0.value.device == ben.id }.keys)
        let rest = anna.log.filter { record in
            switch try? LogEntry(record) {
            case .feed(let number, _)?, .head(let number, _)?: !feeds.contains(number)
            case .batch(let stored)?:
                !feeds.contains(stored.feed)
                    && !((try? stored.batch.decodedOps()) ?? []).contains { op in
                        if case .roster(.admit(let admission)) = op { admission.device == ben.id } else { false }
                    }
            case .local(.address)?: false
            case .local?, nil: true
            }
        }
        home.disconnect()
        anna.replaceLog(rest)
        try anna.restart(holes: 1)
        home.connect(1, 0)
        home.compareAgain()
        #expect(anna.replica.damage == nil)
        #expect(anna.agrees(with: ben))
        #expect(truth.keys.allSatisfy { anna.holdings[$0] != nil })
        #expect(anna.household?.roster.devices[anna.id]?.role == .admin)
    }

    @Test func `a device that has lost all of its joining knows from its first session whom it is with`() throws {
        let home = try Self.pair()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let joined = try #require(ben.householdID)
        let fact = LogEntry.local(.household(joined, lineage: joined))
        let first = try #require(ben.log.entries.firstIndex(of: fact))
        let end = ben.log.entries[(first + 1)...].firstIndex(of: fact) ?? ben.log.count
        let damaged = DamagedLog(ben.log, without: [first..<end])
        let device = try Device("ben", log: damaged.records, holes: 2)
        #expect(device.householdID == joined)
        let healing = Home(try Device("anna", log: anna.log), device)
        healing.connect(1, 0)
        healing.compareAgain()
        #expect(device.agrees(with: healing.devices[0]))
        #expect(device.titles(in: "Shopping") == ben.titles(in: "Shopping"))
    }

    /// Whether a record names a feed of a household that its device has left: nobody else could.
    private static func namesOldFeed(_ record: Record, _ device: Device) -> Bool {
        guard case .feed(_, let feed)? = try? LogEntry(record) else { return false }
        return device.isLeft(feed.scope)
    }

    /// Three devices after a random hour; what the victim did last has reached nobody.
    static func hour(_ random: inout SeededRandom, victim: Int) throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        home.devices[0].give(home.devices[0].add("eggs"))
        for joiner in 1...2 {
            try home.join(joiner, to: 0, shareLists: true)
            home.connect(joiner, 0)
        }
        for step in 0..<14 {
            edit(home.devices[random.number(below: 3)], step, &random)
            if random.happens(percent: 50) { home.settle() }
        }
        home.settle()
        home.compareAgain()
        if random.happens(percent: 50) {
            try home.devices[victim].restart()
            home.reconnect()
        }
        home.isLost = { $0.from == victim && $0.type == 4 }
        for step in 20..<23 {
            edit(home.devices[victim], step, &random)
            home.settle()
        }
        return home
    }

    private static func edit(_ device: Device, _ step: Int, _ random: inout SeededRandom) {
        device.wall += Int64(random.number(below: 1000))
        let item = "\(random.number(below: 6))"
        switch random.number(below: 7) {
        case 0...2: device.give(device.add(item, "\(item) \(step)", to: "Shopping"))
        case 3: device.give(device.change(item, ItemChange(state: .done)))
        case 4: device.give(device.change(item, ItemChange(isTrashed: true)))
        case 5: device.give(.user(.lists(.create(NewList(title: "list \(step)"))), device.principal))
        default: device.give(device.change(item, ItemChange(title: "\(item)!")))
        }
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `nothing that any log still has is lost, and nothing is doubled`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let victim = random.number(below: 3)
        let hour = try Self.hour(&random, victim: victim)
        let (log, names) = (hour.devices[victim].log, ["anna", "ben", "carl"])
        let damaged = DamagedLog(log, random: &random)
        let home = Home(
            try Device("anna", log: victim == 0 ? damaged.records : hour.devices[0].log, holes: victim == 0 ? 2 : nil),
            try Device("ben", log: victim == 1 ? damaged.records : hour.devices[1].log, holes: victim == 1 ? 2 : nil),
            try Device("carl", log: victim == 2 ? damaged.records : hour.devices[2].log, holes: victim == 2 ? 2 : nil)
        )
        let device = home.devices[victim]
        try Self.checkDamage(of: device, damaged)
        guard device.householdID == hour.devices[victim].householdID else {
            // Nothing that is left says where the device belongs; it makes nothing up.
            #expect(damaged.lost.contains { $0.namesHousehold(hour.devices[victim].householdID) })
            #expect(device.householdID.map { id in damaged.records.contains { $0.namesHousehold(id) } } ?? true)
            return
        }
        // Where nothing is left of whoever else is in it, it has to join anew.
        guard device.replica.access.admittedDevices.contains(where: { $0 != device.id }) else { return }
        let scope = try #require(hour.devices[0].scope(ofList: "Shopping"))
        if device.replica.library.scopes[scope]?.state.origin != nil {
            device.write([.write(EntityID(rawValue: 77), [FieldWrite(.life, Life.alive)])], inScope: scope)
        }

        // A first try that is cut short.
        home.random = SeededRandom(seed: seed)
        var lossy = SeededRandom(seed: seed)
        home.isLost = { $0.type == 4 && lossy.happens(percent: 40) }
        for other in 0..<3 where other != victim { home.connect(victim, other) }
        try device.restart(holes: 2)
        home.isLost = { _ in false }
        home.disconnect()
        for other in 0..<3 { home.connect(other, (other + 1) % 3) }
        for _ in 0..<3 { home.compareAgain() }

        let all = home.devices.flatMap { $0.log.named() }
        for (number, other) in home.devices.enumerated() {
            #expect(other.agrees(with: device), "\(names[number])")
            #expect(other.isFold(of: all), "\(names[number])")
        }
        let isWhole =
            damaged.lostBatches.isSubset(of: all.map(\.batch.name))
            && damaged.lostFeeds.isSubset(of: home.devices.flatMap(\.log.feeds.values))
        #expect(!isWhole || device.heldBack.isEmpty)
        #expect(!isWhole || home.isWhole(but: device))

        let (holdings, damage) = (device.holdings, device.replica.damage)
        try device.restart(holes: 2)
        #expect(device.holdings == holdings)
        #expect((device.replica.damage == nil) == (damage == nil))

        // And what if the end of that is lost once more: the appends of the healing are cut anywhere.
        let healed = device.log
        let cut = damaged.records.count + random.number(below: healed.count - damaged.records.count + 1)
        device.replaceLog(Array(healed[..<cut]))
        try device.restart(holes: 3)
        home.disconnect()
        for other in 0..<3 { home.connect(other, (other + 1) % 3) }
        for _ in 0..<3 { home.compareAgain() }
        for other in home.devices {
            #expect(other.agrees(with: device))
        }
    }

    private static func checkDamage(of device: Device, _ log: DamagedLog) throws {
        let known = device.replica.damage
        let damage = try #require(known)
        let feeds = device.replica.library.feeds.feeds
        let (missing, lost) = (device.missingNumbers, log.lostNumbers(feeds))
        #expect(missing.subtracting(lost).isEmpty)
        #expect(log.tracedNumbers(waiting: device.heldBack, feeds).subtracting(missing).isEmpty)
        #expect(log.records.batches.count == device.foldedCount + device.heldBack.count)
        #expect(damage.heldBackCount == device.heldBack.count)
    }
}
