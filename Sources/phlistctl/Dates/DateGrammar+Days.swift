import PhlistControl
import PhlistVocabulary

/// Days without times.
extension DateGrammar {
    /// Parses a day; throws `empty` if there are no words.
    func day(_ words: some Collection<String>) throws(DateFault) -> CivilDate {
        let words = Array(words)
        guard let first = words.first else { throw .empty }
        if first == DateWord.next { return try dayAfterNext(words.dropFirst()) }
        if first == DateWord.in { return try distance(words.dropFirst()) }
        if first == DateWord.this, words.count > 1, let weekday = DateWord.weekday(words[1]) {
            // On a Friday, "this fri" means the same day.
            if words.count == 2, weekday == today.weekday { return try later(days: 0) }
            return try day(words.dropFirst())
        }
        if let weekday = DateWord.weekday(first), Self.isCalendarDay(words.dropFirst()) {
            return try calendarDay(words.dropFirst(), on: weekday)
        }
        if words.count == 2, Self.number(first, digits: 1...3) != nil, DateWord.unit(words[1]) != nil {
            return try distance(words[...])
        }
        if DateWord.month(first) != nil || words.count > 1 && Self.number(first, digits: 1...2) != nil {
            return try dayOfMonth(words)
        }
        let day = try day(first)
        if words.count > 1 { throw .unknownWord(words[1], expected: []) }
        return day
    }

    private func day(_ word: String) throws(DateFault) -> CivilDate {
        if let named = DateWord.Day(rawValue: word) { return try day(named) }
        if let weekday = DateWord.weekday(word) {
            // On a Friday, "fri" means the next Friday.
            let days = (weekday.rawValue - today.weekday.rawValue + 7) % 7
            return try later(days: days == 0 ? 7 : days)
        }
        if let last = word.last, let unit = DateWord.unit(letter: last) {
            let digits = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst().dropLast() : word.dropLast()
            let count = Self.number(digits, digits: 1...Limits.dateTextSizeMax)
            if let count { return try later(word.hasPrefix("-") ? -count : count, unit) }
        }
        return try writtenDay(word)
    }

    private func day(_ named: DateWord.Day) throws(DateFault) -> CivilDate {
        switch named {
        case .today, .tonight: try later(days: 0)
        case .tomorrow: try later(days: 1)
        case .yesterday: try later(days: -1)
        case .eow: try later(days: Weekday.sunday.rawValue - today.weekday.rawValue)
        case .eom: today.endOfMonth
        case .weekend: try later(days: (Weekday.saturday.rawValue - today.weekday.rawValue + 7) % 7)
        }
    }

    /// Parses the words after `next`: a weekday in the next week, which starts on Monday, or the first day of a period.
    private func dayAfterNext(_ words: ArraySlice<String>) throws(DateFault) -> CivilDate {
        guard let word = words.first else { throw .unfinished(after: DateWord.next) }
        if let extra = words.dropFirst().first { throw .unknownWord(extra, expected: []) }
        if let weekday = DateWord.weekday(word) {
            return try later(days: 7 + weekday.rawValue - today.weekday.rawValue)
        }
        switch DateWord.Unit(rawValue: word) {
        case .week: return try later(days: 8 - today.weekday.rawValue)
        case .month: return try first(ofMonth: today.month + 1)
        case .year: return try first(ofMonth: 13)
        case .day, nil:
            throw .unknownWord(word, expected: DateWord.short(DateWord.weekdays) + DateWord.spans)
        }
    }

    /// Returns the first day of a month of this year; month 13 is January of the next year.
    private func first(ofMonth month: Int) throws(DateFault) -> CivilDate {
        let (year, month) = month > 12 ? (today.year + 1, 1) : (today.year, month)
        guard let date = CivilDate(year: year, month: month, day: 1) else { throw .outOfYears }
        return date
    }

    /// Parses the words after `in`: `3 days`, `a week`.
    private func distance(_ words: ArraySlice<String>) throws(DateFault) -> CivilDate {
        guard let amount = words.first else { throw .unfinished(after: DateWord.in) }
        guard let count = Self.count(amount) else { throw .unknownWord(amount, expected: []) }
        guard let word = words.dropFirst().first else { throw .unfinished(after: amount) }
        guard let unit = DateWord.unit(word) else { throw .unknownWord(word, expected: DateWord.units) }
        if let extra = words.dropFirst(2).first { throw .unknownWord(extra, expected: []) }
        return try later(count, unit)
    }

    private func later(_ count: Int, _ unit: DateWord.Unit) throws(DateFault) -> CivilDate {
        switch unit {
        case .day: try later(days: count)
        case .week: try later(days: Self.product(count, 7))
        case .month: try later(months: count)
        case .year: try later(months: Self.product(count, 12))
        }
    }

    private func later(months: Int) throws(DateFault) -> CivilDate {
        guard let day = today.adding(months: months) else { throw .outOfYears }
        return day.withoutTime
    }

    private static func product(_ count: Int, _ factor: Int) throws(DateFault) -> Int {
        let (product, isTooLarge) = count.multipliedReportingOverflow(by: factor)
        if isTooLarge { throw .outOfYears }
        return product
    }
}
