/// The pauses between tries: each twice as long as the one before, and never the same on two devices.
struct BackOff {
    private let secondsMin: Double
    private let secondsMax: Double
    private var failures = 0

    init(limits: DiscoveryLimits) {
        secondsMin = limits.retrySecondsMin
        secondsMax = limits.retrySecondsMax
    }

    /// A try has failed: the pause before the next, in seconds.
    mutating func failed(random: inout some RandomNumberGenerator) -> Double {
        let doublings = min(failures, 32)
        failures += 1
        let base = secondsMin * Double(1 << doublings)
        let jitter = Double.random(in: 1..<1.5, using: &random)
        return min(base, secondsMax / 1.5) * jitter
    }

    /// A try has succeeded.
    mutating func succeeded() {
        failures = 0
    }
}
