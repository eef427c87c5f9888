import PhlistControl
import PhlistVocabulary

/// Parses dates in the past, in the same words as all dates.
struct PastDate {
    private let clock: Clock

    init(_ clock: Clock) {
        self.clock = clock
    }

    /// Returns the beginning of the day or minute that a text means, in milliseconds since 1970.
    ///
    /// Words that usually mean a future day mean the last such day: `mon` is the last Monday, `25 dec` last Christmas,
    /// `3d` three days ago.
    func instant(_ text: String) throws(ControlError) -> Int64 {
        guard case .date(let date) = try DateGrammar(clock).resolve(text) else {
            throw ControlError(.invalid, "\"\(text)\" is not a valid date")
        }
        guard let past = past(date, text) else {
            throw ControlError(
                .invalid,
                "\"\(text)\" lies in the future",
                hint: "for example: yesterday, mon, 2026-11-01"
            )
        }
        return instant(of: past)
    }

    private func past(_ date: CivilDate, _ text: String) -> CivilDate? {
        let now = clock.localNow
        guard date > now else { return date }
        let words = DateGrammar.words(text)
        let days = words.drop { $0 == DateWord.this }
        guard let first = days.first else { return nil }
        if Self.isDistance(words) { return clock.today.adding(days: -date.days(since: clock.today)) }
        if DateWord.weekday(first) != nil {
            return DateGrammar.isCalendarDay(days.dropFirst()) ? nil : date.adding(days: -7)
        }
        if words.count == 1, (try? DateGrammar.minute(first)) != nil { return date.adding(days: -1) }
        // Only a day without a year was resolved to the next such day.
        let isOfAnyYear = words.contains { DateWord.month($0) != nil || $0.contains(where: "./".contains) }
        guard isOfAnyYear, !text.contains(date.yearText) else { return nil }
        return CivilDate(year: date.year - 1, month: date.month, day: date.day, minute: date.minute)
    }

    /// Whether words are a number of days, weeks, months or years: `3d`, `2 weeks`.
    private static func isDistance(_ words: [String]) -> Bool {
        guard let first = words.first, first.first?.isNumber ?? false else { return false }
        switch words.count {
        case 1: return first.last.flatMap { DateWord.unit(letter: $0) } != nil
        case 2: return DateWord.unit(words[1]) != nil
        default: return false
        }
    }

    /// Returns the instant of a local date; the first offset may be wrong on the day of a clock change, hence a second.
    private func instant(of date: CivilDate) -> Int64 {
        let seconds = date.days(since: Self.epoch) * 86_400 + (date.minute ?? 0) * 60
        let guess = seconds - clock.zoneOffset(seconds)
        return Int64(seconds - clock.zoneOffset(guess)) * 1000
    }

    private static let epoch = CivilDate(year: 1970, month: 1, day: 1) ?? .first
}
