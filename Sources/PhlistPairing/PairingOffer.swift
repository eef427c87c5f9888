/// An open code or ticket, with its expiry, the attempts spent on it, and its ending.
///
/// One offer serves all connections that come in while it is open, so that together they get no more attempts than one.
/// The secret exists only in memory. While ``ending`` is nil, ``attemptsUsed`` and ``expiresAtMilliseconds`` must
/// outlive the process; an offer that has ended leaves nothing to keep.
package struct PairingOffer: Sendable {
    /// The code or the ticket.
    package let secret: PairingSecret
    /// The time at which the code expires, in milliseconds since 1970, by the same clock as every `now`.
    package let expiresAtMilliseconds: Int64
    /// The attempts spent so far, by all connections together.
    package private(set) var attemptsUsed: Int
    /// The ending as of the last check, nil while open; an ended offer stays ended, whatever the clock says later.
    package private(set) var ending: Refusal?

    /// The reason for which the code cannot be tried.
    package enum Refusal: Equatable, Sendable {
        case expired
        /// All attempts were spent on wrong codes.
        case attemptsUsedUp
        /// A device has paired with it.
        case used
        /// A person or the daemon closed it.
        case closed
    }

    /// Whether the code may be tried.
    package enum Verdict: Equatable, Sendable {
        case allowed
        case refused(Refusal)
    }

    /// Opens a code for five minutes and three attempts, or a ticket for five minutes.
    package init(_ secret: PairingSecret, now: Int64) {
        self.init(secret, expiresAtMilliseconds: now + PairingLimits.offerLifetimeMilliseconds, attemptsUsed: 0)
    }

    /// Restores an offer from its stored values; a count out of range leaves no attempts.
    package init(_ secret: PairingSecret, expiresAtMilliseconds: Int64, attemptsUsed: Int) {
        self.secret = secret
        self.expiresAtMilliseconds = expiresAtMilliseconds
        self.attemptsUsed =
            (0...PairingLimits.attemptsMax).contains(attemptsUsed) ? attemptsUsed : PairingLimits.attemptsMax
    }

    /// The number of attempts left, for display; nil for a ticket, which cannot be guessed.
    package var attemptsLeft: Int? {
        secret.attemptsMax.map { ending == nil ? $0 - attemptsUsed : 0 }
    }

    /// Returns whether a connection may start, which is whether the offer is still open; spends no attempt.
    package mutating func beginAttempt(now: Int64) -> Verdict {
        if ending == nil { ending = endingByItself(now: now) }
        return ending.map { .refused($0) } ?? .allowed
    }

    /// Spends one attempt, before anything is computed from the code; attempts at a ticket are not counted.
    package mutating func spend(now: Int64) -> Verdict {
        let verdict = beginAttempt(now: now)
        if verdict == .allowed, secret.attemptsMax != nil { attemptsUsed += 1 }
        return verdict
    }

    /// Ends the offer for the first connection that proved the code; refuses a code from an offer replaced since.
    package mutating func succeed(proven: PairingSecret) -> Verdict {
        guard proven.matches(secret) else { return .refused(.closed) }
        // The last attempt may still succeed, and a proof may arrive just after the offer has expired.
        switch ending {
        case nil, .expired, .attemptsUsedUp:
            ending = .used
            return .allowed
        case .used: return .refused(.used)
        case .closed: return .refused(.closed)
        }
    }

    /// Closes the offer; connections that have not proved the code by now fail.
    package mutating func close() {
        if ending == nil { ending = .closed }
    }

    /// Expires the offer, when its lifetime is over by a monotonic clock.
    package mutating func expire() {
        if ending == nil { ending = .expired }
    }

    private func endingByItself(now: Int64) -> Refusal? {
        guard now < expiresAtMilliseconds else { return .expired }
        // A clock that was set back must not keep a code open for longer than its lifetime.
        let left = UInt64(bitPattern: expiresAtMilliseconds &- now)
        guard left <= UInt64(PairingLimits.offerLifetimeMilliseconds) else { return .expired }
        return attemptsUsed < secret.attemptsMax ?? .max ? nil : .attemptsUsedUp
    }
}

extension PairingOffer.Refusal: CustomStringConvertible {
    /// The reason in one line, for a person.
    package var description: String {
        switch self {
        case .expired: "the code has expired"
        case .attemptsUsedUp: "all \(PairingLimits.attemptsMax) attempts for the code are used up"
        case .used: "the code has been used"
        case .closed: "the code has been closed"
        }
    }
}
