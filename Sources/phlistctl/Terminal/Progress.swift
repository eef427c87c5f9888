import Synchronization

/// The progress of long work as one line on a terminal, drawn four times a second after the first second, and erased
/// when the work is over.
///
/// The work only counts; a separate task draws the line, so that it advances while the work waits for phlistd.
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

    /// Starts to show progress; without a screen, nothing is shown.
    init(_ text: ProgressText, on screen: Screen?) {
        state = Mutex(State(text: text))
        self.screen = screen
        guard screen != nil else { return }
        Task.detached { [self] in await drawUntilOver() }
    }

    /// Adds to the amount done.
    func advance(by count: Int) {
        state.withLock { $0.text.done += Int64(count) }
    }

    /// Sets the total amount done and the detail.
    func set(done: Int64, _ detail: TerminalText) {
        state.withLock { ($0.text.done, $0.text.detail) = (done, detail) }
    }

    /// Erases the line and stops drawing.
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

    /// Draws the line; returns false once the work is over.
    private func draw(after elapsed: Duration) -> Bool {
        state.withLock { state in
            guard let screen, !state.isOver else { return false }
            state.isShown = true
            screen.write(Self.eraseLine + state.text.line(after: elapsed).cut(to: screen.columns() - 1).string)
            return true
        }
    }

    /// Work that is shorter than this shows nothing.
    private static let patience = Duration.seconds(1)
    private static let interval = Duration.milliseconds(250)
    /// Moves to the first column and erases the line (EL of ECMA-48).
    private static let eraseLine = "\r\u{1B}[K"
}
