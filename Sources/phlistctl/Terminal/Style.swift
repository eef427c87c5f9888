/// How words may look; colour only repeats what the words and marks say.
struct Style {
    let isColored: Bool

    func heading(_ text: TerminalText) -> TerminalText {
        apply("1", text)
    }

    func faint(_ text: TerminalText) -> TerminalText {
        apply("2", text)
    }

    /// For what is done: faint and struck through.
    func struck(_ text: TerminalText) -> TerminalText {
        apply("2;9", text)
    }

    func warning(_ text: TerminalText) -> TerminalText {
        apply("33", text)
    }

    /// For what is overdue, and for what was given up.
    func urgent(_ text: TerminalText) -> TerminalText {
        apply("31", text)
    }

    /// For what was completed.
    func good(_ text: TerminalText) -> TerminalText {
        apply("32", text)
    }

    /// Sets a rendition and takes it back (ECMA-48, SGR).
    private func apply(_ rendition: String, _ text: TerminalText) -> TerminalText {
        isColored ? text.decorated(before: "\u{1B}[\(rendition)m", after: "\u{1B}[0m") : text
    }
}
