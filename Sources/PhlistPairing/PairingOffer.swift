/// A code or ticket that is open: how long, for how many attempts, and whether it is over.
///
/// One offer serves all connections that come in while it is open, so that together they get no more attempts than one.
/// The secret lives in memory alone. What must outlive the process are two plain values, ``attemptsUsed`` and
/// ``expiresAtMilliseconds``, as long as ``ending`` is nil; an offer that has ended leaves nothing to keep.
package struct PairingOffer: Sendable {
    /// What the person reads from the screen, or the ticket.
    package let secret: PairingSecret
    /// When the code ends, by the clock that every `now` is read from: milliseconds since 1970.
    package let expiresAtMilliseconds: Int64
    /// The attempts spent so far, by all connections together.
    package private(set) var attemptsUsed: Int
    /// How the offer ended, as far as anybody has looked; an ended offer stays so, whatever the clock says later.
    package private(set) var ending: Refusal?

    /// Why the code cannot be tried.
    package enum Refusal: Equatable, Sendable {
        case expired
        /// All attempts were spent on wrong codes.
        case attemptsUsedUp
        /// A device has paired with it.
        case used
        /// The person, or the daemon, closed it.
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

    /// Continues an offer from what was stored of it; a count that cannot be right leaves no attempt.
    package init(_ secret: PairingSecret, expiresAtMilliseconds: Int64, attemptsUsed: Int) {
        self.secret = secret
        self.expiresAtMilliseconds = expiresAtMilliseconds
        self.attemptsUsed =
            (0...PairingLimits.attemptsMax).contains(attemptsUsed) ? attemptsUsed : PairingLimits.attemptsMax
    }

    /// How many guesses are left, for the screen; nil for a ticket, which nobody guesses.
    package var attemptsLeft: Int? {
        secret.attemptsMax.map { ending == nil ? $0 - attemptsUsed : 0 }
    }

    /// Says whether a connection may start, and so whether the offer is still open; costs nothing yet.
    package mutating func beginAttempt(now: Int64) -> Verdict {
        if ending == nil { ending = endingByItself(now: now) }
        return ending.map { .refused($0) } ?? .allowed
    }

    /// Spends one attempt, before anything is computed from the code; those at a ticket are not counted.
    package mutating func spend(now: Int64) -> Verdict {
        let verdict = beginAttempt(now: now)
        if verdict == .allowed, secret.attemptsMax != nil { attemptsUsed += 1 }
        return verdict
    }

    /// Ends the offer for the first connection that proved its code, which is another when the offer was replaced.
    package mutating func succeed(proven: PairingSecret) -> Verdict {
        guard proven.matches(secret) else { return .refused(.closed) }
        // The last attempt may still succeed, and a proof may come in a moment after the time is over.
        switch ending {
        case nil, .expired, .attemptsUsedUp:
            ending = .used
            return .allowed
        case .used: return .refused(.used)
        case .closed: return .refused(.closed)
        }
    }

    /// Ends the offer; connections that have not proved the code by now fail.
    package mutating func close() {
        if ending == nil { ending = .closed }
    }

    /// Ends an offer whose time is over by a clock that nobody sets.
    package mutating func expire() {
        if ending == nil { ending = .expired }
    }

    private func endingByItself(now: Int64) -> Refusal? {
        guard now < expiresAtMilliseconds else { return .expired }
        // A clock that was set back must not keep a code open: no code was ever to last longer than its lifetime.
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
