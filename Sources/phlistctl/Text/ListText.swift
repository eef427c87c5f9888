import PhlistControl

/// Lists in words and in fields.
enum ListText {
    /// The lists with what is open in them.
    static func overview(_ lists: [ListView], _ style: Style) -> Page {
        page(lists, lists.map { [style.heading("\($0.title)"), openCount($0)] })
    }

    /// The lists with all there is to know about them.
    static func table(_ lists: [ListView], _ style: Style) -> Page {
        let cells = lists.map { list -> [TerminalText] in
            let doneCount: TerminalText = "\(list.doneCount) done"
            return [
                style.heading("\(list.title)"), openCount(list), doneCount, visibility(list), style.faint(id(list)),
            ]
        }
        return page(lists, cells)
    }

    /// One list, named by a line of words.
    static func page(_ list: ListView, _ words: TerminalText) -> Page {
        Page(words: [words], rows: [row(list)], ids: [list.id])
    }

    private static func page(_ lists: [ListView], _ cells: [[TerminalText]]) -> Page {
        Page(words: Table.lines(cells), rows: lists.map(row), ids: lists.map(\.id))
    }

    private static func openCount(_ list: ListView) -> TerminalText {
        list.openCount == 0 ? "nothing open" : "\(list.openCount) open"
    }

    private static func visibility(_ list: ListView) -> TerminalText {
        switch list.visibility {
        case .household: "household"
        case .participants: list.owner.map { "private to \($0)" } ?? "private"
        }
    }

    /// Eight of the 32 letters: enough to tell the lists of a household apart.
    private static func id(_ list: ListView) -> TerminalText {
        "\(String(list.id.prefix(8)))"
    }

    private static func row(_ list: ListView) -> [String] {
        [list.id, String(list.openCount), String(list.doneCount), list.visibility.rawValue, list.title]
    }
}
