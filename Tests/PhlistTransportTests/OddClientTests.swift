import NIOCore
import Testing

@testable import PhlistTransport

/// Clients that our own dialler would never be, against the real listener.
@Suite(.timeLimit(.minutes(2))) struct OddClientTests {
    private static let spoken = ["-alpn", "phlist/2"]
    private static let greeting = Frame(type: 1, body: [104, 105])

    /// Runs a client against a host that greets everybody whom it lets in, and gives what it got and how it ended.
    private func outcome(
        _ options: (OpenSSLClient, DeviceIdentity) async throws -> [String]
    ) async throws -> (bytes: [UInt8], reason: DisconnectReason) {
        let client = try OpenSSLClient()
        let host = try Device()
        let address = try await host.listen()
        let options = try await options(client, .generate())
        async let result = client.connect(to: address, ["-quiet"] + options)
        let reason = try await host.events.refused()
        let bytes = try await result.output
        #expect(host.events.connectedCount == 0)
        await host.end()
        try client.remove()
        return (bytes, reason)
    }

    @Test func `a client as it should be is let in, gets the frames and a farewell`() async throws {
        let client = try OpenSSLClient()
        let identity = try DeviceIdentity.generate()
        let host = try Device()
        let options = ["-quiet"] + Self.spoken + (try client.presenting(identity))
        async let result = client.connect(to: try await host.listen(), options)
        let (id, key, _) = try await host.events.connected()
        host.transport.send([Self.greeting], to: id)
        host.transport.close(id)
        let end = try await result
        #expect(end.output == [3, 0, 0, 0, 1, 104, 105] && end.status == 0)
        #expect(key == identity.key)
        await host.end()
        try client.remove()
    }

    @Test func `a client without a certificate is refused`() async throws {
        let (bytes, reason) = try await outcome { _, _ in Self.spoken }
        #expect(bytes.isEmpty && reason.withoutText == .tlsFailed(""))
    }

    @Test func `a chain of two certificates is refused`() async throws {
        let (bytes, reason) = try await outcome { client, identity in
            let second = try client.certificate(of: .generate(), named: "second.pem")
            return Self.spoken + (try client.presenting(identity)) + ["-cert_chain", second]
        }
        #expect(bytes.isEmpty && reason == .unusableCertificate)
    }

    @Test func `an RSA key is refused`() async throws {
        let (bytes, reason) = try await outcome { client, _ in
            let files = try await client.selfSigned(["rsa:2048"])
            return Self.spoken + ["-cert", files.certificate, "-key", files.key]
        }
        #expect(bytes.isEmpty && [.unusableCertificate, .tlsFailed("")].contains(reason.withoutText))
    }

    @Test func `TLS 1.2 is refused`() async throws {
        let (bytes, reason) = try await outcome { client, identity in
            Self.spoken + (try client.presenting(identity)) + ["-tls1_2"]
        }
        #expect(bytes.isEmpty && reason.withoutText == .tlsFailed(""))
    }

    @Test(arguments: [["-alpn", "phlist/1"], ["-alpn", "h2,http/1.1"], []])
    func `another protocol, or none, is refused`(_ options: [String]) async throws {
        let (bytes, reason) = try await outcome { client, identity in options + (try client.presenting(identity)) }
        #expect(bytes.isEmpty && reason == .wrongProtocol)
    }

    @Test func `a frame that claims four gigabytes ends the connection`() async throws {
        let reason = try await reason(afterSending: [0xFF, 0xFF, 0xFF, 0xFF, 1])
        #expect(reason == .invalidFrame(length: .max))
    }

    @Test func `an empty frame ends the connection`() async throws {
        #expect(try await reason(afterSending: [0, 0, 0, 0, 1]) == .invalidFrame(length: 0))
    }

    @Test func `a frame over the limit of strangers ends the connection before its body came`() async throws {
        #expect(try await reason(afterSending: [1, 4, 0, 0]) == .invalidFrame(length: 1_025))
    }

    @Test func `a client that drips half a frame is closed by the clock`() async throws {
        var limits = TransportLimits.unhurried
        limits.authenticationTimeout = .milliseconds(500)
        #expect(try await reason(afterSending: [9, 0], limits: limits) == .authenticationTimeout)
    }

    /// The end of a client that is let in and then sends these bytes.
    private func reason(
        afterSending bytes: [UInt8],
        limits: TransportLimits = .unhurried
    ) async throws -> DisconnectReason {
        let client = try OpenSSLClient()
        let host = try Device(limits: limits)
        let options = ["-quiet"] + Self.spoken + (try client.presenting(.generate()))
        async let result = client.connect(to: try await host.listen(), options, sending: bytes)
        let reason = try await host.events.ended()
        #expect(try await result.output.isEmpty && host.events.frames.isEmpty)
        await host.end()
        try client.remove()
        return reason
    }

    @Test func `a ticket resumes nothing, and a revoked device that shows one is refused`() async throws {
        let client = try OpenSSLClient()
        let identity = try DeviceIdentity.generate()
        let host = try Device()
        let address = try await host.listen()
        let options = Self.spoken + (try client.presenting(identity)) + ["-ign_eof"]

        let first = try await visit(host, address, client, options + ["-sess_out", client.ticket])
        #expect(first.contains("New, TLSv1.3") && first.contains("hi"))
        let second = try await visit(host, address, client, options + ["-sess_in", client.ticket])
        #expect(second.contains("New, TLSv1.3") && !second.contains("Reused"))

        host.admit(only: [])
        let revoked = try await client.connect(to: address, ["-quiet"] + options + ["-sess_in", client.ticket])
        #expect(revoked.output.isEmpty)
        #expect(try await host.events.refused() == .notAdmitted(identity.key))
        #expect(host.events.connectedCount == 2)
        await host.end()
        try client.remove()
    }

    /// Lets a client in, greets it and closes: what it printed.
    private func visit(
        _ host: Device,
        _ address: NetworkAddress,
        _ client: OpenSSLClient,
        _ options: [String]
    ) async throws -> String {
        let earlier = host.events.connectedCount
        async let result = client.connect(to: address, options)
        let id: ConnectionID = try await host.events.once { events in
            let ids = events.compactMap { if case .connected(let id, _, _, _) = $0 { id } else { nil } }
            return ids.count > earlier ? ids.last : nil
        }
        host.transport.send([Self.greeting], to: id)
        host.transport.close(id)
        return try await result.text
    }
}
