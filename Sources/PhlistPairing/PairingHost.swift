/// The host's side of one connection: the device of the household that shows the code.
///
/// Feed it every frame and perform each action; one input gives one action. Anything but the next step of the protocol
/// closes it permanently. It cannot be copied: a copy would answer two guesses for one attempt.
package struct PairingHost: ~Copyable, Sendable {
    private let host: KeyFingerprint
    private let joiner: KeyFingerprint
    private let entropy: PairingEntropy
    private var state = State.awaitingHello

    private enum State {
        /// Nothing has come in.
        /// Can transition to: awaitingShare (HELLO), closed (anything else).
        case awaitingHello
        /// READY is sent; no attempt has been spent yet.
        /// Can transition to: spendingAttempt (SHARE while a code lasts), awaitingConfirm (SHARE while a ticket lasts),
        /// closed (anything else).
        case awaitingShare(PairingContext)
        /// The attempt is counted and being written; nothing has been computed from the code yet.
        /// Can transition to: awaitingConfirm (attempt spent), closed (any frame, write failed, invalid share).
        case spendingAttempt(PairingContext, joinerShare: [UInt8], PairingSecret)
        /// Our SHARE is sent.
        /// Can transition to: awaitingJoin (the right CONFIRM), closed (anything else).
        case awaitingConfirm(PairingKeys, PairingSecret)
        /// The joiner has proved the code, the offer is used, our CONFIRM is sent.
        /// Can transition to: admitting (a JOIN that opens), closed (anything else).
        case awaitingJoin(PairingKeys)
        /// The roster entry is being written.
        /// Can transition to: awaitingDone (admitted), closed (any frame, write failed, declined).
        case admitting(PairingKeys)
        /// WELCOME is sent.
        /// Can transition to: closed (DONE, which completes the pairing, and anything else, which does not).
        case awaitingDone
        /// The run is over.
        case closed
    }

    /// An action that the shell must perform.
    package enum Action: Equatable, Sendable {
        /// Send the frame.
        case send(PairingFrame)
        /// Make the offer's `attemptsUsed` durable, then call ``attemptSpent()``; ``writeFailed()`` if that fails.
        case spendAttempt
        /// Decode the payload, make the new device's roster entry durable, then call ``admitted(welcomePayload:)``;
        /// ``writeFailed()`` if that fails, ``declined()`` if a person says no. Drop the stored offer, which is used.
        case admit(joinPayload: [UInt8])
        /// Close; the new device has stored what it needs.
        case completed
        /// Send the farewell if there is one, close, and tell the person.
        case fail(PairingFailure, farewell: PairingFrame?)
        /// Do nothing: the run is already over.
        case doNothing
    }

    /// Prepares a run for a connection whose TLS handshake has shown the peer's key.
    package init(ownFingerprint: KeyFingerprint, peerFingerprint: KeyFingerprint, entropy: PairingEntropy) {
        host = ownFingerprint
        joiner = peerFingerprint
        self.entropy = entropy
    }

    /// Whether the peer has proved that it knows the code; only then may it send large frames.
    package var isPeerProven: Bool {
        switch state {
        case .awaitingJoin, .admitting, .awaitingDone: true
        case .awaitingHello, .awaitingShare, .spendingAttempt, .awaitingConfirm, .closed: false
        }
    }

    /// Handles a frame from the peer.
    ///
    /// The offer is shared by all connections; `now` is in milliseconds, by the clock that opened it.
    package mutating func received(_ frame: PairingFrame, offer: inout PairingOffer, now: Int64) -> Action {
        let before = exchange(&state, with: .closed)
        do throws(PairingFailure) {
            switch before {
            case .awaitingHello: return try answerHello(frame, &offer, now)
            case .awaitingShare(let context): return try spendAttempt(frame, context, &offer, now)
            case .spendingAttempt: throw .unexpectedFrame(type: frame.type)
            case .awaitingConfirm(let keys, let secret): return try answerConfirm(frame, keys, secret, &offer)
            case .awaitingJoin(let keys): return try admit(frame, keys)
            case .admitting: throw .unacknowledged
            case .awaitingDone: return try complete(frame)
            case .closed: return .doNothing
            }
        } catch {
            return Self.failed(error)
        }
    }

    /// Answers the share, now that the attempt is durable: the code must not be used before.
    package mutating func attemptSpent() -> Action {
        switch exchange(&state, with: .closed) {
        case .spendingAttempt(let context, let joinerShare, let secret):
            do throws(PairingFailure) {
                return try answerShare(context, joinerShare, secret)
            } catch {
                return Self.failed(error)
            }
        case .closed: return .doNothing
        case .awaitingHello, .awaitingShare, .awaitingConfirm, .awaitingJoin, .admitting, .awaitingDone:
            return Self.failed(.calledOutOfTurn)
        }
    }

    /// Sends the welcome payload, of at most 64 KiB, now that the roster entry is durable.
    package mutating func admitted(welcomePayload: [UInt8]) -> Action {
        switch exchange(&state, with: .closed) {
        case .admitting(let keys):
            do throws(PairingFailure) {
                return try welcome(welcomePayload, keys)
            } catch {
                return Self.failed(error)
            }
        case .closed: return .doNothing
        case .awaitingHello, .awaitingShare, .spendingAttempt, .awaitingConfirm, .awaitingJoin, .awaitingDone:
            return Self.failed(.calledOutOfTurn)
        }
    }

    /// Fails the run because the last action could not be made durable.
    package mutating func writeFailed() -> Action {
        switch exchange(&state, with: .closed) {
        case .spendingAttempt, .admitting: Self.failed(.writeFailed)
        case .closed: .doNothing
        case .awaitingHello, .awaitingShare, .awaitingConfirm, .awaitingJoin, .awaitingDone:
            Self.failed(.calledOutOfTurn)
        }
    }

    /// Fails the run because a person did not let the new device in.
    package mutating func declined() -> Action {
        switch exchange(&state, with: .closed) {
        case .admitting: Self.failed(.declined)
        case .closed: .doNothing
        case .awaitingHello, .awaitingShare, .spendingAttempt, .awaitingConfirm, .awaitingJoin, .awaitingDone:
            Self.failed(.calledOutOfTurn)
        }
    }

    /// Ends the run because the connection closed or the shell's timer expired.
    package mutating func disconnected() -> Action {
        switch exchange(&state, with: .closed) {
        case .awaitingHello, .awaitingShare, .spendingAttempt, .awaitingConfirm, .awaitingJoin:
            .fail(.disconnected, farewell: nil)
        case .admitting, .awaitingDone: .fail(.unacknowledged, farewell: nil)
        case .closed: .doNothing
        }
    }

    private mutating func answerHello(
        _ frame: PairingFrame,
        _ offer: inout PairingOffer,
        _ now: Int64
    ) throws(PairingFailure) -> Action {
        guard case .hello(let version) = try PairingMessage(frame) else { throw .unexpectedFrame(type: frame.type) }
        guard host != joiner else { throw .sameDevice }
        guard version == PairingMessage.version else { throw .otherVersion(version) }
        if case .refused(let refusal) = offer.beginAttempt(now: now) { throw .notOpen(refusal) }
        let ready = entropy.greeting
        state = .awaitingShare(
            PairingContext(joiner: joiner, host: host, hello: frame.body, ready: ready)
        )
        return .send(PairingFrame(.ready, ready))
    }

    private mutating func spendAttempt(
        _ frame: PairingFrame,
        _ context: PairingContext,
        _ offer: inout PairingOffer,
        _ now: Int64
    ) throws(PairingFailure) -> Action {
        guard case .share(let joinerShare) = try PairingMessage(frame) else {
            throw .unexpectedFrame(type: frame.type)
        }
        if case .refused(let refusal) = offer.spend(now: now) { throw .notOpen(refusal) }
        guard offer.secret.attemptsMax != nil else { return try answerShare(context, joinerShare, offer.secret) }
        state = .spendingAttempt(context, joinerShare: joinerShare, offer.secret)
        return .spendAttempt
    }

    private mutating func answerShare(
        _ context: PairingContext,
        _ joinerShare: [UInt8],
        _ secret: PairingSecret
    ) throws(PairingFailure) -> Action {
        let exchange = try CPace(secret: secret, context: context, entropy: entropy)
        guard joinerShare != exchange.share else { throw .reflected }
        let keys = try PairingKeys(context: context, host: exchange, joinerShare: joinerShare)
        state = .awaitingConfirm(keys, secret)
        return .send(PairingFrame(.share, exchange.share))
    }

    private mutating func answerConfirm(
        _ frame: PairingFrame,
        _ keys: PairingKeys,
        _ secret: PairingSecret,
        _ offer: inout PairingOffer
    ) throws(PairingFailure) -> Action {
        guard case .confirm(let proof) = try PairingMessage(frame) else { throw .unexpectedFrame(type: frame.type) }
        guard keys.joiner.isProof(proof) else { throw .wrongCode }
        if case .refused(let refusal) = offer.succeed(proven: secret) { throw .notOpen(refusal) }
        state = .awaitingJoin(keys)
        return .send(PairingFrame(.confirm, keys.host.proof))
    }

    private mutating func admit(_ frame: PairingFrame, _ keys: PairingKeys) throws(PairingFailure) -> Action {
        guard case .join(let sealed) = try PairingMessage(frame) else { throw .unexpectedFrame(type: frame.type) }
        let payload = try keys.joiner.open(sealed)
        state = .admitting(keys)
        return .admit(joinPayload: payload)
    }

    private mutating func welcome(_ payload: [UInt8], _ keys: PairingKeys) throws(PairingFailure) -> Action {
        guard payload.count <= PairingLimits.welcomePayloadSizeMax else {
            throw .payloadTooLarge(byteCount: payload.count)
        }
        let sealed = try keys.host.seal(payload)
        state = .awaitingDone
        return .send(PairingFrame(.welcome, sealed))
    }

    private func complete(_ frame: PairingFrame) throws(PairingFailure) -> Action {
        // The device is in the roster by now, and the person must learn that, whatever came instead of DONE.
        guard frame == PairingFrame(.done) else { throw .unacknowledged }
        return .completed
    }

    private static func failed(_ failure: PairingFailure) -> Action {
        .fail(failure, farewell: failure.refusal.map { PairingFrame(refusal: $0) })
    }
}
