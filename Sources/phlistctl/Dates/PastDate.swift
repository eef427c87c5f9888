import PhlistControl

/// Dates that lie behind us, in the words of all dates.
struct PastDate {
    private let clock: Clock

    init(_ clock: Clock) {
        self.clock = clock
    }

    /// The beginning of the day or minute that is meant, in milliseconds since 1970.
    ///
    /// Where the words alone would mean a day to come, the last such day is meant: `mon` is the last Monday, `25 dec`
    /// the last Christmas.
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
        guard let first = words.first else { return nil }
        if DateWord.weekday(first) != nil { return date.adding(days: -7) }
        if words.count == 1, (try? DateGrammar.minute(first)) != .some(nil) { return date.adding(days: -1) }
        // A day without a year means the next one; with a year it lies where it lies.
        let isOfAnyYear = words.contains { DateWord.month($0) != nil || $0.contains(where: "./".contains) }
        guard isOfAnyYear, !text.contains(date.yearText) else { return nil }
        return CivilDate(year: date.year - 1, month: date.month, day: date.day, minute: date.minute)
    }

    /// The offset is asked for twice: on the day of a change of the clocks the first may be that of the other side.
    private func instant(of date: CivilDate) -> Int64 {
        let seconds = date.days(since: Self.epoch) * 86_400 + (date.minute ?? 0) * 60
        let guess = seconds - clock.zoneOffset(seconds)
        return Int64(seconds - clock.zoneOffset(guess)) * 1000
    }

    private static let epoch = CivilDate(year: 1970, month: 1, day: 1) ?? .first
}
