import PhlistControl
import PhlistVocabulary

extension DateGrammar {
    /// Parses `soon`, a day or `next week` as the value of the query parameter `due`.
    func dueFilter(_ text: String) throws(ControlError) -> String {
        let word = text.lowercased()
        if DueWord(rawValue: word) != nil { return word }
        if let period = period(text) { return "\(period.lowerBound)/\(period.upperBound)" }
        guard let date = try resolve(text, orOneOf: DueWord.allCases.map(\.rawValue)).date else {
            throw ControlError(.usage, "\"\(text)\" is not a valid date; items without a date are never due")
        }
        return date.withoutTime.description
    }

    /// Parses `next week`, `next month` or `next year` as all of its days; nil for anything else.
    func period(_ text: String) -> ClosedRange<CivilDate>? {
        guard let first = try? resolve(text).date else { return nil }
        let words = Self.words(text)
        guard words.count == 2, words[0] == DateWord.next else { return nil }
        switch DateWord.Unit(rawValue: words[1]) {
        case .week: return first...(first.adding(days: 6) ?? .last)
        case .month: return first...first.endOfMonth
        case .year: return first...(CivilDate(year: first.year, month: 12, day: 31) ?? .last)
        case .day, nil: return nil
        }
    }
}

extension ItemsQuery {
    /// Filters by due date, in words, relative to a clock's today.
    mutating func filter(due text: String, _ clock: Clock) throws(ControlError) {
        due = try DateGrammar(clock).dueFilter(text)
        today = clock.localNow.description
    }
}
