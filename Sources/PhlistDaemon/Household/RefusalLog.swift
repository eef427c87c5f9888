/// Which refusals are told at once, and which together: with a line for each a stranger would fill the log.
///
/// Pure: the time comes in as an argument.
struct RefusalLog {
    /// A source on the network is told of no more often than this, and what was left out of all of them as often.
    static let intervalMilliseconds: Int64 = 10_000
    /// The same for clients of the control socket.
    static let controlIntervalMilliseconds: Int64 = 60_000
    /// Sources that are told of in that time.
    static let sourcesMax = 16

    /// When each source was told of last.
    private var told: [String: Int64] = [:]
    private var leftOutCount = 0
    let intervalMilliseconds: Int64

    init(intervalMilliseconds: Int64 = Self.intervalMilliseconds) {
        self.intervalMilliseconds = intervalMilliseconds
    }

    /// What becomes of one refusal.
    enum RefusalAction: Equatable {
        case tell
        /// It is the first that is left out: tell how many they are when the interval is over.
        case countFromNow
        case count
    }

    /// Somebody was refused.
    ///
    /// - Parameters:
    ///   - source: Where from, without the port.
    ///   - milliseconds: The monotonic time.
    /// - Returns: Whether it is to be told.
    mutating func refused(_ source: String, at milliseconds: Int64) -> RefusalAction {
        told = told.filter { milliseconds - $0.value < intervalMilliseconds }
        guard told[source] != nil || told.count >= Self.sourcesMax else {
            told[source] = milliseconds
            return .tell
        }
        leftOutCount += 1
        return leftOutCount == 1 ? .countFromNow : .count
    }

    /// How many were left out since this was asked last.
    mutating func takeLeftOut() -> Int {
        defer { leftOutCount = 0 }
        return leftOutCount
    }
}
