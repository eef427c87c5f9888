import Synchronization

/// How far a long piece of work is: one line on a terminal, drawn four times a second from the first second on, and
/// erased when the work is over.
///
/// Whoever works only counts; the line is drawn by a task beside it, so that it goes on while phlistd is waited for.
final class Progress: Sendable {
    private let state: Mutex<State>
    private let screen: Screen?

    /// The terminal of the messages.
    struct Screen: Sendable {
        var columns: @Sendable () -> Int
        var write: @Sendable (String) -> Void
    }

    private struct State {
        var text: ProgressText
        var isShown = false
        var isOver = false
    }

    /// Begins to show work; nothing is ever shown without a terminal.
    init(_ text: ProgressText, on screen: Screen?) {
        state = Mutex(State(text: text))
        self.screen = screen
        guard screen != nil else { return }
        Task.detached { [self] in await drawUntilOver() }
    }

    /// Counts what was done meanwhile.
    func advance(by count: Int) {
        state.withLock { $0.text.done += Int64(count) }
    }

    /// Says how far it is altogether.
    func set(done: Int64, _ detail: TerminalText) {
        state.withLock { ($0.text.done, $0.text.detail) = (done, detail) }
    }

    /// Erases the line; nothing is drawn any more.
    func end() {
        state.withLock { state in
            if state.isShown { screen?.write(Self.eraseLine) }
            (state.isShown, state.isOver) = (false, true)
        }
    }

    private func drawUntilOver() async {
        let begin = ContinuousClock.now
        try? await Task.sleep(for: Self.patience)
        while draw(after: ContinuousClock.now - begin) {
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Draws the line; false once the work is over.
    private func draw(after elapsed: Duration) -> Bool {
        state.withLock { state in
            guard let screen, !state.isOver else { return false }
            state.isShown = true
            screen.write(Self.eraseLine + state.text.line(after: elapsed).cut(to: screen.columns() - 1).string)
            return true
        }
    }

    /// Work that takes less shows nothing.
    private static let patience = Duration.seconds(1)
    private static let interval = Duration.milliseconds(250)
    /// To the first column, then EL of ECMA-48.
    private static let eraseLine = "\r\u{1B}[K"
}
