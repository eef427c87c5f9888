import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPairing
import PhlistSync
import PhlistTransport
import Testing

@testable import PhlistDaemon

/// What a device that shows a code, and one that types it, say of pairings that end too early.
@Suite(.timeLimit(.minutes(1))) struct PairingDeskTests {
    @Test func `a device that goes after proving the code is not told of as too many wrong tries`() async throws {
        try await withTwoDaemons { host, guest in
            let opened = try await host.openPairing(asTicket: false, asAdmin: false, for: nil)
            try await guest.pair(opened, until: .confirm)
            #expect(try await Self.end(at: host).state == .unfinished)
        }
    }

    @Test func `paired is said when both sides have written it down, and not before`() async throws {
        try await withTwoDaemons { host, guest in
            let opened = try await host.openPairing(asTicket: false, asAdmin: false, for: nil)
            try await guest.pair(opened, until: .welcome) {
                let state = try await host.pairing(waitMilliseconds: 0).state
                #expect(state == .open)
            }
            let ended = try await Self.end(at: host)
            #expect(ended.state == .unconfirmed && ended.deviceName == "laptop" && ended.deviceID != nil)
            let again = try await host.openPairing(asTicket: true, asAdmin: false, for: nil)
            #expect(again.attemptsLeft == nil)
            try await guest.pair(again, until: nil)
            #expect(try await Self.end(at: host).state == .paired)
        }
    }

    @Test func `a host that hangs up when it has heard the proof had the one guess at the code`() async throws {
        try await withTwoDaemons { host, guest in
            let impostor = Impostor(host.host.identity)
            let port = try await impostor.transport.listen(port: 0)
            let request = JoinRequest(code: "482177302", host: "127.0.0.1:\(port)")
            let error = await #expect(throws: ControlError.self) { _ = try await guest.service.join(request) }
            await impostor.transport.shutdown()
            #expect(error?.code == .wrongCode)
            #expect(error?.message == "wrong code, or someone is between the devices")
        }
    }

    @Test func `who types the port for peers is told the one for pairing`() async throws {
        try await withTwoDaemons { _, guest in
            let request = JoinRequest(code: "482177302", host: "127.0.0.1:7454")
            let error = await #expect(throws: ControlError.self) { _ = try await guest.service.join(request) }
            #expect(error?.message == "no pairing at 127.0.0.1:7454: that is not the port for pairing")
            #expect(error?.hint?.hasPrefix("leave the port out, which means 7455") == true)
        }
    }

    @Test(arguments: [true, false])
    func `a device that wants to join as a member waits for one answer`(isAllowed: Bool) async throws {
        try await withTwoDaemons { host, guest in
            try await Self.addAnn(to: host)
            let opened = try await host.openPairing(asTicket: false, asAdmin: false, for: nil)
            async let pairing: Void = guest.pair(opened, until: nil, as: "ann")
            let asked = try await Self.end(at: host)
            #expect(asked.state == .asking && asked.members == ["Ann"] && asked.deviceName == "laptop")
            _ = try await host.answerPairing(PairingAnswer(isAllowed: isAllowed))
            await #expect(throws: ControlError(.notFound, "no device waits for an answer")) {
                _ = try await host.answerPairing(PairingAnswer(isAllowed: true))
            }
            try await pairing
            let ended = try await Self.end(at: host)
            #expect(ended.state == (isAllowed ? .paired : .declined))
            #expect(ended.members == (isAllowed ? ["Ann"] : nil))
            #expect(await host.host.deviceCount == (isAllowed ? 2 : 1))
        }
    }

    @Test func `a code that is closed while a device waits for an answer lets nobody in`() async throws {
        try await withTwoDaemons { host, guest in
            try await Self.addAnn(to: host)
            let opened = try await host.openPairing(asTicket: true, asAdmin: false, for: nil)
            async let pairing: Void = guest.pair(opened, until: nil, as: "Ann")
            #expect(try await Self.end(at: host).state == .asking)
            _ = try await host.closePairing()
            await #expect(throws: ControlError.self) {
                _ = try await host.answerPairing(PairingAnswer(isAllowed: true))
            }
            try await pairing
            #expect(await host.host.deviceCount == 1)
        }
    }

    private static func addAnn(to host: DaemonService) async throws {
        let owner = Principal(RunningDaemon.owner)
        _ = try await host.host.perform(.user(.members(.add(name: "Ann", email: "")), owner))
    }

    private static func end(at host: DaemonService) async throws -> PairingReply {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let reply = try await host.pairing(waitMilliseconds: 1000)
            if reply.state != .open { return reply }
        }
        return try await host.pairing(waitMilliseconds: 0)
    }

    private func withTwoDaemons(_ test: (DaemonService, ScriptedGuest) async throws -> Void) async throws {
        let directories = try (TestDirectory(), TestDirectory())
        try await RunningDaemon.run(in: directories.0) { host in
            try await RunningDaemon.run(in: directories.1) { guest in
                try await test(host.service, ScriptedGuest(service: guest.service))
            }
        }
    }
}

extension ReplicaHost {
    fileprivate var deviceCount: Int? { replica.library.household?.roster.devices.count }
}

/// A device that joins by a program of its own, as far as a test wants.
private struct ScriptedGuest {
    let service: DaemonService

    /// Says what the protocol wants until the host has sent a frame, then hangs up.
    func pair(
        _ opened: PairingReply,
        until last: PairingFrameType?,
        as name: String? = nil,
        then look: () async throws -> Void = {}
    ) async throws {
        let identity = service.host.identity
        let (events, source) = AsyncStream.makeStream(of: TransportEvent.self)
        let transport = Transport(.pairing(identity, payloadSizeMax: 1 << 16)) { source.yield($0) }
        let port = try #require(opened.port.flatMap { UInt16($0) })
        let id = transport.connect(to: try #require(NetworkAddress("127.0.0.1:\(port)", defaultPort: 1)))
        var joiner: PairingJoiner?
        loop: for await event in events {
            let action: PairingJoiner.Action
            switch event {
            case .connected(_, let key, _, _):
                joiner = try await self.joiner(opened, at: key, as: name)
                action = joiner?.connected() ?? .doNothing
            case .received(_, let frame):
                if frame.type == last?.rawValue { break loop }
                action = joiner?.received(PairingFrame(frame)) ?? .doNothing
                if joiner?.isHostProven == true { transport.takesLargeFrames(from: id) }
                transport.consumed(cost: frame.cost, from: id)
            case .disconnected, .refused, .drained: break loop
            }
            switch action {
            case .send(let frame): transport.send([Frame(frame)], to: id)
            case .welcomed: if case .complete(let done)? = joiner?.stored() { transport.send([Frame(done)], to: id) }
            case .complete, .doNothing: break
            case .fail(.refused(.declined)): break loop
            case .fail(let failure): Issue.record("\(failure)")
            }
        }
        try await look()
        await transport.shutdown()
    }

    private func joiner(
        _ opened: PairingReply,
        at host: PeerKey,
        as name: String?
    ) async throws -> PairingJoiner {
        var random = SystemRandomNumberGenerator()
        return PairingJoiner(
            secret: try PairingSecret(parsing: opened.code ?? opened.ticket ?? ""),
            ownFingerprint: try #require(KeyFingerprint(bytes: service.host.identity.key.fingerprint.bytes)),
            peerFingerprint: try #require(KeyFingerprint(bytes: host.fingerprint.bytes)),
            joinPayload: try await PairingCommands(host: service.host).newDevice(for: name).encoded,
            entropy: PairingEntropy(using: &random)
        )
    }
}

/// A host that guesses the code, and hangs up as soon as it knows whether the guess was right.
private final class Impostor: Sendable {
    let transport: Transport

    init(_ identity: DeviceIdentity) {
        let (events, source) = AsyncStream.makeStream(of: TransportEvent.self)
        let transport = Transport(.pairing(identity, payloadSizeMax: 1 << 16)) { source.yield($0) }
        self.transport = transport
        // It ends with the transport, which the test shuts down.
        Task { await Self.answer(events, identity, transport) }
    }

    private static func answer(
        _ events: AsyncStream<TransportEvent>,
        _ identity: DeviceIdentity,
        _ transport: Transport
    ) async {
        var host: PairingHost?
        guard let guess = try? PairingSecret(parsing: "000 000 000") else { return }
        var offer = PairingOffer(guess, now: 0)
        for await event in events {
            switch event {
            case .connected(_, let key, _, _):
                var random = SystemRandomNumberGenerator()
                guard let own = KeyFingerprint(bytes: identity.key.fingerprint.bytes),
                    let peer = KeyFingerprint(bytes: key.fingerprint.bytes)
                else { return }
                let entropy = PairingEntropy(using: &random)
                host = PairingHost(ownFingerprint: own, peerFingerprint: peer, entropy: entropy)
            case .received(let id, let frame):
                if frame.type == PairingFrameType.confirm.rawValue { return transport.close(id) }
                var action = host?.received(PairingFrame(frame), offer: &offer, now: 0)
                if action == .spendAttempt { action = host?.attemptSpent() }
                if case .send(let answer)? = action { transport.send([Frame(answer)], to: id) }
                transport.consumed(cost: frame.cost, from: id)
            case .disconnected, .refused, .drained: break
            }
        }
    }
}
