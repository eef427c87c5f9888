import PhlistControl

/// Splits a line into the words of a command, by the quoting rules that all shells share.
///
/// White space separates words; between single quotes every character is literal; between double quotes, and outside
/// quotes, a backslash makes the next character literal; a number sign at the start of a word begins a comment.
enum CommandWords {
    /// Splits a line.
    ///
    /// - Throws: `ControlError` if a quote is not closed or the line ends with a backslash.
    static func split(_ line: String) throws -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var characters = line.makeIterator()
        while let character = characters.next() {
            switch (character, quote) {
            case ("\\", nil), ("\\", "\""):
                guard let next = characters.next() else { throw open("backslash") }
                word = (word ?? "") + String(next)
            case (quote, .some): quote = nil
            case (_, .some): word = (word ?? "") + String(character)
            case ("'", nil), ("\"", nil): (quote, word) = (character, word ?? "")
            case ("#", nil) where word == nil: return words
            case (_, nil) where character.isWhitespace:
                words += word.map { [$0] } ?? []
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw open("quote") }
        return words + (word.map { [$0] } ?? [])
    }

    private static func open(_ what: String) -> ControlError {
        ControlError(.usage, "a \(what) is not closed at the end of the line")
    }
}
