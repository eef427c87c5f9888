import PhlistControl
import PhlistVocabulary

/// The reason for which a text is not a valid date.
enum DateFault: Error, Equatable {
    case empty
    case tooLong
    /// An unknown word, and the words that are expected.
    case unknownWord(String, expected: [String])
    /// A word that must be followed by another one.
    case unfinished(after: String)
    /// Two numbers, either of which may be the month, when the locale does not tell which one is.
    case dayOrMonth(String)
    /// A day such as 31 February, in the words for it.
    case noSuchDay(String)
    /// A day that does not fall on the weekday that was given with it.
    case otherWeekday(CivilDate)
    /// A time such as 25:00.
    case noSuchTime(String)
    /// A year that does not have four digits, which could be in any century.
    case oddYear(String)
    case outOfYears

    /// Returns the error for the person who typed the text.
    func error(for text: String) -> ControlError {
        ControlError(
            .invalid,
            "\(Self.quoted(text)) is not a valid date\(reason(in: text))",
            hint: (meant.map { "did you mean \"\($0)\"? " } ?? "") + Self.examples
        )
    }

    private func reason(in text: String) -> String {
        switch self {
        case .empty: ""
        case .tooLong: ": it is too long"
        case .unknownWord(let word, _): word == text.lowercased() ? "" : ": \(Self.quoted(word)) is not understood"
        case .unfinished(let word): ": something is missing after \(Self.quoted(word))"
        case .dayOrMonth: " that is clear: the day or the month may come first"
        case .noSuchDay: ": no calendar has that day"
        case .otherWeekday(let date): ": \(DateText.withYear(date)) is a \(DateText.weekday(date))"
        case .noSuchTime(let time): ": no day has the time \(Self.quoted(time))"
        case .oddYear(let year): ": the year \(Self.quoted(year)) needs four digits"
        case .outOfYears: ": it is not in the years 1 to 9999"
        }
    }

    /// Returns the fault where other words would have been understood as well, in place of the whole text.
    func expecting(_ words: [String], for text: String) -> DateFault {
        guard case .unknownWord(let word, let expected) = self, word == text.lowercased() else { return self }
        return .unknownWord(word, expected: words + expected)
    }

    /// The word or the time that was probably meant; nil if nothing is like it.
    private var meant: String? {
        switch self {
        case .unknownWord(let word, let expected): Self.time(meantBy: word) ?? Self.word(meantBy: word, among: expected)
        case .noSuchDay(let word): Self.time(meantBy: word)
        case .empty, .tooLong, .unfinished, .dayOrMonth, .otherWeekday, .noSuchTime, .oddYear, .outOfYears: nil
        }
    }

    /// Returns the time for `18.30`, which is how many countries write it; nil for another word.
    private static func time(meantBy word: String) -> String? {
        guard word.wholeMatch(of: /[0-9]{1,2}\.[0-9]{2}/) != nil else { return nil }
        let time = word.replacing(".", with: ":")
        return (try? DateGrammar.minute(time)) == nil ? nil : time
    }

    private static func word(meantBy word: String, among expected: [String]) -> String? {
        if let meant = DateWord.suggestions[word], expected.contains(meant) { return meant }
        // Two mistakes in a word of three letters make another word.
        let slipsMax = min(Limits.dateWordSlipsMax, word.utf8.count / 3)
        return Suggestion.nearest(to: word, among: expected, distanceMax: slipsMax)
    }

    private static let examples =
        "dates look like: tomorrow, fri, \"next week\", 18:00, \"sat 5pm\", +3d, \"in 2 weeks\", 25.12., "
        + "2026-12-25, none"

    /// Returns the text in one line, cut to the length of a date.
    private static func quoted(_ text: String) -> String {
        let isShort = text.utf8.count <= Limits.dateTextSizeMax
        let start = isShort ? text : "\(String(text.unicodeScalars.prefix(Limits.dateTextSizeMax / 2)))…"
        return "\"\(TerminalText(data: start).string)\""
    }
}
