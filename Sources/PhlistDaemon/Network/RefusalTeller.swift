import Logging
import PhlistHousehold
import PhlistSync
import PhlistTransport
import Synchronization

/// Logs refused connections, in few lines however many there are.
final class RefusalTeller: Sendable {
    private let logger: Logger
    private let log: Mutex<RefusalLog>
    private let intervalMilliseconds: Int64

    init(logger: Logger, intervalMilliseconds: Int64 = RefusalLog.intervalMilliseconds) {
        self.logger = logger
        self.intervalMilliseconds = intervalMilliseconds
        log = Mutex(RefusalLog(intervalMilliseconds: intervalMilliseconds))
    }

    /// Logs, at once or summed up, the reason for refusing a connection from the network.
    func tell(_ message: Logger.Message, from address: NetworkAddress?, because reason: String) {
        let metadata: Logger.Metadata = ["address": "\(address?.description ?? "unknown")", "reason": "\(reason)"]
        tell(message, of: address?.hostText ?? "unknown", metadata)
    }

    /// Logs a refusal, at once or summed up.
    ///
    /// - Parameters:
    ///   - message: The event.
    ///   - source: The property shared by refusals that are logged as one.
    ///   - metadata: Further details.
    func tell(_ message: Logger.Message, of source: String, _ metadata: Logger.Metadata) {
        switch log.withLock({ $0.refused(source, at: Now.read().monotonic) }) {
        case .tell: logger.info(message, metadata: metadata)
        case .countFromNow: tellLater()
        case .count: break
        }
    }

    private func tellLater() {
        // Not awaited; at the end of the program the last few seconds of refusals are not logged.
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
