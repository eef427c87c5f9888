import PhlistVocabulary

/// Dates that are nothing else, wherever they are typed.
///
/// The grammar of dates takes much more where a date is expected: `5m` is five months, `8 years` a day in eight years,
/// `10:30` today. At the end of a title these are metres, an age and a verse.
enum PlainDate {
    /// Whether a text in lower case has the words of a date, and one that makes it a date.
    static func isPlain(_ text: String) -> Bool {
        let words = DateGrammar.words(text)
        guard !words.isEmpty, words.allSatisfy({ kind(of: $0) != nil }) else { return false }
        let kinds = Set(words.compactMap(kind))
        if kinds.contains(.day) { return words != [sun] }
        if kinds.contains(.month) { return kinds.contains(.number) }
        if kinds.contains(.unit) { return words.first == DateWord.in || words == [DateWord.next, "week"] }
        // A time alone is one with `am` or `pm`, or behind `at`.
        guard kinds.contains(.time) else { return false }
        let isMarked = DateWord.halves.contains { text.hasSuffix($0) } || text.hasPrefix("\(DateWord.at) ")
        return words.count == 1 && isMarked
    }

    /// The only short name of a weekday that is often the last word of a title: `cream for the sun`.
    static let sun = "sun"

    private enum Kind {
        case day
        case month
        case number
        case time
        case unit
        case filler
    }

    private static func kind(of word: String) -> Kind? {
        if ["today", "tomorrow", "tonight"].contains(word) || DateWord.weekday(word) != nil { return .day }
        if isFullDate(word) || word.first == "+" { return .day }
        if DateWord.month(word) != nil { return .month }
        if ["noon", "midnight"].contains(word) { return .filler }
        if (try? DateGrammar.minute(word)) != nil { return .time }
        if DateWord.unit(word) != nil || DateWord.minutes(word) != nil { return .unit }
        if [DateWord.in, DateWord.next, DateWord.at, "a", "an"].contains(word) || DateWord.fillers.contains(word) {
            return .filler
        }
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && ["", ".", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count))
            ? .number : nil
    }

    /// Whether a word is a date of digits with two signs: `2026-12-25`, `25.12.`, `12/25/2026`.
    private static func isFullDate(_ word: String) -> Bool {
        word.first?.isNumber ?? false && word.allSatisfy { $0.isNumber || ".-/".contains($0) }
            && word.count { !$0.isNumber } == 2
    }
}
