/// The style of text; colour only repeats what the words and marks say.
struct Style {
    let isColored: Bool

    func heading(_ text: TerminalText) -> TerminalText {
        apply("1", text)
    }

    func faint(_ text: TerminalText) -> TerminalText {
        apply("2", text)
    }

    /// Styles something done: faint and struck through.
    func struck(_ text: TerminalText) -> TerminalText {
        apply("2;9", text)
    }

    func warning(_ text: TerminalText) -> TerminalText {
        apply("33", text)
    }

    /// Styles something overdue or given up.
    func urgent(_ text: TerminalText) -> TerminalText {
        apply("31", text)
    }

    /// Styles something completed.
    func good(_ text: TerminalText) -> TerminalText {
        apply("32", text)
    }

    /// Styles a line of a QR code, whose blocks are light modules, in white on black whatever the terminal has.
    func code(_ line: TerminalText) -> TerminalText {
        apply("40;37;1", line)
    }

    /// Styles the line under a cursor.
    func selected(_ text: TerminalText) -> TerminalText {
        apply("7", text)
    }

    /// Sets a rendition before the text and resets it after the text (SGR of ECMA-48).
    private func apply(_ rendition: String, _ text: TerminalText) -> TerminalText {
        isColored ? text.decorated(before: "\u{1B}[\(rendition)m", after: "\u{1B}[0m") : text
    }
}
