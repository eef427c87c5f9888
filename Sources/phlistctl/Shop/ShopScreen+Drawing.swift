import PhlistControl
import PhlistVocabulary

/// The screen as lines.
extension ShopScreen {
    /// Whether the last line ends at the place where the next typed letter appears.
    var isTyping: Bool { mode != .list }

    /// The lines of the whole window, from top to bottom, none of them wider than it.
    var lines: [TerminalText] {
        let rows = max(1, window.rows)
        let bottom = bottom.suffix(rows)
        let header = rows - bottom.count > 1 ? [self.header] : []
        let body = body(rows - bottom.count - header.count)
        return header + body + bottom
    }

    private var columns: Int { max(1, window.columns) }

    /// The title, cut so that the count is in sight.
    private var header: TerminalText {
        let end: TerminalText = note == "" ? "" : " \(note)"
        let count: TerminalText = "\(end)  \(doneCount) of \(totalCount) done"
        let room = max(columns - count.width, columns / 3)
        let name = look.style.heading(TerminalText(data: title).cut(to: room))
        let line: TerminalText = "\(name)\(count)"
        return line.cut(to: columns)
    }

    // MARK: Items

    /// A line between the first and the last ones.
    private enum BodyLine {
        case section(String)
        case item(Int)
    }

    /// Returns as many lines as there is room for, with the cursor in the middle where that is possible.
    private func body(_ room: Int) -> [TerminalText] {
        guard room > 0 else { return [] }
        guard !items.isEmpty else { return padded([look.style.faint(ShopText.nothingOpen).cut(to: columns)], to: room) }
        let lines = bodyLines
        let current = lines.firstIndex { if case .item(cursorIndex) = $0 { true } else { false } } ?? 0
        let top = min(max(0, current - room / 2), max(0, lines.count - room))
        return padded(lines[top...].prefix(room).map(text), to: room)
    }

    private func padded(_ lines: [TerminalText], to count: Int) -> [TerminalText] {
        lines + Array(repeating: "", count: max(0, count - lines.count))
    }

    private var bodyLines: [BodyLine] {
        var lines: [BodyLine] = []
        var section: String?
        for (index, item) in items.enumerated() {
            if item.section != section {
                section = item.section
                lines += section.map { [.section($0)] } ?? []
            }
            lines.append(.item(index))
        }
        return lines
    }

    private func text(_ line: BodyLine) -> TerminalText {
        switch line {
        case .section(let name): look.style.heading("\(name)").cut(to: columns)
        case .item(let index): row(items[index])
        }
    }

    /// Returns the row of an item, of which the title is cut first.
    private func row(_ item: ItemView) -> TerminalText {
        guard item.id != cursor else {
            // One rendition for the whole row: a reset within it would end it too early.
            return look.style.selected(row(item, mark: "> ", Style(isColored: false)).padded(to: columns))
        }
        return row(item, mark: "  ", look.style)
    }

    private func row(_ item: ItemView, mark: TerminalText, _ style: Style) -> TerminalText {
        let margin = TerminalText(data: String(repeating: " ", count: min(2 * item.depth, columns / 4)))
        let start: TerminalText = "\(mark)\(margin)\(ItemText.mark(item.state)) "
        let end = details(item, style)
        let room = max(columns - start.width - end.width, columns / 3)
        let title = TerminalText(data: item.title).cut(to: room)
        let isOpen = item.state == .open
        let line: TerminalText = "\(start)\(isOpen ? title : style.struck(title))\(isOpen ? end : style.faint(end))"
        return line.cut(to: columns)
    }

    /// The date of an open item, its quantity, and for whom it is.
    private func details(_ item: ItemView, _ style: Style) -> TerminalText {
        var look = look
        look.style = style
        let parts: [TerminalText?] = [
            item.state == .open ? ItemLine(item: item, look: look).date : nil,
            item.quantity.isEmpty ? nil : "\(item.quantity)",
            item.assignee.map { "@\($0)" },
        ]
        return parts.compactMap(\.self).reduce("") { "\($0)  \($1)" }
    }

    // MARK: Bottom

    /// The last lines: the keys or a message, or what is typed and a message above it.
    private var bottom: [TerminalText] {
        let notice = (message ?? (isDaemonAway ? look.style.warning(ShopText.daemonAway) : nil))?.cut(to: columns)
        switch mode {
        case .list: return [notice ?? look.style.faint(ShopText.keys(columns))]
        case .add(let line): return (notice.map { [$0] } ?? []) + [line.shown(after: ShopText.add, columns: columns)]
        case .find(let line, _):
            return (notice.map { [$0] } ?? []) + [line.shown(after: ShopText.find, columns: columns)]
        }
    }
}
