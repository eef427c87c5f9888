import NIOCore
import NIOPosix
import Testing

@testable import PhlistTransport

@Suite(.timeLimit(.minutes(2))) struct FloodTests {
    @Test func `two hundred silent connections are all closed while a good peer connects`() async throws {
        var limits = TransportLimits.unhurried
        limits.authenticationTimeout = .seconds(3)
        try await withTwoDevices(limits: limits) { alice, bob in
            let address = try await bob.listen()
            var ends: [EventLoopFuture<Void>] = []
            for index in 0..<200 {
                ends.append(try await silentConnection(to: address, from: "127.0.1.\(index / 4 + 1)").closeFuture)
            }
            let toBob = alice.transport.connect(to: address)
            let (toAlice, _, _) = try await bob.events.connected()
            try await greet(alice, toBob, bob, toAlice)
            for end in ends {
                try await end.get()
            }
            alice.transport.send([Frame(type: 1, body: [])], to: toBob)
            _ = try await bob.events.received(1)
        }
    }

    @Test func `one address holds four connections without a name, and not a fifth`() async throws {
        let host = try Device()
        let address = try await host.listen()
        var held: [any Channel] = []
        for _ in 0..<5 {
            held.append(try await silentConnection(to: address, from: "127.0.0.9"))
        }
        #expect(try await host.events.refused() == .tooManyUnauthenticated)
        await host.end()
        for channel in held {
            try await channel.closeFuture.get()
        }
    }

    @Test func `the oldest silent connection gives way to one too many, long before its time is up`() async throws {
        let host = try Device()
        let address = try await host.listen()
        var held: [any Channel] = []
        for index in 0..<17 {
            held.append(try await silentConnection(to: address, from: "127.0.2.\(index / 4 + 1)"))
        }
        #expect(try await host.events.refused() == .tooManyUnauthenticated)
        try await held[0].closeFuture.get()
        #expect(held[1...].allSatisfy { $0.isActive })
        await host.end()
        for channel in held {
            try await channel.closeFuture.get()
        }
    }

    @Test func `one address gets so many handshakes in a while, and no more`() async throws {
        var limits = TransportLimits.unhurried
        limits.handshakesPerSourceMax = 3
        limits.handshakeWindow = .hours(24)
        let host = try Device(limits: limits)
        let address = try await host.listen()
        var held: [any Channel] = []
        for _ in 0..<4 {
            held.append(try await silentConnection(to: address, from: "127.0.0.8"))
        }
        #expect(try await host.events.refused() == .tooManyHandshakes)
        await host.end()
        for channel in held {
            try await channel.closeFuture.get()
        }
    }

    @Test func `a peer that speaks no TLS is turned away`() async throws {
        let host = try Device()
        let channel = try await silentConnection(to: try await host.listen(), from: "127.0.0.1")
        try await channel.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: phlist\r\n\r\n"))
        #expect(try await host.events.refused().withoutText == .tlsFailed(""))
        try await channel.closeFuture.get()
        await host.end()
    }

    @Test func `a peer that completes TLS and says nothing is closed by the clock`() async throws {
        var limits = TransportLimits.unhurried
        // The clock runs from the accept: a busy machine needs more than a moment for the handshake.
        limits.authenticationTimeout = .seconds(5)
        let host = try Device(limits: limits)
        let guest = try Device()
        let toHost = guest.transport.connect(to: try await host.listen())
        let id = try await host.events.connected().id
        #expect(try await host.events.disconnected(id) == .authenticationTimeout)
        #expect(try await guest.events.disconnected(toHost) == .closedByPeer)
        await guest.end()
        await host.end()
    }

    @Test func `a dialler does not wait for ever for a host that accepts and says nothing`() async throws {
        var limits = TransportLimits.unhurried
        limits.authenticationTimeout = .milliseconds(500)
        let mute = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let guest = try Device(limits: limits)
        let address = try #require(NetworkAddress(mute.localAddress))
        let id = guest.transport.connect(to: address)
        #expect(try await guest.events.disconnected(id) == .authenticationTimeout)
        await guest.end()
        try await mute.close()
    }

    @Test func `an authenticated connection above the number of devices is closed`() async throws {
        var limits = TransportLimits.unhurried
        limits.authenticatedMax = 1
        try await withSession(limits: limits) { alice, _, bob, _ in
            let carol = try Device()
            _ = carol.transport.connect(to: try await bob.listen())
            let id: ConnectionID = try await bob.events.first {
                if case .connected(let id, carol.key, _, _) = $0 { id } else { nil }
            }
            bob.transport.authenticated(id)
            #expect(try await bob.events.disconnected(id) == .tooManyConnections)
            #expect(alice.transport.connectionCount == 1)
            await carol.end()
        }
    }

    /// A TCP connection that says nothing by itself.
    private func silentConnection(to address: NetworkAddress, from source: String) async throws -> any Channel {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(to: SocketAddress(ipAddress: source, port: 0))
            .connect(host: "127.0.0.1", port: Int(address.port)).get()
    }
}
