/// The last lines of a terminal, drawn again and again in the same place.
///
/// Nothing above them is touched and the cursor stays behind them, so that there is nothing to restore when the program
/// ends, however it does. A line never takes two rows: what follows would be drawn in a wrong place.
struct LiveScreen {
    private var rowCount = 0

    /// What to write to show the lines where the last ones are; lines that do not fit the window are cut.
    mutating func drawing(of lines: [TerminalText], in window: WindowSize) -> String {
        let top = Self.up(rowCount - 1)
        let shown = lines.prefix(window.rows).map { $0.cut(to: window.columns).string }
        rowCount = shown.count
        let body = shown.dropLast().map { "\(Self.eraseLine)\($0)\r\n" }.joined()
        // Erases before it writes: behind a full line the cursor still stands on its last character.
        return "\r\(top)\(body)\(Self.eraseBelow)\(shown.last ?? "")"
    }

    /// What to write so that whatever comes next stands below.
    mutating func end() -> String {
        defer { rowCount = 0 }
        return rowCount == 0 ? "" : "\r\n"
    }

    /// Control functions of ECMA-48: CUU, EL and ED.
    private static func up(_ count: Int) -> String {
        count > 0 ? "\u{1B}[\(count)A" : ""
    }

    private static let eraseLine = "\u{1B}[K"
    private static let eraseBelow = "\u{1B}[J"
}
