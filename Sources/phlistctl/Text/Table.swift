/// Columns of text.
enum Table {
    /// Puts the cells of each row below each other, two spaces apart; the last column has no spaces behind it.
    static func lines(_ rows: [[TerminalText]], indent: TerminalText = "") -> [TerminalText] {
        let columnCount = rows.map(\.count).max() ?? 0
        let widths = (0..<columnCount).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].width : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell.padded(to: widths[column])
            }
            return "\(indent)\(TerminalText.joined(cells, separator: "  "))"
        }
    }
}
