import NIOCore
import Testing

@testable import PhlistTransport

@Suite(.timeLimit(.minutes(2))) struct TransportTests {
    @Test func `two devices know each other by their keys and exchange frames both ways`() async throws {
        try await withTwoDevices { alice, bob in
            let (toBob, toAlice) = try await alice.connect(to: bob)
            #expect(try await alice.events.connected().key == bob.key)
            #expect(try await bob.events.connected().key == alice.key)
            alice.transport.send([Frame(type: 1, body: [7, 8])], to: toBob)
            bob.transport.send([Frame(type: 2, body: [])], to: toAlice)
            #expect(try await bob.events.received(1).body == [7, 8])
            #expect(try await alice.events.received(2).body == [])
        }
    }

    @Test func `what keeps a transport from starting is told in words`() {
        let error = TransportError.cannotListen("[::]:80", reason: "permission denied")
        #expect("\(error)" == "[::]:80: permission denied")
    }

    @Test func `a large queue arrives whole and in order although the sender closes at once`() async throws {
        let sent = (0..<8).map { Frame(type: $0, body: Array(repeating: $0, count: 100_000)) }
        try await withSession { alice, toBob, bob, toAlice in
            alice.transport.send(sent, to: toBob)
            alice.transport.close(toBob)
            let (here, there) = try await ends(alice, toBob, bob, toAlice)
            #expect(here == .closedLocally && there == .closedByPeer)
            #expect(bob.events.frames == sent)
        }
    }

    @Test func `what follows a greeting closely is judged after the caller has judged the greeting`() async throws {
        try await withTwoDevices { alice, bob in
            let (toBob, toAlice) = try await alice.connect(to: bob)
            let greeting = Frame(type: 1, body: [1])
            let large = Frame(type: 2, body: Array(repeating: 9, count: 5_000))
            alice.transport.send([greeting, large], to: toBob)
            _ = try await bob.events.received(1)
            bob.transport.authenticated(toAlice)
            bob.transport.consumed(cost: greeting.cost, from: toAlice)
            #expect(try await bob.events.received(2) == large)
        }
    }

    @Test func `a stranger's second frame waits until the first is consumed`() async throws {
        try await withTwoDevices { alice, bob in
            let (toBob, toAlice) = try await alice.connect(to: bob)
            let frames = (1...3).map { Frame(type: $0, body: []) }
            alice.transport.send(frames, to: toBob)
            _ = try await bob.events.received(1)
            bob.transport.consumed(cost: frames[0].cost, from: toAlice)
            _ = try await bob.events.received(2)
            bob.transport.close(toAlice)
            _ = try await bob.events.disconnected(toAlice)
            #expect(bob.events.frames == Array(frames.prefix(2)))
        }
    }

    @Test func `a dialler that connects to itself sees its own key`() async throws {
        let device = try Device()
        _ = device.transport.connect(to: try await device.listen())
        #expect(try await device.events.connected().key == device.key)
        await device.end()
    }

    @Test func `a name is dialled like an address`() async throws {
        try await withTwoDevices { alice, bob in
            let port = try await bob.listen().port
            let address = try #require(NetworkAddress("localhost", defaultPort: port))
            _ = alice.transport.connect(to: address)
            #expect(try await alice.events.connected().key == bob.key)
        }
    }

    @Test func `both families arrive at one listener, each under its own address`() async throws {
        try await withTwoDevices { alice, bob in
            let port = try await bob.transport.listen(port: 0)
            _ = alice.transport.connect(to: NetworkAddress(.loopback, port: port))
            let remote = try await bob.events.connected().remote
            #expect(remote.description.hasPrefix("127.0.0.1:"))
        }
    }

    @Test func `a port that is taken gives way to a free one`() async throws {
        try await withTwoDevices { alice, bob in
            let taken = try await alice.listen().port
            let port = try await bob.transport.listen(on: [.address(.loopback)], port: taken)
            #expect(port != taken)
            _ = alice.transport.connect(to: NetworkAddress(.loopback, port: port))
            #expect(try await alice.events.connected().key == bob.key)
        }
    }

    @Test func `a port that is taken gives way to one close behind it, which a firewall's rule can name`()
        async throws
    {
        try await withTwoDevices { alice, bob in
            // Of many ports one has free ones behind it.
            for _ in 0..<20 {
                let taken = try await alice.transport.listen(on: [.address(.loopback)], port: 0)
                let port = try await bob.transport.listen(on: [.address(.loopback)], port: taken)
                if (2...6).contains(Int(port) - Int(taken)), (port - taken).isMultiple(of: 2) { return }
            }
            Issue.record("always a port of any number")
        }
    }

    @Test func `a place that this machine does not have is left out until it has it`() async throws {
        try await withTwoDevices { alice, bob in
            let foreign = try #require(IPAddress("192.0.2.1"))
            let places = [ListenPlace.address(foreign), .interface("none9"), .address(.loopback)]
            let port = try await bob.transport.listen(on: places, port: 0)
            #expect(bob.transport.places == [.address(.loopback)])
            let second = ListenPlace.address(try #require(IPAddress("127.0.0.2")))
            try await bob.transport.listenAgain(on: places + [second], port: port)
            #expect(bob.transport.places == [.address(.loopback), second])
            _ = alice.transport.connect(to: NetworkAddress(.loopback, port: port))
            #expect(try await alice.events.connected().key == bob.key)
        }
    }

    @Test func `a dial that nobody answers ends in one event`() async throws {
        let device = try Device()
        let id = device.transport.connect(to: NetworkAddress(.loopback, port: 1))
        guard case .unreachable = try await device.events.disconnected(id) else {
            Issue.record("\(device.events.events)")
            return
        }
        #expect(device.events.events.count == 1)
        await device.end()
    }

    @Test func `a dial can be taken back`() async throws {
        let device = try Device()
        let silent = try #require(NetworkAddress("192.0.2.1:9", defaultPort: 9))
        let id = device.transport.connect(to: silent)
        device.transport.close(id)
        let reason = try await device.events.disconnected(id).withoutText
        #expect([.closedLocally, .unreachable(.unexplained)].contains(reason))
        await device.end()
    }

    @Test func `what fails is told in words of ours`() async throws {
        let device = try Device()
        // A port that no other test may be given meanwhile.
        let nobody = try #require(NetworkAddress("127.0.0.1:1", defaultPort: 1))
        let id = device.transport.connect(to: nobody)
        #expect(try await device.events.disconnected(id) == .unreachable(.refusal))
        await device.end()
        let errors = (1...133).map { IOError(errnoCode: $0, reason: "connect(descriptor:addr:size:)") }
        for error in errors + [ChannelError.connectTimeout(.seconds(1)), ChannelError.eof] as [any Error] {
            let words = NetworkFault(error).words
            #expect(!words.contains("(") && !words.contains(":") && words.first?.isLowercase == true, "\(words)")
        }
    }

    @Test func `a transport that was shut down neither listens nor dials`() async throws {
        let device = try Device()
        await device.transport.shutdown()
        await #expect(throws: TransportError.shutDown) {
            try await device.transport.listen(on: [.address(.loopback)], port: 0)
        }
        let id = device.transport.connect(to: NetworkAddress(.loopback, port: 1))
        #expect(try await device.events.disconnected(id) == .closedLocally)
        await device.end()
    }

    @Test func `a shutdown tells of every connection's end`() async throws {
        try await withSession { alice, toBob, bob, toAlice in
            await alice.transport.shutdown()
            let (here, there) = try await ends(alice, toBob, bob, toAlice)
            #expect(here == .closedLocally && there == .closedByPeer)
        }
    }

    /// How a connection ended, as seen from both sides.
    private func ends(
        _ alice: Device,
        _ toBob: ConnectionID,
        _ bob: Device,
        _ toAlice: ConnectionID
    ) async throws -> (here: DisconnectReason, there: DisconnectReason) {
        (try await alice.events.disconnected(toBob), try await bob.events.disconnected(toAlice))
    }
}

extension DisconnectReason {
    /// The same reason without the words of the system.
    var withoutText: DisconnectReason {
        switch self {
        case .unreachable: .unreachable(.unexplained)
        case .broken: .broken(.unexplained)
        case .tlsFailed: .tlsFailed("")
        default: self
        }
    }
}
