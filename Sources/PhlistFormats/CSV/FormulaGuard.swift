/// Keeps a spreadsheet from evaluating the text of a cell as a formula.
///
/// A text that would be a formula gets an apostrophe before it, also if it has apostrophes already, so that removing
/// one restores every text.
enum FormulaGuard {
    /// The characters named by OWASP for CSV injection, including the full-width forms of East Asian keyboards.
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
