/// How often something is done because a peer says so: some times at once, and then at a pace.
struct Allowance: Sendable {
    /// When all that was taken is paid for, by the monotonic clock.
    private var paidUntil: Int64 = 0

    /// A number of times that need no wait, and what each takes of the time of the next ones.
    struct Pace: Sendable {
        var atOnce: Int64
        var milliseconds: Int64
    }

    /// Takes one time.
    ///
    /// - Returns: False when it is too early.
    mutating func take(_ pace: Pace, now: Now) -> Bool {
        let start = max(paidUntil, now.monotonic)
        guard start - now.monotonic <= (pace.atOnce - 1) * pace.milliseconds else { return false }
        paidUntil = start + pace.milliseconds
        return true
    }
}
