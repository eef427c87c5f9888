import PhlistControl

/// Wraps text to the width of a window.
enum TextWrap {
    /// Returns the lines of a text, broken between words; a word that is too long gets a line of its own.
    static func lines(_ text: String, columns: Int) -> [TerminalText] {
        text.lines.flatMap { wrapped($0, columns: columns) }
    }

    private static func wrapped(_ line: Substring, columns: Int) -> [TerminalText] {
        var lines: [String] = []
        // Indentation is kept, so that lists and code in notes keep their layout.
        var current = String(line.prefix { $0 == " " || $0 == "\t" })
        var isEmpty = true
        for word in line.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
            if !isEmpty, current.columnCount + 1 + word.columnCount > columns {
                lines.append(current)
                (current, isEmpty) = ("", true)
            }
            current += isEmpty ? word : " \(word)"
            isEmpty = false
        }
        return (lines + [current]).map { TerminalText(data: $0) }
    }
}
