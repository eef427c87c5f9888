/// Decides which refusals are logged at once, and which are summed up: one line each would let a stranger fill the log.
///
/// Pure: the time is an argument.
struct RefusalLog {
    /// The interval between two lines about one source, and between two lines that sum up the others.
    static let intervalMilliseconds: Int64 = 10_000
    /// The same for clients of the control socket.
    static let controlIntervalMilliseconds: Int64 = 60_000
    /// The number of sources with a line of their own in that time.
    static let sourcesMax = 16

    /// The time of the last line about each source.
    private var told: [String: Int64] = [:]
    private var leftOutCount = 0
    let intervalMilliseconds: Int64

    init(intervalMilliseconds: Int64 = Self.intervalMilliseconds) {
        self.intervalMilliseconds = intervalMilliseconds
    }

    /// The handling of a refusal.
    enum RefusalAction: Equatable {
        case tell
        /// The first that is left out: log the number of those left out when the interval is over.
        case countFromNow
        case count
    }

    /// Records a refusal.
    ///
    /// - Parameters:
    ///   - source: The source, without the port.
    ///   - milliseconds: The monotonic time.
    /// - Returns: The handling of the refusal.
    mutating func refused(_ source: String, at milliseconds: Int64) -> RefusalAction {
        told = told.filter { milliseconds - $0.value < intervalMilliseconds }
        guard told[source] != nil || told.count >= Self.sourcesMax else {
            told[source] = milliseconds
            return .tell
        }
        leftOutCount += 1
        return leftOutCount == 1 ? .countFromNow : .count
    }

    /// Returns the number left out since the last call.
    mutating func takeLeftOut() -> Int {
        defer { leftOutCount = 0 }
        return leftOutCount
    }
}
