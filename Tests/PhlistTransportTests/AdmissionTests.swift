import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing

@testable import PhlistTransport

@Suite(.timeLimit(.minutes(2))) struct AdmissionTests {
    @Test func `a stranger is refused and gets no byte of ours`() async throws {
        try await withTwoDevices { alice, bob in
            bob.admit(only: [])
            let toBob = alice.transport.connect(to: try await bob.listen())
            #expect(try await bob.events.refused() == .notAdmitted(alice.key))
            #expect(try await alice.events.disconnected(toBob).withoutText == .tlsFailed(""))
            #expect(alice.events.frames.isEmpty && bob.events.connectedCount == 0)
        }
    }

    @Test func `the owner of another key than the expected one is not spoken to`() async throws {
        try await withTwoDevices { alice, bob in
            let toBob = alice.transport.connect(to: try await bob.listen(), expecting: alice.key.fingerprint)
            #expect(try await alice.events.disconnected(toBob) == .notAdmitted(bob.key))
            #expect(try await bob.events.refused().withoutText == .tlsFailed(""))
            #expect(alice.events.connectedCount == 0)
        }
    }

    @Test func `the expected key is spoken to`() async throws {
        try await withTwoDevices { alice, bob in
            _ = alice.transport.connect(to: try await bob.listen(), expecting: bob.key.fingerprint)
            #expect(try await alice.events.connected().key == bob.key)
        }
    }

    @Test(arguments: [false, true]) func `a peer that writes has the time for it, counted from then on`(
        takesLargeFrames: Bool
    ) async throws {
        var limits = TransportLimits.unhurried
        // Shorter than what it had left, so that the end shows which of the two counts.
        if takesLargeFrames {
            limits.provenTimeout = .milliseconds(100)
        } else {
            limits.diskTimeout = .milliseconds(100)
        }
        try await withTwoDevices(limits: limits) { alice, bob in
            _ = alice.transport.connect(to: try await bob.listen())
            let toAlice = try await bob.events.connected().id
            if takesLargeFrames {
                bob.transport.takesLargeFrames(from: toAlice)
            } else {
                bob.transport.waitsForDisk(on: toAlice)
            }
            #expect(try await bob.events.disconnected(toAlice) == .authenticationTimeout)
        }
    }

    @Test func `a dial has a time of its own`() async throws {
        var limits = TransportLimits.unhurried
        limits.outboundAuthenticationTimeout = .milliseconds(100)
        try await withTwoDevices(limits: limits) { alice, bob in
            let toBob = alice.transport.connect(to: try await bob.listen())
            #expect(try await alice.events.disconnected(toBob) == .authenticationTimeout)
        }
    }

    @Test func `admission is asked again after the handshake`() async throws {
        let asked = Mutex(0)
        let events = Recorder()
        let configuration = TransportConfiguration(
            identity: try .generate(),
            applicationProtocol: "phlist/2",
            admission: { _ in
                asked.withLock {
                    $0 += 1; return $0 == 1
                }
            }
        )
        let host = Transport(configuration, events: { events.record($0) })
        let port = try await host.listen(on: [.address(.loopback)], port: 0)
        let guest = try Device()
        let toHost = guest.transport.connect(to: NetworkAddress(.loopback, port: port))
        #expect(try await events.refused() == .notAdmitted(guest.key))
        _ = try await guest.events.disconnected(toHost)
        #expect(events.connectedCount == 0)
        await guest.end()
        await host.shutdown()
    }

    @Test func `a recheck cuts the connections of who is not admitted any more, and only those`() async throws {
        try await withSession { alice, toBob, bob, toAlice in
            bob.transport.recheck()
            let carol = try Device()
            let carolToBob = carol.transport.connect(to: try await bob.listen())
            let bobToCarol: ConnectionID = try await bob.events.first {
                if case .connected(let id, carol.key, _, _) = $0 { id } else { nil }
            }
            bob.admit(only: [carol.key])
            bob.transport.recheck()
            #expect(try await bob.events.disconnected(toAlice) == .notAdmitted(alice.key))
            #expect(try await alice.events.disconnected(toBob) == .closedByPeer)
            try await greet(carol, carolToBob, bob, bobToCarol)
            await carol.end()
        }
    }

    @Test func `two protocols do not meet`() async throws {
        let host = try Device(speaking: "phlist-pair/1")
        let guest = try Device(speaking: "phlist/2")
        let toHost = guest.transport.connect(to: try await host.listen())
        let here = try await guest.events.disconnected(toHost)
        let there = try await host.events.refused()
        #expect([here, there].contains(.wrongProtocol))
        #expect(guest.events.connectedCount == 0 && host.events.connectedCount == 0)
        await guest.end()
        await host.end()
    }

    @Test func `a certificate says nothing but the key, and holds for ever`() throws {
        let identity = try DeviceIdentity.generate()
        let certificate = identity.certificate
        #expect(PeerKey(certificate) == identity.key)
        #expect(certificate.notValidBefore == 0)
        #expect(certificate.notValidAfter == 4_102_444_800)
        #expect(certificate._subjectAlternativeNames().isEmpty)
        #expect("\(certificate)".contains("common_name=phlist"))
    }

    @Test func `a certificate with another kind of key is unusable`() async throws {
        let client = try OpenSSLClient()
        for options in [["rsa:2048"], ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"], ["ed25519"]] {
            let certificate = try await client.selfSigned(options).certificate
            #expect(PeerKey(try #require(try NIOSSLCertificate.fromPEMFile(certificate).first)) == nil)
        }
        try client.remove()
    }

    @Test func `a stored key gives the same identity again`() throws {
        let identity = try DeviceIdentity.generate()
        #expect(identity.privateKeyBytes.count == 32)
        #expect(try DeviceIdentity(privateKeyBytes: identity.privateKeyBytes).key == identity.key)
        #expect(throws: TransportError.unusableKey) {
            try DeviceIdentity(privateKeyBytes: Array(repeating: 0, count: 32))
        }
        #expect(throws: TransportError.unusableKey) { try DeviceIdentity(privateKeyBytes: [1, 2, 3]) }
    }
}
