import PhlistControl

/// Shows a line for each change.
final class ChangeLines: ChangeView {
    private let context: Context

    init(_ context: Context) {
        self.context = context
    }

    func took(_ event: ControlEvent) throws {
        let page = EventText.page(event, context.clock, context.style)
        guard context.format == .json || !page.words.isEmpty else { return }
        try context.show(event, page)
    }

    func settled() {}

    func daemonLeft() throws {
        try context.note(WatchText.daemonLeft)
    }

    func ended() {}
}

/// Messages of `watch` itself.
enum WatchText {
    static let daemonLeft: TerminalText = "phlistd has ended the connection; waiting for it"
    static let nothingYet: TerminalText = "waiting for changes; Ctrl-C ends"
    static let nothingOpen: TerminalText = "nothing open"

    static func more(_ count: Int) -> TerminalText {
        "… and \(count) more line\(count == 1 ? "" : "s")"
    }
}
