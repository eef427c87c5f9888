/// The host's side of one connection: the device of the household that shows the code.
///
/// Feed it every frame and do what each action says; one input gives one action. Anything that is not the next step of
/// the protocol closes it for good. It cannot be copied: a copy would answer two guesses for one attempt.
package struct PairingHost: ~Copyable, Sendable {
    private let host: KeyFingerprint
    private let joiner: KeyFingerprint
    private let entropy: PairingEntropy
    private var state = State.awaitingHello

    private enum State {
        /// Nothing has come in.
        /// Can transition to: awaitingShare (HELLO), closed (anything else).
        case awaitingHello
        /// READY is sent; the peer has cost nothing yet.
        /// Can transition to: spendingAttempt (SHARE while a code lasts), awaitingConfirm (SHARE while a ticket lasts),
        /// closed (anything else).
        case awaitingShare(PairingContext)
        /// The attempt is counted and being written; nothing was computed from the code so far.
        /// Can transition to: awaitingConfirm (attempt spent), closed (any frame, write failed, invalid share).
        case spendingAttempt(PairingContext, joinerShare: [UInt8], PairingSecret)
        /// Our SHARE is sent.
        /// Can transition to: awaitingJoin (the right CONFIRM), closed (anything else).
        case awaitingConfirm(PairingKeys, PairingSecret)
        /// The joiner knows the code, the offer is used, our CONFIRM is sent.
        /// Can transition to: admitting (a JOIN that opens), closed (anything else).
        case awaitingJoin(PairingKeys)
        /// The roster entry is being written.
        /// Can transition to: awaitingDone (admitted), closed (any frame, write failed, declined).
        case admitting(PairingKeys)
        /// WELCOME is sent.
        /// Can transition to: closed (DONE, which completes the pairing, and anything else, which does not).
        case awaitingDone
        /// Over.
        case closed
    }

    /// What the shell must do.
    package enum Action: Equatable, Sendable {
        /// Send the frame.
        case send(PairingFrame)
        /// Make the offer's `attemptsUsed` durable, then call ``attemptSpent()``; ``writeFailed()`` if that fails.
        case spendAttempt
        /// Decode what the new device says, make its roster entry durable, then call ``admitted(welcomePayload:)``;
        /// ``writeFailed()`` if that fails, ``declined()`` if a person says no. The offer is used: nothing of it is to
        /// be kept.
        case admit(joinPayload: [UInt8])
        /// Close; the new device has kept what it needs.
        case completed
        /// Send the farewell if there is one, close, and tell the person.
        case fail(PairingFailure, farewell: PairingFrame?)
        /// Nothing: the run is over already.
        case doNothing
    }

    /// Begins with a connection whose TLS handshake has shown the peer's key.
    package init(ownFingerprint: KeyFingerprint, peerFingerprint: KeyFingerprint, entropy: PairingEntropy) {
        host = ownFingerprint
        joiner = peerFingerprint
        self.entropy = entropy
    }

    /// Whether the peer has proved that it knows the code: nobody else may send a large frame.
    package var isPeerProven: Bool {
        switch state {
        case .awaitingJoin, .admitting, .awaitingDone: true
        case .awaitingHello, .awaitingShare, .spendingAttempt, .awaitingConfirm, .closed: false
        }
    }

    /// Takes a frame from the peer.
    ///
    /// The offer is the one that all connections share; `now` is in milliseconds, by the clock that opened it.
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

    /// The attempt is durable: only now the code is used, and the answer sent.
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

    /// The roster entry is durable: the new device may learn about the household, in at most 64 KiB.
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

    /// What the last action asked to make durable is not.
    package mutating func writeFailed() -> Action {
        switch exchange(&state, with: .closed) {
        case .spendingAttempt, .admitting: Self.failed(.writeFailed)
        case .closed: .doNothing
        case .awaitingHello, .awaitingShare, .awaitingConfirm, .awaitingJoin, .awaitingDone:
            Self.failed(.calledOutOfTurn)
        }
    }

    /// A person does not let the new device in.
    package mutating func declined() -> Action {
        switch exchange(&state, with: .closed) {
        case .admitting: Self.failed(.declined)
        case .closed: .doNothing
        case .awaitingHello, .awaitingShare, .spendingAttempt, .awaitingConfirm, .awaitingJoin, .awaitingDone:
            Self.failed(.calledOutOfTurn)
        }
    }

    /// The connection ended, or the shell's timer for it did.
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
        // The device is in the roster by now: that is what the person must hear, whatever came instead of DONE.
        guard frame == PairingFrame(.done) else { throw .unacknowledged }
        return .completed
    }

    private static func failed(_ failure: PairingFailure) -> Action {
        .fail(failure, farewell: failure.refusal.map { PairingFrame(refusal: $0) })
    }
}
