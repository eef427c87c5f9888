/// Exponential back-off with jitter, so that devices that fail together do not retry together.
struct BackOff {
    private let secondsMin: Double
    private let secondsMax: Double
    private var failures = 0

    init(limits: DiscoveryLimits) {
        secondsMin = limits.retrySecondsMin
        secondsMax = limits.retrySecondsMax
    }

    /// Counts a failure and returns the pause before the next attempt, in seconds.
    mutating func failed(random: inout some RandomNumberGenerator) -> Double {
        let doublings = min(failures, 32)
        failures += 1
        let base = secondsMin * Double(1 << doublings)
        let jitter = Double.random(in: 1..<1.5, using: &random)
        return min(base, secondsMax / 1.5) * jitter
    }

    /// Starts over with the shortest pause.
    mutating func succeeded() {
        failures = 0
    }
}
