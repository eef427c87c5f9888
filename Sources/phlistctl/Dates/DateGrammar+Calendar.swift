import PhlistControl
import PhlistVocabulary

/// Calendar days, with a year or without.
extension DateGrammar {
    /// Parses `25.12.`, `25.12.2026`, `2026-12-25`, `2026/12/25`, or `25/12` and `12/25` with or without a year.
    func writtenDay(_ word: String) throws(DateFault) -> CivilDate {
        let unknown = DateFault.unknownWord(word, expected: DateWord.beginnings)
        guard let separator = word.first(where: { !("0"..."9").contains($0) }) else { throw unknown }
        let parts = word.split(separator: separator, omittingEmptySubsequences: false)
        switch (separator, parts.count) {
        case (".", 2...3):
            guard let day = Self.shortNumber(parts[0]), let month = Self.shortNumber(parts[1]) else { throw unknown }
            let hasYear = parts.count == 3 && !parts[2].isEmpty
            return try calendarDay(day, month, year: hasYear ? Self.year(parts[2], in: word) : nil, in: word)
        case ("/", 2...3) where Self.shortNumber(parts[0]) != nil:
            let (day, month) = try dayAndMonth(parts[0], parts[1], in: word)
            return try calendarDay(day, month, year: parts.count == 3 ? Self.year(parts[2], in: word) : nil, in: word)
        case ("-", 3), ("/", 3):
            let year = try Self.year(parts[0], in: word)
            guard let month = Self.shortNumber(parts[1]), let day = Self.shortNumber(parts[2]) else { throw unknown }
            return try calendarDay(day, month, year: year, in: word)
        default:
            throw unknown
        }
    }

    /// Orders two numbers: a number above 12 is the day; otherwise the locale decides.
    private func dayAndMonth(
        _ first: Substring,
        _ second: Substring,
        in word: String
    ) throws(DateFault) -> (day: Int, month: Int) {
        guard let first = Self.shortNumber(first), let second = Self.shortNumber(second) else {
            throw .unknownWord(word, expected: [])
        }
        guard first <= 12, second <= 12, first != second else { return second > 12 ? (second, first) : (first, second) }
        guard let isMonthFirst else { throw .dayOrMonth(word) }
        return isMonthFirst ? (second, first) : (first, second)
    }

    /// Parses `25 dec` or `dec 25`, each with or without a year after it; the first word is a number or a month.
    func dayOfMonth(_ words: [String]) throws(DateFault) -> CivilDate {
        guard words.count > 1 else { throw .unfinished(after: words.joined()) }
        if let extra = words.dropFirst(3).first { throw .unknownWord(extra, expected: []) }
        let isMonthFirst = DateWord.month(words[0]) != nil
        let (dayWord, monthWord) = isMonthFirst ? (words[1], words[0]) : (words[0], words[1])
        guard let day = Self.shortNumber(dayWord) else { throw .unknownWord(dayWord, expected: []) }
        guard let month = DateWord.month(monthWord) else {
            throw .unknownWord(monthWord, expected: DateWord.short(DateWord.months))
        }
        let year = words.count == 3 ? try Self.year(words[2], in: words[2]) : nil
        return try calendarDay(day, month, year: year, in: dayWord)
    }

    /// Whether words that follow a weekday are a day of the calendar, such as `28 nov` or `28.11.`.
    static func isCalendarDay(_ words: some Collection<String>) -> Bool {
        let words = Array(words)
        guard let first = words.first else { return false }
        if words.count > 1, DateWord.month(first) != nil || shortNumber(first) != nil {
            return DateWord.unit(words[1]) == nil
        }
        return first.first?.isNumber == true && first.contains(where: "./-".contains)
    }

    /// Parses a day of the calendar that falls on a given weekday.
    ///
    /// Without a year it may be a past day of this year, because phlist shows those with a weekday and without a year.
    func calendarDay(_ words: some Collection<String>, on weekday: Weekday) throws(DateFault) -> CivilDate {
        let date = try day(words)
        if date.weekday == weekday { return date }
        let hasYear = words.contains { $0.contains(date.yearText) }
        let past = hasYear ? nil : CivilDate(year: today.year, month: date.month, day: date.day)
        guard let past, past.weekday == weekday else { throw .otherWeekday(date) }
        return past
    }

    /// Returns a day in a given year, or in the first year in which it exists and is not past.
    private func calendarDay(
        _ day: Int,
        _ month: Int,
        year: Int?,
        in word: String
    ) throws(DateFault) -> CivilDate {
        if let year {
            guard let date = CivilDate(year: year, month: month, day: day) else { throw .noSuchDay(word) }
            return date
        }
        // The leap year 2000 has every possible day.
        guard CivilDate(year: 2000, month: month, day: day) != nil else { throw .noSuchDay(word) }
        // Two leap years may be eight years apart: 2096 and 2104.
        let candidates = (today.year...today.year + 8).lazy.compactMap {
            CivilDate(year: $0, month: month, day: day)
        }
        guard let date = candidates.first(where: { $0 >= today.withoutTime }) else { throw .outOfYears }
        return date
    }

    private static func shortNumber(_ text: some StringProtocol) -> Int? {
        number(text, digits: 1...2)
    }

    private static func year(_ text: some StringProtocol, in word: String) throws(DateFault) -> Int {
        if let year = number(text, digits: 4...4) { return year }
        guard number(text, digits: 1...Limits.dateTextSizeMax) != nil else { throw .unknownWord(word, expected: []) }
        throw .oddYear(String(text))
    }
}
