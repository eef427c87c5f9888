/// Columns of text.
enum Table {
    /// The width, in terminal columns, up to which a cell widens its column for all rows; a longer cell moves only the
    /// cells after it in its own row.
    private static let widthMax = 40

    /// Aligns the cells of all rows in columns, two spaces apart, without trailing spaces.
    static func lines(_ rows: [[TerminalText]], indent: TerminalText = "") -> [TerminalText] {
        let columnCount = rows.map(\.count).max() ?? 0
        let widths = (0..<columnCount).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].width : 0 }.filter { $0 <= widthMax }.max() ?? 0
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
