import PhlistVocabulary

/// A rule in words: `every 2 weeks on Mon and Thu until 30 Jun 2027`.
struct RecurrenceText {
    let rule: Recurrence

    /// The words for the text form of a rule; the text itself for one of a later version.
    static func words(_ text: String) -> String {
        Recurrence(text).map { RecurrenceText(rule: $0).words } ?? text
    }

    var words: String {
        [rule.isFromCompletion ? "\(count) after it is done" : "every \(span)\(days)", end].compactMap(\.self).joined()
    }

    /// The count of units: `1 week`, `2 weeks`.
    private var count: String {
        "\(rule.interval) \(unit)\(rule.interval == 1 ? "" : "s")"
    }

    private var span: String {
        rule.interval == 1 ? unit : count
    }

    private var unit: String {
        switch rule.unit {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }

    private var days: String {
        if !rule.weekdays.isEmpty { return " on \(Self.joined(rule.weekdays.map(DateText.shortName)))" }
        let month = rule.month.map(DateText.month)
        switch rule.monthDay {
        case .day(let day): return month.map { " on \(day) \($0)" } ?? " on day \(day)"
        case .last: return " on the last day" + (month.map { " of \($0)" } ?? "")
        case .weekday(let weekday, let ordinal):
            let which = ordinal < 0 ? "last" : ["1st", "2nd", "3rd", "4th"][ordinal - 1]
            return " on the \(which) \(DateText.shortName(weekday))" + (month.map { " of \($0)" } ?? "")
        case nil: return ""
        }
    }

    private var end: String? {
        switch rule.end {
        case .on(let day): " until \(DateText.withYear(day))"
        case .after(count: 1): ", for the last time"
        case .after(let count): ", \(count) times"
        case nil: nil
        }
    }

    private static func joined(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }
}
