package import Logging
import Synchronization

/// The level of a log that may change while the program runs.
package final class LiveLogLevel: Sendable {
    private let level: Mutex<Logger.Level>

    package init(_ level: Logger.Level) {
        self.level = Mutex(level)
    }

    package var value: Logger.Level {
        get { level.withLock { $0 } }
        set { level.withLock { $0 = newValue } }
    }
}
