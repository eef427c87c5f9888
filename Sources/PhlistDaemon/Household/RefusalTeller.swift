import Logging
import PhlistSync
import PhlistTransport
import Synchronization

/// Tells of those who were turned away, in few lines however many they are.
final class RefusalTeller: Sendable {
    private let logger: Logger
    private let log = Mutex(RefusalLog())

    init(logger: Logger) {
        self.logger = logger
    }

    /// Tells, now or with others, why somebody was turned away.
    func tell(_ message: Logger.Message, from address: NetworkAddress?, because reason: String) {
        let source = address?.hostText ?? "unknown"
        switch log.withLock({ $0.refused(source, at: Now.read().monotonic) }) {
        case .tell:
            let address = address?.description ?? "unknown"
            logger.info(message, metadata: ["address": "\(address)", "reason": "\(reason)"])
        case .countFromNow: tellLater()
        case .count: break
        }
    }

    private func tellLater() {
        // Nobody waits for it; at the end of the program the line is lost with its few seconds.
        Task { [weak self] in
            try? await ContinuousClock().sleep(for: .milliseconds(RefusalLog.intervalMilliseconds))
            self?.tellOfOthers()
        }
    }

    private func tellOfOthers() {
        let count = log.withLock { $0.takeLeftOut() }
        logger.info("others were refused", metadata: ["count": "\(count)"])
    }
}
