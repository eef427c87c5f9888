import PhlistControl
import Synchronization

/// A line for somebody who waits at a terminal while phlistd starts, told once.
final class StartNotice: Sendable {
    private let lockFile: String
    private let tell: @Sendable (String) -> Void
    private let state = Mutex<(began: ContinuousClock.Instant?, isTold: Bool)>((nil, false))
    private static let patience = Duration.seconds(1)
    /// Later waits are for something else.
    private static let end = Duration.seconds(60)

    init(lockFile: String, tell: @escaping @Sendable (String) -> Void) {
        (self.lockFile, self.tell) = (lockFile, tell)
    }

    /// Tells it, if the wait has lasted for a second; called again and again while waiting.
    func turn() {
        let isTime = state.withLock { state in
            let began = state.began ?? ContinuousClock.now
            state.began = began
            return !state.isTold && (Self.patience..<Self.end).contains(ContinuousClock.now - began)
        }
        guard isTime, let progress = StartProgress(lockFile: lockFile) else { return }
        state.withLock { $0.isTold = true }
        tell("phlistd is starting: \(progress.words)\n")
    }
}
