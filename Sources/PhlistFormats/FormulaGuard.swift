/// Keeps a spreadsheet from taking the text of a cell for a formula.
///
/// A text that would be one gets an apostrophe before it, and one that looks as if it had got one already gets another:
/// so taking one away gives each text back.
enum FormulaGuard {
    /// What OWASP's notes on CSV injection name, the wide forms of East Asian keyboards included.
    private static let beginnings: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    static func guarded(_ text: String) -> String {
        isFormula(text) ? "'\(text)" : text
    }

    static func unguarded(_ text: String) -> String {
        text.hasPrefix("'") && isFormula(text) ? String(text.dropFirst()) : text
    }

    private static func isFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" }.map(beginnings.contains) ?? false
    }
}
