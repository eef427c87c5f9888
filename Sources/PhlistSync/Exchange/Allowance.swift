import PhlistHousehold

/// Rate limit for things done at a peer's request: a burst, then a steady pace.
struct Allowance: Sendable {
    /// Monotonic time until which everything taken so far is paid for, in milliseconds.
    private var paidUntil: Int64 = 0

    /// Size of the burst, and the time that each use adds to the wait of later ones.
    struct Pace: Sendable {
        var atOnce: Int64
        var milliseconds: Int64
    }

    /// Takes one use.
    ///
    /// - Returns: False if it is too early.
    mutating func take(_ pace: Pace, now: Now) -> Bool {
        let start = max(paidUntil, now.monotonic)
        guard start - now.monotonic <= (pace.atOnce - 1) * pace.milliseconds else { return false }
        paidUntil = start + pace.milliseconds
        return true
    }
}
