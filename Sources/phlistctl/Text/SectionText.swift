import PhlistControl

/// Sections in words and in fields.
enum SectionText {
    /// The sections with what is open in them.
    static func table(_ sections: [SectionView], _ style: Style) -> Page {
        let cells = sections.map { section -> [TerminalText] in
            let count: TerminalText = section.openCount == 0 ? "nothing open" : "\(section.openCount) open"
            return [style.heading("\(section.name)"), count]
        }
        return page(sections, Table.lines(cells))
    }

    /// What has become of sections, one line each.
    static func page(_ sections: [SectionView], _ words: [TerminalText]) -> Page {
        let rows = sections.map { [$0.id, String($0.openCount), $0.listTitle, $0.name] }
        return Page(words: words, rows: rows, ids: sections.map(\.id))
    }
}
