import PhlistControl

/// Shows the current open items, and below them the newest change.
final class LiveItems: ChangeView {
    private let context: Context
    private let window: () -> WindowSize
    private let listID: String?
    private var screen = LiveScreen()
    private var lines: [TerminalText] = []
    private var newest: TerminalText
    private var isStale = false

    init(_ context: Context, listID: String?, window: @escaping () -> WindowSize) {
        self.context = context
        self.listID = listID
        self.window = window
        newest = context.style.faint(WatchText.nothingYet)
    }

    func took(_ event: ControlEvent) {
        newest = EventText.page(event, context.clock, context.style).words.first ?? newest
        isStale = true
    }

    func settled() throws {
        guard isStale else { return }
        do {
            try read()
            isStale = false
        } catch ClientError.connectionClosed, ClientError.daemonMissing {
            // The stream of changes also ends, and everything is read again when it resumes.
        }
        try draw(newest)
    }

    func daemonLeft() throws {
        try draw(context.style.warning(WatchText.daemonLeft))
    }

    func ended() throws {
        try context.output.write(screen.end())
    }

    private func read() throws {
        let reply = try context.ask(ItemsQuery(list: listID))
        var look = ItemLook(context)
        (look.isTable, look.isLong) = (reply.isFlat ?? false, reply.isLong ?? false)
        lines = reply.items.isEmpty ? [WatchText.nothingOpen] : ItemText.page(reply, look).words
    }

    private func draw(_ last: TerminalText) throws {
        let window = window()
        let page = Self.page(lines, last, rowCount: window.rows)
        try context.output.write(screen.drawing(of: page, in: window))
    }

    /// Returns the lines and the last one, set apart if there is room; a count replaces lines that do not fit.
    static func page(_ lines: [TerminalText], _ last: TerminalText, rowCount: Int) -> [TerminalText] {
        switch rowCount {
        case (lines.count + 2)...: return lines + ["", last]
        case lines.count + 1: return lines + [last]
        case ...1: return [last]
        default:
            let shownCount = rowCount - 2
            return lines.prefix(shownCount) + [WatchText.more(lines.count - shownCount), last]
        }
    }
}
