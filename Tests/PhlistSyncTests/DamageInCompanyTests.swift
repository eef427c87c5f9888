import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What a damaged log must not do to anybody, and nobody to it.
struct DamageInCompanyTests {
    /// Anna founded the household; Ben joined it.
    private static func pair(shareLists: Bool = true) throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("eggs", "milk"))
        try home.join(1, to: 0, shareLists: shareLists)
        home.connect(1, 0)
        home.devices[1].give(home.devices[1].add("salt", to: "Shopping"))
        home.settle()
        return home
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `two damaged devices heal each other as far as somebody has it`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let whole = random.number(below: 3)
        let hour = try HealingTests.hour(&random, victim: whole)
        let logs = hour.devices.indices.map { number in
            number == whole ? hour.devices[number].log : DamagedLog(hour.devices[number].log, random: &random).records
        }
        let lostBytes = (0..<3).map { $0 == whole ? nil : UInt64(2) }
        let home = Home(
            try Device("anna", log: logs[0], holes: lostBytes[0]),
            try Device("ben", log: logs[1], holes: lostBytes[1]),
            try Device("carl", log: logs[2], holes: lostBytes[2])
        )
        // Where nothing says which household it is, the device has to join anew.
        guard home.devices.allSatisfy({ $0.householdID == hour.devices[0].householdID }) else { return }
        // So it has where nothing says who else is in it.
        guard home.devices.allSatisfy({ $0.replica.access.admittedDevices.contains { [id = $0.id] in $0 != id } })
        else {
            return
        }
        let edited = home.devices[(whole + 1) % 3]
        edited.give(edited.add("made while damaged"))
        home.connect((whole + 1) % 3, (whole + 2) % 3)
        home.compareAgain()
        for number in 0..<3 { home.connect(number, (number + 1) % 3) }
        for _ in 0..<4 { home.compareAgain() }
        for _ in 0..<2 {
            let all = home.devices.flatMap { $0.log.named() }
            for device in home.devices {
                #expect(home.devices[whole].agrees(with: device), "\(device.name)")
                #expect(device.isFold(of: all), "\(device.name)")
            }
            for number in 0..<3 { try home.devices[number].restart(holes: lostBytes[number]) }
        }
    }

    @Test func `who may connect only while something is missing has to go when nothing is`() throws {
        let home = try Self.pair()
        let anna = home.devices[0]
        let stranger = try Device("dora").id
        let address = LogEntry.local(.address(stranger, Endpoint("192.0.2.1:1"))).record
        anna.replaceLog(anna.log + [address])
        try anna.restart()
        #expect(!anna.replica.access.admittedDevices.contains(stranger))
        try anna.restart(holes: 2)
        #expect(anna.replica.access.admittedDevices.contains(stranger))
        let connection = ConnectionID(rawValue: 1000)
        anna.turn([.connected(connection, stranger, .accepted(from: Endpoint("192.0.2.1:1")))])
        #expect(anna.closed[connection] == nil)
        home.reconnect()
        home.compareAgain()
        #expect(anna.replica.damage == nil)
        #expect(anna.closed[connection] == .stranger)
    }

    @Test func `a forged feed of a device that has lost it is refused, and the true one is taken`() throws {
        let home = try Self.pair()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(.user(.lists(.create(NewList(title: "Camping"))), anna.principal), anna.add("tent", to: "Camping"))
        home.settle()
        let list = try #require(anna.scope(ofList: "Camping"))
        let feed = Feed(scope: list, device: anna.id)
        let first = try #require(anna.log.entries.firstIndex { if case .feed(_, feed) = $0 { true } else { false } })
        anna.replaceLog(Array(anna.log[..<first]))
        try anna.restart(holes: 2)
        let ids = home.connections
        home.disconnect()
        #expect(ids.count == 2)

        var forger = Forger(anna, in: list)
        let forged = forger.write([.write(.root, [FieldWrite(.title, text: "forged")])])
        let head = SignedHead(number: 1, name: forged.name, signature: [1, 2, 3])
        let connection = ConnectionID(rawValue: 1000)
        anna.turn([.connected(connection, ben.id, .accepted(from: Endpoint("192.0.2.1:1")))])
        let message = forger.message(heads: [head])
        let hello = Message.Hello(
            protocolMin: 1,
            protocolMax: 1,
            features: 0,
            runNonce: 77,
            modelVersion: 1,
            wallMilliseconds: 0,
            build: "",
            overview: Holding(vector: 0, state: 0)
        )
        for message in [.hello(hello), message] {
            let (type, body) = message.encoded
            anna.turn([.received(connection, type: type, body: body)])
        }
        #expect(anna.closed[connection] == .badSignature)
        home.reconnect()
        home.compareAgain()
        #expect(anna.titles(in: "Camping") == ["tent"])
        #expect(anna.agrees(with: ben))
    }

    @Test func `what only this device knows is written again, so that one hole does not take it`() throws {
        let home = try Self.pair()
        let anna = home.devices[0]
        home.reconnect()
        let (early, household, member) = (anna.log.count, anna.householdID, anna.member)
        for round in 0..<SyncLimits.recordsBetweenFactsMax { anna.give(anna.add("\(round)")) }
        home.settle()
        try anna.restart()
        anna.replaceLog(Array(anna.log[early...]))
        try anna.restart(holes: 2)
        #expect(anna.householdID == household)
        #expect(anna.member == member)
        #expect(anna.replica.access.admittedDevices.contains(home.devices[1].id))
        home.reconnect()
        home.compareAgain()
        #expect(anna.replica.damage == nil)
        #expect(anna.agrees(with: home.devices[1]))
        #expect(anna.titles(in: "Shopping").count == 3 + SyncLimits.recordsBetweenFactsMax)
    }

    @Test func `a log that was healed long ago goes on where it ended, and a snapshot of it knows`() throws {
        let home = try Self.pair()
        let anna = home.devices[0]
        let lost = try #require(anna.log.lastIndex { $0.kind == .batch })
        anna.replaceLog(DamagedLog(anna.log, without: [lost..<lost + 1]).records)
        try anna.restart(holes: 2)
        home.reconnect()
        home.compareAgain()
        #expect(anna.replica.damage == nil)
        let bytes = anna.replica.snapshot?.encoded
        var copy = Device.emptyReplica("anna", Array("key of anna".utf8), seed: 9)
        copy.expectHoles(lostBytes: 2)
        try copy.restore(snapshot: try #require(bytes))
        let isWhole = copy.damage == nil
        #expect(isWhole)
        let list = try #require(anna.scope(ofList: "Shopping"))
        for lostBytes in [2, 3] as [UInt64] {
            try anna.restart(holes: lostBytes)
            home.reconnect()
            anna.give(anna.add("after \(lostBytes)"))
            home.settle()
            #expect(anna.chainCounts(in: list)[anna.id] == 1)
        }
        #expect(anna.agrees(with: home.devices[1]))
    }
}
