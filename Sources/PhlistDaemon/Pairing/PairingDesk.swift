import Logging
import NIOCore
import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPairing
import PhlistPresentation
import PhlistSync
import PhlistTransport
import PhlistVocabulary

/// Admits devices by a code or a ticket: one at a time, on a port that is open only while the code is.
actor PairingDesk: Waited {
    /// The port that a joining device tries when none is named.
    static let standardPort: UInt16 = 7455

    private let replicaHost: ReplicaHost
    private var commands: PairingCommands { PairingCommands(host: replicaHost) }
    private let logger: Logger
    private let refusals: RefusalTeller
    private var offer: PairingOffer?
    /// The role of the device that joins with the open code.
    private var role = DeviceRole.member
    /// The people the joining device is for; nil when they depend on the device's request.
    private var use: DeviceUse?
    private var question: Question?
    private var isDeclined = false
    private var transport: Transport?
    private var endEvents: (@Sendable () -> Void)?
    private var port: UInt16 = 0
    private var runs: [PhlistTransport.ConnectionID: Run] = [:]
    /// The device admitted by the last code.
    private var guest: Guest?
    /// Why the last device that proved the code was not let in.
    private var refusal: ControlError?
    var waiters = Waiters()
    /// Whether a code is just being opened: two at once would compete for the port.
    private var isOpening = false
    private let discovery: DiscoveryDesk?

    /// A device that is in the roster.
    private struct Guest {
        var name: String
        var id: String
        /// The people the device is for; empty for the house.
        var members: [String]
        /// Whether it has confirmed that it keeps the household.
        var hasConfirmed = false
    }

    /// A device that knows the code and wants to join as a member, or as somebody whom the code is not for, and waits
    /// for a person's answer.
    private struct Question {
        var run: Run
        var connection: PhlistTransport.ConnectionID
        var device: NewDevice
        /// The people that it is admitted for if the answer is yes.
        var use: DeviceUse
        var members: [String]
        /// The names that it wants to join under, if the code is for others.
        var wished: [String]?
    }

    init(replicaHost: ReplicaHost, discovery: DiscoveryDesk?, logger: Logger) {
        self.replicaHost = replicaHost
        self.discovery = discovery
        self.logger = logger
        refusals = RefusalTeller(logger: logger)
    }

    /// Opens a new code or ticket, and closes the one before.
    func open(asTicket: Bool, as role: DeviceRole, for member: String?) async throws(ControlError) -> PairingReply {
        try await commands.checkMayPair()
        var use: DeviceUse?
        if let member { use = try await commands.use(for: member) }
        guard !isOpening else { throw ControlError(.tryAgain, "another code is just being opened; try again") }
        isOpening = true
        defer { isOpening = false }
        await close()
        let secret = try newSecret(asTicket: asTicket)
        (self.role, self.use, isDeclined) = (role, use, false)
        let offer = PairingOffer(secret, now: Now.read().wall)
        try await listen()
        self.offer = offer
        (guest, refusal) = (nil, nil)
        await discovery?.announcePairing(port: port)
        endAtExpiry(of: offer)
        var reply = reply(showing: secret)
        reply.addresses = await replicaHost.addressesToTell
        reply.discoveryProblem = await discoveryProblem
        reply.members = await commands.names(of: use)
        return reply
    }

    private var discoveryProblem: String? {
        get async {
            guard let discovery else { return "discovery is off" }
            return await discovery.unavailable
        }
    }

    private func newSecret(asTicket: Bool) throws(ControlError) -> PairingSecret {
        var random = SystemRandomNumberGenerator()
        guard asTicket else { return .code(PairingCode(using: &random)) }
        guard let host = KeyFingerprint(bytes: replicaHost.identity.key.fingerprint.bytes) else { throw .unexpected }
        return .ticket(PairingTicket(host: host, using: &random))
    }

    /// Returns the state when it changes or the wait is over.
    func state(waitMilliseconds: Int) async -> PairingReply {
        guard waitMilliseconds > 0, currentState == .open else { return reply() }
        await nextChange(before: .now + .milliseconds(waitMilliseconds))
        return reply()
    }

    /// Admits the waiting device, or declines it.
    func answer(isAllowed: Bool) async throws(ControlError) -> PairingReply {
        guard let question else { throw ControlError(.notFound, "no device waits for an answer") }
        self.question = nil
        question.run.transport.waitsForDisk(on: question.connection)
        if isAllowed {
            let action = await letIn(question.device, question.run, for: question.use)
            await perform(action, of: question.run, on: question.connection)
        } else {
            isDeclined = true
            await perform(question.run.host.declined(), of: question.run, on: question.connection)
        }
        return reply()
    }

    func close() async {
        offer?.close()
        await stopListening()
        waiters.wakeAll()
    }

    private func listen() async throws(ControlError) {
        let payloadSizeMax = PairingLimits.joinPayloadSizeMax
        let configuration = TransportConfiguration.pairing(replicaHost.identity, payloadSizeMax: payloadSizeMax)
        let (events, continuation) = AsyncStream.makeStream(of: TransportEvent.self)
        let transport = Transport(configuration) { continuation.yield($0) }
        // One task handles all events in order: a task for each would let a frame overtake its connection. It ends with
        // the stream, which ends with the code.
        Task { [weak self] in
            for await event in events {
                await self?.handle(event, of: transport)
            }
        }
        do throws(TransportError) {
            let configuration = replicaHost.configuration
            port = try await transport.listen(
                on: configuration.listenPlaces,
                port: configuration.port == 0 ? 0 : Self.standardPort
            )
        } catch {
            continuation.finish()
            throw ControlError(.unavailable, "cannot listen for a joining device: \(error)")
        }
        self.transport = transport
        endEvents = { continuation.finish() }
    }

    private func stopListening() async {
        await discovery?.announcePairing(port: nil)
        let (transport, endEvents) = (transport, endEvents)
        (self.transport, self.endEvents, question) = (nil, nil, nil)
        runs = [:]
        await transport?.shutdown()
        endEvents?()
    }

    /// Handles events of the open code's transport; those of a closing one are ignored.
    private func handle(_ event: TransportEvent, of transport: Transport) async {
        guard transport === self.transport else { return }
        switch event {
        case .connected(let id, let key, _, let address): connected(id, key, address, transport)
        case .received(let id, let frame): await received(frame, on: id)
        case .disconnected(let id, _): await disconnected(id)
        case .refused(let address, let reason): refusals.tell("pairing refused", from: address, because: reason.words)
        case .drained: break
        }
    }

    private func connected(
        _ id: PhlistTransport.ConnectionID,
        _ key: PeerKey,
        _ address: NetworkAddress,
        _ transport: Transport
    ) {
        guard
            let own = KeyFingerprint(bytes: replicaHost.identity.key.fingerprint.bytes),
            let peer = KeyFingerprint(bytes: key.fingerprint.bytes)
        else { return }
        var random = SystemRandomNumberGenerator()
        let entropy = PairingEntropy(using: &random)
        let host = PairingHost(ownFingerprint: own, peerFingerprint: peer, entropy: entropy)
        runs[id] = Run(host: host, key: key, address: address, role: role, for: use, transport: transport)
    }

    private func received(_ frame: Frame, on id: PhlistTransport.ConnectionID) async {
        guard let run = runs[id], var current = offer else { return }
        let action = run.host.received(PairingFrame(frame), offer: &current, now: Now.read().wall)
        offer = current
        if run.host.isPeerProven { run.transport.takesLargeFrames(from: id) }
        await perform(action, of: run, on: id)
        run.transport.consumed(cost: frame.cost, from: id)
    }

    private func disconnected(_ id: PhlistTransport.ConnectionID) async {
        guard let run = runs.removeValue(forKey: id) else { return }
        if question?.connection == id {
            // It was not admitted yet, whatever the protocol would say.
            question = nil
            _ = run.host.declined()
            return await failed(.disconnected, of: run, farewell: nil, on: id)
        }
        await perform(run.host.disconnected(), of: run, on: id)
    }

    private func perform(_ action: PairingHost.Action, of run: Run, on id: PhlistTransport.ConnectionID) async {
        switch action {
        case .send(let frame):
            run.transport.send([Frame(frame)], to: id)
        case .spendAttempt:
            run.transport.waitsForDisk(on: id)
            await perform(await recordAttempt() ? run.host.attemptSpent() : run.host.writeFailed(), of: run, on: id)
        case .admit(let payload):
            await perform(await admit(payload, run, on: id), of: run, on: id)
        case .completed:
            run.transport.close(id)
            await completed(run)
        case .fail(let failure, let farewell):
            await failed(failure, of: run, farewell: farewell, on: id)
        case .doNothing:
            break
        }
    }

    private func completed(_ run: Run) async {
        guard run.transport === transport else { return }
        guest?.hasConfirmed = true
        await finish()
    }

    private func recordAttempt() async -> Bool {
        guard let offer else { return false }
        let command = Command.recordPairingAttempt(expiresAt: offer.expiresAtMilliseconds, used: offer.attemptsUsed)
        return (try? await replicaHost.perform(command)) != nil
    }

    /// Admits a device that knows the code, or asks about it first.
    private func admit(
        _ payload: [UInt8],
        _ run: Run,
        on id: PhlistTransport.ConnectionID
    ) async -> PairingHost.Action {
        guard let device = try? NewDevice(decoding: payload, publicKey: run.key.publicKey) else {
            logger.error("the new device was not let in", metadata: ["cause": "it speaks another version of phlist"])
            return run.host.writeFailed()
        }
        guard let question = await question(about: device, run, on: id) else {
            return await letIn(device, run, for: run.use ?? .wished())
        }
        guard run.transport === transport, runs[id] != nil else { return .doNothing }
        self.question = question
        waiters.wakeAll()
        return .doNothing
    }

    /// Returns the question to ask before a device is admitted, or nil.
    private func question(about device: NewDevice, _ run: Run, on id: PhlistTransport.ConnectionID) async -> Question? {
        var question = Question(run: run, connection: id, device: device, use: run.use ?? .wished(), members: [])
        if let use = run.use {
            guard let mismatch = await commands.mismatch(of: device, with: use) else { return nil }
            (question.wished, question.members) = (mismatch.wished, mismatch.members)
        } else {
            let claimed = await commands.peopleClaimed(by: device)
            guard !claimed.isEmpty else { return nil }
            (question.use, question.members) = (.wished(confirmed: claimed.map(\.id)), claimed.map(\.name))
        }
        return question
    }

    private func letIn(_ device: NewDevice, _ run: Run, for use: DeviceUse) async -> PairingHost.Action {
        do throws(ControlError) {
            let welcome = try await commands.admit(device, as: run.role, for: use)
            if run.transport === transport {
                let id = DeviceID(publicKey: device.publicKey).description
                guest = Guest(name: device.deviceName, id: id, members: welcome.users.map(\.name))
            }
            return run.host.admitted(welcomePayload: welcome.encoded)
        } catch {
            logger.error("the new device was not let in", metadata: ["cause": "\(error.message)"])
            if run.transport === transport { refusal = error }
            return run.host.writeFailed()
        }
    }

    private func failed(
        _ failure: PairingFailure,
        of run: Run,
        farewell: PairingFrame?,
        on id: PhlistTransport.ConnectionID
    ) async {
        tell(failure, from: run.address)
        if let farewell {
            run.transport.send([Frame(farewell)], to: id)
        }
        run.transport.close(id)
        guard run.transport === transport else { return }
        runs[id] = nil
        // A client that waits at the code gets news of the attempt at once, not when its wait is over.
        if currentState == .open { waiters.wakeAll() } else { await finish() }
    }

    private func tell(_ failure: PairingFailure, from address: NetworkAddress) {
        guard failure == .wrongCode, offer?.secret.attemptsMax != nil else {
            return refusals.tell("pairing failed", from: address, because: "\(failure)")
        }
        // Three for each code, and somebody should know about every one.
        logger.notice("pairing failed", metadata: ["address": "\(address)", "reason": "\(failure)"])
    }

    /// Ends the code.
    private func finish() async {
        waiters.wakeAll()
        await stopListening()
    }

    private func endAtExpiry(of offer: PairingOffer) {
        // Not awaited; it checks whether the code that it was started for is still open.
        Task { [weak self] in
            try? await ContinuousClock().sleep(for: .milliseconds(PairingLimits.offerLifetimeMilliseconds))
            await self?.expire(offer.expiresAtMilliseconds)
        }
    }

    /// Ends the code regardless of the wall clock; a run that has passed the code continues.
    private func expire(_ expiresAt: Int64) async {
        guard let open = offer, open.expiresAtMilliseconds == expiresAt else { return }
        // Nobody has answered: the code ends for the waiting device too.
        if question != nil { _ = try? await answer(isAllowed: false) }
        guard open.ending == nil else { return }
        offer?.expire()
        await finish()
    }

    private var currentState: PairingReply.State {
        guard var offer else { return .none }
        _ = offer.beginAttempt(now: Now.read().wall)
        switch offer.ending {
        case nil: return .open
        case .used: return usedState
        case .attemptsUsedUp: return runs.isEmpty ? .failed : .open
        case .expired: return .expired
        case .closed: return .none
        }
    }

    /// The state after a device has proved the code; it is paired once both sides have that on their disks.
    private var usedState: PairingReply.State {
        if guest?.hasConfirmed == true { return .paired }
        if question != nil { return .asking }
        if isDeclined { return .declined }
        guard runs.isEmpty else { return .open }
        return guest == nil ? .unfinished : .unconfirmed
    }

    private func reply(showing secret: PairingSecret? = nil) -> PairingReply {
        let state = currentState
        let guest = state == .paired || state == .unconfirmed ? guest : nil
        var (code, ticket): (String?, String?)
        switch secret {
        case .code(let shown): code = shown.grouped.filter { $0 != " " }
        case .ticket(let shown): ticket = shown.text
        case nil: break
        }
        let asked = state == .asking ? question : nil
        return PairingReply(
            state: state,
            code: code,
            ticket: ticket,
            expiresAt: offer?.expiresAtMilliseconds,
            attemptsLeft: offer.map(\.attemptsLeft) ?? 0,
            port: state == .open ? Int(port) : nil,
            deviceName: guest?.name ?? asked?.device.deviceName,
            deviceID: guest?.id ?? asked.map { DeviceID(publicKey: $0.device.publicKey).description },
            members: guest?.members ?? asked?.members,
            wished: asked?.wished,
            refusal: state == .unfinished ? refusal : nil
        )
    }
}
