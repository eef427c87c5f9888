import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What devices take from each other, and what they do not.
struct ExchangeTests {
    @Test func `a peer that asks without end is answered at a pace, and in the end`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("milk"))
        try home.join(1, to: 0, shareLists: true)
        home.connect(1, 0)
        let anna = home.devices[0]
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let connection = try #require(home.connections.last)
        let questions: [Message] = [
            .summary([], isRequest: true), .overview(Holding(vector: 1, state: 1)),
            .versionVector(.init(scope: scope, vector: VersionVector())),
        ]
        _ = anna.takeSaid()
        for question in questions {
            let (type, body) = question.encoded
            for _ in 0..<1000 { anna.turn([.received(connection, type: type, body: body)]) }
        }
        let answers = anna.takeSaid().count { effect in
            switch effect {
            case .send(_, .summary), .sendBatches: true
            default: false
            }
        }
        #expect((1...5 * Int(SyncLimits.summaryPace.atOnce)).contains(answers))
        anna.monotonic += 5_000
        anna.turn([.timerFired(.keepAlive(connection))])
        #expect(anna.takeSaid().contains { if case .send(_, .summary) = $0 { true } else { false } })
    }

    @Test(arguments: [[0], [0, 1]])
    func `who asks more often than is answered knows in the end that both are in sync`(askers: [Int]) throws {
        let home = try Self.household()
        func areInSync() -> Bool {
            home.devices.flatMap { $0.replica.peerStatuses() }.allSatisfy { $0.isInSync == true }
        }
        home.settle()
        #expect(areInSync())
        // Every other time, the answer is still on its way.
        for number in 0..<100 {
            for asker in askers { home.devices[asker].give(.synchronize) }
            if number.isMultiple(of: 2) { home.settle() }
        }
        #expect(!areInSync())
        for _ in 0..<20 {
            for device in home.devices {
                device.monotonic += 5_000
                device.turn(home.connections.map { .timerFired(.keepAlive($0)) })
            }
            home.settle()
        }
        #expect(areInSync())
        home.devices[0].give(.synchronize)
        #expect(home.devices[0].replica.peerStatuses().map(\.isInSync) == [false])
        home.settle()
        #expect(areInSync())
    }

    private static func household() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("eggs"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        return home
    }

    /// The frames by which the first device tells the second of an addition.
    private static func newsFrames(in home: Home) -> [Home.Frame] {
        home.isLost = { $0.from == 0 && $0.type == 4 }
        let count = home.frames.count
        home.devices[0].give(home.devices[0].add("milk"))
        home.settle()
        home.isLost = { _ in false }
        return home.frames[count...].filter { $0.from == 0 && $0.type == 4 }
    }

    @Test func `batches that come again change nothing and are acknowledged`() throws {
        let home = try Self.household()
        let (ben, log) = (home.devices[1], home.devices[1].log)
        let again = home.frames.filter { $0.to == 1 && $0.type == 4 }
        #expect(again.count >= 2)
        for frame in again + again.reversed() {
            let effects = ben.handle(.received(home.connections[1], type: frame.type, body: frame.body))
            #expect(effects.map(\.word) == ["send"])
        }
        #expect(ben.log == log)
    }

    @Test func `whatever byte of the batches is changed, nothing but the truth is stored`() throws {
        let home = try Self.household()
        let frame = try #require(Self.newsFrames(in: home).first)
        let truth = home.devices[0].holdings
        var closings = 0
        for body in frame.body.damaged {
            let ben = try Device("ben", log: home.devices[1].log)
            let (connection, before) = (ConnectionID(rawValue: 1), ben.holdings)
            ben.turn([.connected(connection, home.devices[0].id, .accepted(from: Endpoint("a:1")))])
            ben.turn([.received(connection, type: 1, body: Self.hello)])
            ben.turn([.received(connection, type: frame.type, body: body)])
            closings += ben.closed[connection] == .badSignature ? 1 : 0
            for (scope, holding) in ben.holdings {
                #expect(holding == before[scope] || holding == truth[scope])
            }
        }
        // Most of a message is what the signature vouches for.
        #expect(closings * 2 > frame.body.count)
    }

    private static let hello = Message.hello(
        Message.Hello(
            protocolMin: 1,
            protocolMax: 1,
            features: 0,
            runNonce: 5,
            modelVersion: 1,
            wallMilliseconds: 0,
            build: "x",
            overview: Holding(vector: 0, state: 0)
        )
    ).encoded.body

    @Test func `a bad signature ends the session, stores nothing, and does not stand in the way of the truth`() throws {
        let home = try Self.household()
        let ben = home.devices[1]
        let frame = try #require(Self.newsFrames(in: home).first)
        guard case .batches(var batches)? = frame.message else { return }
        batches.heads[0].head.signature[0] ^= 1
        let log = ben.log
        let (type, body) = Message.batches(batches).encoded
        ben.turn([.received(home.connections[1], type: type, body: body)])
        #expect(ben.closed[home.connections[1]] == .badSignature)
        #expect(ben.log == log)
        home.settle()
        #expect(home.connections.isEmpty)
        home.connect(1, 0)
        #expect(ben.titles(in: "Shopping") == ["eggs", "milk"])
    }

    @Test func `what leaves a gap is dropped and comes with the next comparison`() throws {
        let home = try Self.household()
        _ = Self.newsFrames(in: home)
        let log = home.devices[1].log
        home.devices[0].give(home.devices[0].add("bread"))
        home.settle()
        #expect(home.devices[1].log == log)
        home.compareAgain()
        #expect(home.devices[1].titles(in: "Shopping") == ["eggs", "milk", "bread"])
        #expect(home.devices[1].agrees(with: home.devices[0]))
    }

    @Test func `edits in a list that came on this connection go back on it at once`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give(ben.add("milk", to: "Shopping"))
        anna.give(.user(.lists(.create(NewList(title: "Camping"))), anna.principal))
        home.settle()
        ben.give(ben.add("tent", to: "Camping"))
        home.settle()
        #expect(anna.titles(in: "Shopping") == ["eggs", "milk"])
        #expect(anna.titles(in: "Camping") == ["tent"])
    }

    @Test func `an edit goes to each peer once, and comes back from none`() throws {
        let home = try Self.household()
        for number in 0..<10 {
            let count = home.frames.count
            home.devices[number % 2].give(home.devices[number % 2].add("item \(number)", to: "Shopping"))
            home.settle()
            // The batches, and their acknowledgement.
            #expect(home.frames.count - count == 2)
        }
    }

    @Test func `batches of a device that is not known yet wait for its admission`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give(anna.add("eggs"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let household = try #require(anna.householdID)
        home.isLost = { $0.to == 1 && $0.batchesScope == household }
        try home.join(2, to: 0)
        home.connect(0, 2)
        carl.give(carl.add("milk", to: "Shopping"))
        home.settle()
        #expect(anna.titles(in: "Shopping") == ["eggs", "milk"])
        #expect(ben.titles(in: "Shopping") == ["eggs"])
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(ben.titles(in: "Shopping") == ["eggs", "milk"])
        #expect(ben.agrees(with: carl))
    }

    @Test func `what is written in the name of somebody who is not known yet waits until it is`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let household = try #require(anna.householdID)
        home.isLost = { $0.to == 1 && $0.batchesScope == household }
        let visitor = Principal(uid: 2000, name: "visitor", isOwner: true)
        anna.give([.members(.add(name: "visitor", email: ""))])
        anna.give([.devices(.share("anna", with: ["visitor"]))])
        let commands: [UserCommand] = [
            .members(.act(as: "visitor")), .items(.add(NewItems(list: nil, titles: ["tea"]))),
        ]
        anna.turn(commands.map { .command(anna.nextCommand(), .user($0, visitor)) })
        home.settle()
        #expect(ben.titles(in: "Shopping") == ["eggs"])
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(ben.titles(in: "Shopping") == ["eggs", "tea"])
        let tea = try #require(ben.items(in: "Shopping").last)
        #expect(ben.name(of: tea.created.by) == anna.name(of: tea.created.by) && ben.name(of: tea.created.by) != nil)
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `a random hour at home ends equal, and every log gives the same again`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        home.devices[0].give(home.devices[0].add("eggs"))
        for joiner in 1...2 {
            try home.join(joiner, to: 0, shareLists: true)
            home.connect(0, joiner)
        }
        home.random = SeededRandom(seed: seed)
        for step in 0..<40 {
            let device = home.devices[random.number(below: 3)]
            device.wall += Int64(random.number(below: 3)) - 1
            let item = "\(random.number(below: 6))"
            switch random.number(below: 6) {
            case 0...2: device.give(device.add(item, "\(item) \(step)"))
            case 3: device.give(device.change(item, ItemChange(state: .done)))
            case 4: device.give(device.change(item, ItemChange(isTrashed: true)))
            default: device.give(device.change(item, ItemChange(title: "\(item)!")))
            }
            if random.happens(percent: 40) { home.settle() }
        }
        home.settle()
        home.compareAgain()
        for (device, name) in zip(home.devices, ["anna", "ben", "carl"]) {
            #expect(device.agrees(with: home.devices[0]))
            #expect(try Device(name, log: device.log).holdings == device.holdings)
        }
    }
}
