import Logging
import PhlistSync
import PhlistTransport
import Synchronization

/// Tells of those who were turned away, in few lines however many they are.
final class RefusalTeller: Sendable {
    private let logger: Logger
    private let log: Mutex<RefusalLog>
    private let intervalMilliseconds: Int64

    init(logger: Logger, intervalMilliseconds: Int64 = RefusalLog.intervalMilliseconds) {
        self.logger = logger
        self.intervalMilliseconds = intervalMilliseconds
        log = Mutex(RefusalLog(intervalMilliseconds: intervalMilliseconds))
    }

    /// Tells, now or with others, why somebody on the network was turned away.
    func tell(_ message: Logger.Message, from address: NetworkAddress?, because reason: String) {
        let metadata: Logger.Metadata = ["address": "\(address?.description ?? "unknown")", "reason": "\(reason)"]
        tell(message, of: address?.hostText ?? "unknown", metadata)
    }

    /// Tells, now or with others, that somebody was turned away.
    ///
    /// - Parameters:
    ///   - message: What happened.
    ///   - source: What the refusals have in common of which one is told.
    ///   - metadata: What else is to be known.
    func tell(_ message: Logger.Message, of source: String, _ metadata: Logger.Metadata) {
        switch log.withLock({ $0.refused(source, at: Now.read().monotonic) }) {
        case .tell: logger.info(message, metadata: metadata)
        case .countFromNow: tellLater()
        case .count: break
        }
    }

    private func tellLater() {
        // Nobody waits for it; at the end of the program the line is lost with its few seconds.
        Task { [weak self, intervalMilliseconds] in
            try? await ContinuousClock().sleep(for: .milliseconds(intervalMilliseconds))
            self?.tellOfOthers()
        }
    }

    private func tellOfOthers() {
        let count = log.withLock { $0.takeLeftOut() }
        logger.info("others were refused", metadata: ["count": "\(count)"])
    }
}
