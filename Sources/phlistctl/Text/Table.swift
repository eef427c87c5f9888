/// Columns of text.
enum Table {
    /// Puts the cells of each row below each other, two spaces apart; there are none behind its last words.
    static func lines(_ rows: [[TerminalText]], indent: TerminalText = "") -> [TerminalText] {
        let columnCount = rows.map(\.count).max() ?? 0
        let widths = (0..<columnCount).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].width : 0 }.max() ?? 0
        }
        return rows.map { row in
            let last = row.lastIndex { $0.width > 0 } ?? -1
            let cells = row.prefix(last + 1).enumerated().map { column, cell in
                column == last ? cell : cell.padded(to: widths[column])
            }
            return "\(indent)\(TerminalText.joined(cells, separator: "  "))"
        }
    }
}
