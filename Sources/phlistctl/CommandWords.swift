import PhlistControl

/// A line as the words of a command, by the rules that every shell shares.
///
/// Space parts words; between single quotes everything stands for itself; between double quotes, and outside of both, a
/// backslash makes the next character stand for itself; a number sign that begins a word begins a comment.
enum CommandWords {
    /// Splits a line.
    ///
    /// - Throws: `ControlError` when a quote or a backslash at the end is left open.
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
