import PhlistControl

/// Items in words and in fields.
enum ItemText {
    /// Items below the titles of their lists, in the order in which they come.
    static func page(_ items: [ItemView], _ style: Style) -> Page {
        var words: [TerminalText] = []
        let idWidth = items.map(\.shortID.count).max() ?? 0
        for (index, item) in items.enumerated() {
            if index == 0 || items[index - 1].listID != item.listID {
                words.append(style.heading("\(item.listTitle)"))
            }
            words.append("  \(line(item, idWidth: idWidth, style))")
        }
        return Page(words: words, rows: items.map(row), ids: items.map(\.id))
    }

    /// What has become of items, one line each.
    static func page(_ items: [ItemView], _ words: [TerminalText]) -> Page {
        Page(words: words, rows: items.map(row), ids: items.map(\.id))
    }

    /// Everything about one item.
    static func details(_ item: ItemView, _ clock: Clock, _ style: Style) -> Page {
        var fields: [[TerminalText]] = [
            ["id", "\(item.id) (\(item.shortID))"],
            ["list", "\(item.listTitle)"],
            ["state", item.isTrashed ? "\(item.state.rawValue), in the trash" : "\(item.state.rawValue)"],
            ["added", change(item.createdAt, item.createdBy, clock)],
            ["changed", change(item.updatedAt, item.updatedBy, clock)],
        ]
        fields += item.conflicts.map { [style.warning("conflict"), conflict($0, clock)] }
        let heading: TerminalText = "\(mark(item.state)) \(style.heading("\(item.title)"))"
        return page([item], [heading] + Table.lines(fields, indent: "  "))
    }

    /// The mark of a state; it says the same as the colour does.
    static func mark(_ state: ItemState) -> TerminalText {
        switch state {
        case .open: "[ ]"
        case .done: "[x]"
        case .cancelled: "[~]"
        }
    }

    /// The title, struck through when nothing is left to do.
    static func title(_ item: ItemView, _ style: Style) -> TerminalText {
        item.state == .open && !item.isTrashed ? "\(item.title)" : style.struck("\(item.title)")
    }

    private static func line(_ item: ItemView, idWidth: Int, _ style: Style) -> TerminalText {
        let id = style.faint(TerminalText(data: item.shortID).padded(to: idWidth))
        let conflict: TerminalText = item.conflicts.isEmpty ? "" : "  \(style.warning("(conflict)"))"
        let trash: TerminalText = item.isTrashed ? "  (removed)" : ""
        return "\(mark(item.state)) \(id)  \(title(item, style))\(trash)\(conflict)"
    }

    private static func row(_ item: ItemView) -> [String] {
        [item.id, item.isTrashed ? "trashed" : item.state.rawValue, item.listTitle, item.title]
    }

    private static func change(_ time: Int64, _ member: String?, _ clock: Clock) -> TerminalText {
        "\(clock.dateTime(time)) by \(member ?? "the house")"
    }

    private static func conflict(_ conflict: ConflictView, _ clock: Clock) -> TerminalText {
        let values = conflict.values.map { value -> TerminalText in
            "\"\(value.value)\" (\(value.by ?? "the house"), \(clock.dateTime(value.at)))"
        }
        return "\(conflict.field): \(TerminalText.joined(values, separator: " or "))"
    }
}
