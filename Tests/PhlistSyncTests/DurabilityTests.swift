import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Nothing is said before it is durable.
struct DurabilityTests {
    /// Every command that writes.
    enum Writing: CaseIterable {
        case createList, addItems, done, title, trash, admitDevice, joinHousehold, recordPairingAttempt

        func command(on device: Device) throws -> Command {
            switch self {
            case .createList: .user(.lists(.create(NewList(title: "Camping"))), device.principal)
            case .addItems: device.add("milk")
            case .done: device.change("eggs", ItemChange(state: .done))
            case .title: device.change("eggs", ItemChange(title: "six eggs"))
            case .trash: device.change("eggs", ItemChange(isTrashed: true))
            case .admitDevice: .admitDevice(try Device("other").replica.newDevice())
            case .joinHousehold: .joinHousehold(Self.welcome, with: Self.newDevice, shareLists: false)
            case .recordPairingAttempt: .recordPairingAttempt(expiresAt: 1, used: 1)
            }
        }

        private static let newDevice = NewDevice(publicKey: [2], deviceName: "a", lineage: ScopeID(rawValue: 6))
        private static let welcome = Welcome(
            household: ScopeID(rawValue: 5),
            lineage: ScopeID(rawValue: 5),
            householdName: "theirs",
            deviceCount: 2,
            publicKey: [1],
            deviceName: "nas",
            port: 1
        )
    }

    private static func connectedHome() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("eggs"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        return home
    }

    @Test(arguments: Writing.allCases)
    func `a command says nothing at all before it is durable, and then replies first`(writing: Writing) throws {
        // A device that has let another in may not join, so that one stays alone.
        let device = writing == .joinHousehold ? try Device("anna") : try Self.connectedHome().devices[0]
        device.give(device.add("eggs"))
        let before = device.holdings
        let effects = device.handle(.command(device.nextCommand(), try writing.command(on: device)))
        guard effects.count == 1, case .append(let id, let records) = effects[0] else {
            Issue.record("\(writing): \(effects)")
            return
        }
        #expect(!records.isEmpty)
        #expect(device.holdings == before)
        let published = device.handle(.appended(id))
        guard case .reply(_, .success)? = published.first else {
            Issue.record("\(writing): \(published)")
            return
        }
    }

    @Test(arguments: Writing.allCases)
    func `when the disk fails a command replies so, changes nothing, and can be given again`(writing: Writing) throws {
        let device = try Device("anna")
        device.give(device.add("eggs"))
        let (before, log) = (device.holdings, device.log)
        device.diskFailure = .diskFull
        let refused = device.give(try writing.command(on: device))[0]
        guard case .failure(.storage(.diskFull))? = refused else {
            Issue.record("\(writing): \(String(describing: refused))")
            return
        }
        #expect(device.holdings == before)
        #expect(device.log == log)
        device.diskFailure = nil
        guard case .success? = device.give(try writing.command(on: device))[0] else {
            Issue.record("\(writing) fails when given again")
            return
        }
        #expect(try Device("anna", log: device.log).hasAll(of: device))
    }

    @Test func `commands of one turn fail together and leave no half behind`() throws {
        let device = try Device("anna")
        device.diskFailure = .failed
        let replies = device.give(
            device.add("milk"),
            device.add("bread"),
            device.change("milk", ItemChange(state: .done))
        )
        for reply in replies {
            guard case .failure(.storage(.failed))? = reply else {
                Issue.record("\(String(describing: reply))")
                return
            }
        }
        device.diskFailure = nil
        device.give(device.add("tea"))
        #expect(device.titles(in: "Shopping") == ["tea"])
        #expect(try Device("anna", log: device.log).hasAll(of: device))
    }

    @Test func `a command that waits for others stands on nothing that the disk has still to refuse`() throws {
        let device = try Device("anna")
        device.give(device.add("eggs"), device.add("milk"))
        let commands = [device.add("bread"), device.add("cheese"), .user(.undo(list: nil), device.principal)]
        let appends = commands.flatMap { device.handle(.command(device.nextCommand(), $0)) }.compactMap(\.append)
        #expect(appends.count == 2)
        device.perform(appends.flatMap { device.handle(.appendFailed($0, .diskFull)) })
        #expect(device.titles(in: "Shopping") == ["eggs"])
        device.give(device.add("tea"))
        #expect(device.titles(in: "Shopping") == ["eggs", "tea"])
        #expect(try Device("anna", log: device.log).hasAll(of: device))
    }

    @Test func `peers are told of a command when it is durable, behind the reply and the watchers`() throws {
        let device = try Self.connectedHome().devices[0]
        let effects = device.handle(.command(device.nextCommand(), device.add("milk")))
        guard case .append(let id, _)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        let words = device.handle(.appended(id)).map(\.word)
        #expect(words == ["reply", "notify", "sendBatches"])
    }

    @Test func `batches of a peer are acknowledged, passed on and shown when they are durable`() throws {
        let home = try Self.connectedHome()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.perform(anna.handle(.command(anna.nextCommand(), anna.add("milk"))))
        for effect in anna.takeSaid() {
            guard case .sendBatches(_, let request) = effect else { continue }
            let (type, body) = anna.messages(for: request)[0].encoded
            let effects = ben.handle(.received(home.connections[1], type: type, body: body))
            guard effects.count == 1, case .append(let id, _) = effects[0] else {
                Issue.record("\(effects)")
                return
            }
            #expect(ben.handle(.appended(id)).map(\.word) == ["notify", "send"])
            #expect(ben.titles(in: "Shopping") == ["eggs", "milk"])
        }
    }

    @Test func `lists come along once, though the disk refused them at first`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let ben = home.devices[1]
        let titles = (1...8).map { "list \($0)" }
        for title in titles { ben.give(.user(.lists(.create(NewList(title: title))), ben.principal)) }
        let before = ben.replica.library.lists(for: ben.principal).map(\.title)
        for _ in 0..<2 {
            ben.diskFailure = .diskFull
            try home.join(1, to: 0)
        }
        ben.diskFailure = nil
        try home.join(1, to: 0)
        #expect(ben.householdID == home.devices[0].householdID)
        #expect(ben.replica.library.lists(for: ben.principal).map(\.title).sorted() == before.sorted())
    }

    @Test func `batches that the disk refused are asked for again and the log can be read`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.devices[0].give(home.devices[0].add("eggs"))
        home.devices[1].diskFailure = .diskFull
        home.connect(0, 1)
        #expect(home.devices[1].titles(in: "Shopping") == [])
        home.devices[1].diskFailure = nil
        home.compareAgain()
        #expect(home.devices[1].titles(in: "Shopping") == ["eggs"])
        let ben = home.devices[1]
        #expect(Set(ben.log.batches.map(\.feed)).isSubset(of: ben.log.feeds.keys))
        #expect(try ben.faultOfLog() == nil)
    }
}

extension Device {
    /// Whether all that another run of the device holds is here as well.
    func hasAll(of other: Device) -> Bool {
        let own = holdings
        return other.holdings.allSatisfy { own[$0.key] == $0.value }
    }
}

extension Effect {
    /// The append that the effect begins.
    fileprivate var append: AppendID? {
        guard case .append(let id, _) = self else { return nil }
        return id
    }

    /// The effect's name.
    var word: String {
        switch self {
        case .append: "append"
        case .reply: "reply"
        case .notify: "notify"
        case .send: "send"
        case .sendInTurn: "sendInTurn"
        case .sendBatches: "sendBatches"
        case .dropBatches: "dropBatches"
        case .close: "close"
        case .dial: "dial"
        case .startTimer: "startTimer"
        case .rosterChanged: "rosterChanged"
        case .announcementChanged: "announcementChanged"
        case .peersChanged: "peersChanged"
        case .healthChanged: "healthChanged"
        case .alarm: "alarm"
        case .sendManifest: "sendManifest"
        case .sendChunk: "sendChunk"
        case .beginBlob: "beginBlob"
        case .keepChunk: "keepChunk"
        case .finishBlob: "finishBlob"
        case .dropBlob: "dropBlob"
        case .blobsChanged: "blobsChanged"
        case .searchAgain: "searchAgain"
        }
    }
}
