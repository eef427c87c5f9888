import Synchronization

/// Tells the user once, while the first reply is awaited, that the daemon is still starting.
final class StartWatch: Sendable {
    private let tell: (@Sendable (StartProgress) -> Void)?
    private let state = Mutex<(began: ContinuousClock.Instant?, isOver: Bool)>((nil, false))

    init(_ tell: (@Sendable (StartProgress) -> Void)?) {
        self.tell = tell
    }

    /// Tells the user once the wait has lasted a second; to be called again and again while waiting.
    func tellIfSlow(socket path: String) {
        guard let tell, isTime(), let progress = StartProgress(socket: path) else { return }
        end()
        tell(progress)
    }

    private func isTime() -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            let began = state.began ?? .now
            state.began = began
            return .now - began >= Limits.startNoticePatience
        }
    }

    /// Ends the watch: the daemon has answered.
    func end() {
        state.withLock { $0.isOver = true }
    }
}
