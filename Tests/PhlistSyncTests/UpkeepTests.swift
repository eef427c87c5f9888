import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Time passes, the network changes, the machine sleeps.
struct UpkeepTests {
    private static func household() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.devices.forEach { _ = $0.takeSaid() }
        return home
    }

    private static func isPing(_ effect: Effect) -> Bool {
        guard case .send(_, .ping) = effect else { return false }
        return true
    }

    /// Lets the time go by as a machine that is awake would notice it.
    private static func stayAwake(_ device: Device, milliseconds: Int64) -> [Effect] {
        (0..<milliseconds / 5_000).flatMap { _ in
            device.monotonic += 5_000
            return device.handle(.timerFired(.upkeep))
        }
    }

    @Test func `the announced name is another one after six hours, and the tags with it`() throws {
        let (anna, endpoint) = (try Self.household().devices[0], Endpoint("10.0.0.7:1"))
        anna.turn([.networkChanged([endpoint])])
        let before = anna.replica.announcement
        let first = try #require(before)
        #expect(Self.stayAwake(anna, milliseconds: 21_595_000).map(\.word).allSatisfy { $0 == "startTimer" })
        #expect(Self.stayAwake(anna, milliseconds: 5_000).map(\.word).contains("announcementChanged"))
        let after = anna.replica.announcement
        let second = try #require(after)
        #expect(first.name != second.name && first.tags != second.tags)
        let instance = Instance(name: second.name, tags: second.tags, endpoints: [endpoint])
        #expect(anna.replica.library.announcementKeys.endpoints(of: instance) == [endpoint])
    }

    @Test func `a machine that has slept asks who is there, and gives up who does not answer`() throws {
        let home = try Self.household()
        let (anna, connection) = (home.devices[0], home.connections[0])
        anna.monotonic += 10_000
        let effects = anna.handle(.timerFired(.upkeep))
        #expect(effects.contains(where: Self.isPing))
        #expect(effects.map(\.word).contains("searchAgain"))
        anna.monotonic += 4_999
        #expect(anna.handle(.timerFired(.keepAlive(connection))).map(\.word) == ["startTimer"])
        anna.monotonic += 1
        #expect(anna.handle(.timerFired(.keepAlive(connection))).map(\.word) == ["close"])
    }

    @Test func `a machine that is a little late has not slept`() throws {
        let anna = try Self.household().devices[0]
        anna.monotonic += 9_999
        #expect(anna.handle(.timerFired(.upkeep)).map(\.word) == ["startTimer"])
    }

    @Test func `who answers after the machine has slept stays, however long it slept`() throws {
        let home = try Self.household()
        let (anna, connection) = (home.devices[0], home.connections[0])
        anna.monotonic += 3 * 7 * 24 * 3_600_000
        #expect(anna.handle(.timerFired(.keepAlive(connection))).map(\.word) == ["send", "startTimer"])
        anna.turn([.timerFired(.upkeep)])
        home.settle()
        anna.monotonic += 5_000
        #expect(anna.handle(.timerFired(.keepAlive(connection))).map(\.word) == ["startTimer"])
    }

    @Test func `another network has everybody asked, everything tried, and the number renewed`() throws {
        let home = try Self.household()
        let anna = home.devices[0]
        anna.turn([.endpointConfigured(Endpoint("9"))])
        _ = anna.handle(.dialFailed(Endpoint("9")))
        let nonce = anna.replica.peers.upkeep.announcementNonce
        let effects = anna.handle(.networkChanged([Endpoint("10.0.0.7:1")]))
        #expect(effects.contains(where: Self.isPing))
        #expect(effects.map(\.word).contains("dial"))
        #expect(anna.replica.peers.upkeep.announcementNonce != nonce)
    }

    /// Anna's address has changed: Ben's old connection is dead, and he does not know it.
    @Test func `a new connection over a silent one takes its place, whoever dialled`() throws {
        for dialler in [0, 1] {
            let home = try Self.household()
            for device in home.devices { device.monotonic += 5_000 }
            home.open(dialler, to: 1 - dialler)
            home.settle()
            #expect(home.connections.count == 2)
            #expect(home.connections.allSatisfy { $0.rawValue > 2 })
        }
    }
}
