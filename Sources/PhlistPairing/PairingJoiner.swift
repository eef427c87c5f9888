/// The joining device's side of one connection: the device into which a person types the code, or that reads a ticket.
///
/// Feed it every frame and perform each action; one input gives one action. Anything but the next step of the protocol
/// closes it permanently. It never retries on its own.
package struct PairingJoiner: ~Copyable, Sendable {
    private let joiner: KeyFingerprint
    private let host: KeyFingerprint
    private let secret: PairingSecret
    private let joinPayload: [UInt8]
    private let entropy: PairingEntropy
    private var state = State.idle

    private enum State {
        /// Nothing is sent.
        /// Can transition to: awaitingReady (connected), closed (same device, another host than the ticket's,
        /// payload too large).
        case idle
        /// HELLO is sent.
        /// Can transition to: awaitingShare (READY), closed (anything else).
        case awaitingReady
        /// Our SHARE is sent.
        /// Can transition to: awaitingConfirm (SHARE), closed (anything else).
        case awaitingShare(PairingContext, CPace)
        /// Our CONFIRM is sent, which lets the host check whether its guess at the secret was right.
        /// Can transition to: awaitingWelcome (the right CONFIRM), closed (anything else, which is a wrong code).
        case awaitingConfirm(PairingKeys)
        /// The host has proved the code, our JOIN is sent.
        /// Can transition to: storing (a WELCOME that opens), closed (anything else).
        case awaitingWelcome(PairingKeys)
        /// The welcome payload is being written.
        /// Can transition to: closed (stored, which completes the pairing, or any frame).
        case storing
        /// The run is over.
        case closed
    }

    /// An action that the shell must perform.
    package enum Action: Equatable, Sendable {
        /// Send the frame.
        case send(PairingFrame)
        /// Make the payload durable, then call ``stored()``; if that fails, close.
        case welcomed(payload: [UInt8])
        /// Send the frame and close: the pairing is complete.
        case complete(farewell: PairingFrame)
        /// Close and tell the person.
        case fail(PairingFailure)
        /// Do nothing: the run is already over.
        case doNothing
    }

    /// Prepares a run for a connection whose TLS handshake has shown the host's key.
    ///
    /// The payload describes this device to the host, in at most `PairingLimits.joinPayloadSizeMax` bytes.
    package init(
        secret: PairingSecret,
        ownFingerprint: KeyFingerprint,
        peerFingerprint: KeyFingerprint,
        joinPayload: [UInt8],
        entropy: PairingEntropy
    ) {
        joiner = ownFingerprint
        host = peerFingerprint
        self.secret = secret
        self.joinPayload = joinPayload
        self.entropy = entropy
    }

    /// Whether the host has proved that it knows the code; only then may it send large frames.
    package var isHostProven: Bool {
        switch state {
        case .awaitingWelcome, .storing: true
        case .idle, .awaitingReady, .awaitingShare, .awaitingConfirm, .closed: false
        }
    }

    /// Starts the run with HELLO, after the TLS handshake.
    package mutating func connected() -> Action {
        switch exchange(&state, with: .closed) {
        case .idle:
            guard joiner != host else { return .fail(.sameDevice) }
            guard secret.host == nil || secret.host == host else { return .fail(.otherHost) }
            guard joinPayload.count <= PairingLimits.joinPayloadSizeMax else {
                return .fail(.payloadTooLarge(byteCount: joinPayload.count))
            }
            state = .awaitingReady
            return .send(PairingFrame(.hello, entropy.greeting))
        case .closed: return .doNothing
        case .awaitingReady, .awaitingShare, .awaitingConfirm, .awaitingWelcome, .storing:
            return .fail(.calledOutOfTurn)
        }
    }

    /// Handles a frame from the host.
    package mutating func received(_ frame: PairingFrame) -> Action {
        let before = exchange(&state, with: .closed)
        do throws(PairingFailure) {
            switch before {
            case .idle, .storing: throw .unexpectedFrame(type: frame.type)
            case .awaitingReady: return try answerReady(frame)
            case .awaitingShare(let context, let exchange): return try answerShare(frame, context, exchange)
            case .awaitingConfirm(let keys): return try answerConfirm(frame, keys)
            case .awaitingWelcome(let keys): return try takeWelcome(frame, keys)
            case .closed: return .doNothing
            }
        } catch {
            return .fail(error)
        }
    }

    /// Completes the run, now that the welcome payload is durable.
    package mutating func stored() -> Action {
        switch exchange(&state, with: .closed) {
        case .storing: .complete(farewell: PairingFrame(.done))
        case .closed: .doNothing
        case .idle, .awaitingReady, .awaitingShare, .awaitingConfirm, .awaitingWelcome: .fail(.calledOutOfTurn)
        }
    }

    /// Ends the run because the connection closed or the shell's timer expired.
    package mutating func disconnected() -> Action {
        switch exchange(&state, with: .closed) {
        case .idle, .awaitingReady, .awaitingShare, .awaitingWelcome, .storing: .fail(.disconnected)
        case .awaitingConfirm: .fail(.wrongCode)
        case .closed: .doNothing
        }
    }

    private mutating func answerReady(_ frame: PairingFrame) throws(PairingFailure) -> Action {
        guard case .ready(let version) = try message(frame) else { throw .unexpectedFrame(type: frame.type) }
        guard version == PairingMessage.version else { throw .otherVersion(version) }
        let context = PairingContext(joiner: joiner, host: host, hello: entropy.greeting, ready: frame.body)
        let exchange = try CPace(secret: secret, context: context, entropy: entropy)
        state = .awaitingShare(context, exchange)
        return .send(PairingFrame(.share, exchange.share))
    }

    private mutating func answerShare(
        _ frame: PairingFrame,
        _ context: PairingContext,
        _ exchange: CPace
    ) throws(PairingFailure) -> Action {
        guard case .share(let hostShare) = try message(frame) else { throw .unexpectedFrame(type: frame.type) }
        guard hostShare != exchange.share else { throw .reflected }
        let keys = try PairingKeys(context: context, joiner: exchange, hostShare: hostShare)
        state = .awaitingConfirm(keys)
        return .send(PairingFrame(.confirm, keys.joiner.proof))
    }

    /// Takes only the proof: a host that sends anything else has had its guess, and no other host must get one for the
    /// same typed code.
    private mutating func answerConfirm(_ frame: PairingFrame, _ keys: PairingKeys) throws(PairingFailure) -> Action {
        let answer = try? PairingMessage(frame)
        if answer == .refused(.notOpen) { throw .refused(.notOpen) }
        guard case .confirm(let proof) = answer, keys.host.isProof(proof) else { throw .wrongCode }
        let sealed = try keys.joiner.seal(joinPayload)
        state = .awaitingWelcome(keys)
        return .send(PairingFrame(.join, sealed))
    }

    private mutating func takeWelcome(_ frame: PairingFrame, _ keys: PairingKeys) throws(PairingFailure) -> Action {
        guard case .welcome(let sealed) = try message(frame) else { throw .unexpectedFrame(type: frame.type) }
        let payload = try keys.host.open(sealed)
        state = .storing
        return .welcomed(payload: payload)
    }

    /// Decodes a frame; throws if it is a refusal, which may come in place of any answer.
    private func message(_ frame: PairingFrame) throws(PairingFailure) -> PairingMessage {
        let message = try PairingMessage(frame)
        switch message {
        case .refused(.code): throw .wrongCode
        case .refused(let refusal): throw .refused(refusal)
        case .hello, .ready, .share, .confirm, .join, .welcome, .done: return message
        }
    }
}
