/// The last lines of a terminal, redrawn in place.
///
/// Nothing above them is touched and the cursor stays after them, so that nothing needs restoring however the program
/// ends. A line never wraps onto a second row, because the following ones would be drawn in the wrong place.
struct LiveScreen {
    private var rowCount = 0

    /// Returns the text that draws lines over the last ones, cut to the window.
    mutating func drawing(of lines: [TerminalText], in window: WindowSize) -> String {
        let top = Self.up(rowCount - 1)
        let shown = lines.prefix(window.rows).map { $0.cut(to: window.columns).string }
        rowCount = shown.count
        let body = shown.dropLast().map { "\(Self.eraseLine)\($0)\r\n" }.joined()
        // Erase before writing: after a full line the cursor is still on its last character.
        return "\r\(top)\(body)\(Self.eraseBelow)\(shown.last ?? "")"
    }

    /// Returns the text that moves the cursor below the lines.
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
