import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Who may connect, and which of several connections stays.
struct ConnectionTests {
    private static func household() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("eggs"))
        try home.join(1, to: 0)
        return home
    }

    private static func isConnected(_ home: Home, _ number: Int) -> Bool {
        home.devices[number].replica.peerStatuses().contains { $0.state == .connected }
    }

    @Test func `a connection to oneself is closed by the first word, and its address not tried again`() throws {
        let home = Home(try Device("anna"))
        let anna = home.devices[0]
        anna.turn([.endpointConfigured(Endpoint("0"))])
        #expect(anna.takeSaid().contains { if case .dial = $0 { true } else { false } })
        home.connect(0, 0)
        #expect(home.connections.isEmpty && anna.closed.values.allSatisfy { $0 == .duplicate })
        anna.turn([.timerFired(.dial(Endpoint("0")))])
        anna.give(.synchronize)
        #expect(!anna.takeSaid().contains { if case .dial = $0 { true } else { false } })
        #expect(anna.replica.twins.isEmpty)
    }

    @Test func `a connection to a copy of this very run is closed`() throws {
        let home = try Self.household()
        let anna = home.devices[0]
        home.open(1, to: 0)
        let connection = home.connections[1]
        var random = SeededRandom(seed: 1)
        var hello = random.hello()
        hello.runNonce = anna.replica.exchange.runNonce
        let (type, body) = Message.hello(hello).encoded
        anna.turn([.received(connection, type: type, body: body)])
        #expect(anna.closed[connection] == .duplicate)
    }

    @Test func `a hello that comes twice is heard once, and another one ends the connection`() throws {
        let home = try Self.household()
        let anna = home.devices[0]
        home.open(1, to: 0)
        let connection = home.connections[1]
        var random = SeededRandom(seed: 1)
        var hello = random.hello()
        (hello.protocolMin, hello.protocolMax) = (1, 1)
        for _ in 0..<2 {
            let (type, body) = Message.hello(hello).encoded
            anna.turn([.received(connection, type: type, body: body)])
        }
        #expect(anna.closed[connection] == nil && Self.isConnected(home, 0))
        hello.runNonce &+= 1
        let (type, body) = Message.hello(hello).encoded
        anna.turn([.received(connection, type: type, body: body)])
        #expect(anna.closed[connection] == .duplicate)
    }

    @Test func `a stranger is closed before a word`() throws {
        let device = try Device("anna")
        let stranger = DeviceID(publicKey: [9])
        let effects = device.handle(
            .connected(ConnectionID(rawValue: 1), stranger, .accepted(from: Endpoint("x")))
        )
        #expect(effects.map(\.word) == ["close"])
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `of two connections that cross one stays, the same for both`(seed: UInt64) throws {
        let home = try Self.household()
        home.random = SeededRandom(seed: seed)
        home.open(0, to: 1)
        home.open(1, to: 0)
        home.settle()
        #expect(home.connections.count == 2)
        #expect(Self.isConnected(home, 0) && Self.isConnected(home, 1))
        #expect(home.devices[1].titles(in: "Shopping") == ["eggs"])
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `of two connections that one device dialled at two addresses one stays`(seed: UInt64) throws {
        let home = try Self.household()
        home.random = SeededRandom(seed: seed)
        home.open(0, to: 1)
        home.open(0, to: 1)
        home.settle()
        #expect(home.connections.count == 2)
        #expect(Self.isConnected(home, 0) && Self.isConnected(home, 1))
    }

    @Test func `a device that has started anew is served on its new connection`() throws {
        let home = try Self.household()
        home.connect(0, 1)
        try home.devices[1].restart()
        home.connect(1, 0)
        #expect(Self.isConnected(home, 0) && Self.isConnected(home, 1))
        home.devices[1].give(home.devices[1].add("milk"))
        home.settle()
        #expect(home.devices[0].titles(in: "Shopping") == ["eggs", "milk"])
    }

    @Test func `whoever speaks before his hello, or nonsense, is closed`() throws {
        let home = try Self.household()
        for (type, body) in [(2, [0, 0]), (3, []), (1, [1]), (0x42, [])] as [(UInt8, [UInt8])] {
            let connection = ConnectionID(rawValue: UInt64(type) + 100)
            let (anna, ben) = (home.devices[0], home.devices[1].id)
            anna.turn([.connected(connection, ben, .accepted(from: Endpoint("b:1")))])
            anna.turn([.received(connection, type: type, body: body)])
            #expect(anna.closed[connection] == .malformed)
        }
    }

    @Test func `a peer that is silent is asked, then given up`() throws {
        let home = try Self.household()
        home.connect(0, 1)
        let (anna, connection) = (home.devices[0], home.connections[0])
        anna.monotonic += 14_999
        #expect(anna.handle(.timerFired(.keepAlive(connection))).map(\.word) == ["startTimer"])
        anna.monotonic += 1
        #expect(anna.handle(.timerFired(.keepAlive(connection))).map(\.word) == ["send", "startTimer"])
        anna.monotonic += 15_000
        #expect(anna.handle(.timerFired(.keepAlive(connection))).map(\.word) == ["close"])
    }
}
