import PhlistControl

/// Sections as text and as fields.
enum SectionText {
    /// Returns the sections with their numbers of open items.
    static func table(_ sections: [SectionView], _ style: Style) -> Page {
        let cells = sections.map { section -> [TerminalText] in
            let count: TerminalText = section.openCount == 0 ? "nothing open" : "\(section.openCount) open"
            return [style.heading("\(section.name)"), count]
        }
        return page(sections, Table.lines(cells))
    }

    /// Returns a page about changed sections.
    static func page(_ sections: [SectionView], _ words: [TerminalText]) -> Page {
        let rows = sections.map { [$0.id, String($0.openCount), $0.listTitle, $0.name] }
        return Page(words: words, rows: rows, ids: sections.map(\.id))
    }
}
