import PhlistControl
import PhlistVocabulary

/// Formats due dates relative to a day.
struct DateText {
    var today: CivilDate

    /// Returns the long form: `Sun 22 Nov 18:00 (tomorrow)`, `today 18:00`, `Fri 1 Jan 2027`.
    func long(_ date: CivilDate) -> String {
        let days = date.days(since: today)
        let day =
            switch days {
            case 0: "today"
            case -1: "yesterday"
            default: "\(Self.shortWeekday(date)) \(dayAndMonth(date))"
            }
        return [day, date.timeText, Self.distance(days)].compactMap(\.self).joined(separator: " ")
    }

    /// Returns the form for a table: `tomorrow`, `Sun 22 Nov 18:00`, `22 Nov 2027`.
    func short(_ date: CivilDate) -> String {
        let day =
            switch date.days(since: today) {
            case 0: "today"
            case 1: "tomorrow"
            case -1: "yesterday"
            default: date.year == today.year ? "\(Self.shortWeekday(date)) \(dayAndMonth(date))" : dayAndMonth(date)
            }
        return [day, date.timeText].compactMap(\.self).joined(separator: " ")
    }

    /// Whether a date is past: a day once it is over, a time once its minute is over.
    static func isOverdue(_ date: CivilDate, now: CivilDate) -> Bool {
        date < (date.minute == nil ? now.withoutTime : now)
    }

    /// Returns the day and the month, with the year unless it is this year.
    private func dayAndMonth(_ date: CivilDate) -> String {
        date.year == today.year ? Self.withoutYear(date) : Self.withYear(date)
    }

    /// Returns the day, the month and the year: `1 May 2030`.
    static func withYear(_ date: CivilDate) -> String {
        "\(withoutYear(date)) \(date.yearText)"
    }

    private static func withoutYear(_ date: CivilDate) -> String {
        "\(date.day) \(month(date.month))"
    }

    /// Returns the three letters of a month from 1 to 12: `Dec`.
    static func month(_ month: Int) -> String {
        String(capitalized(DateWord.months[month - 1]).prefix(3))
    }

    /// Returns the distance in brackets, up to a week away; nil if the words before it say it already.
    private static func distance(_ days: Int) -> String? {
        switch days {
        case 1: "(tomorrow)"
        case 2...7: "(in \(days) days)"
        case -7 ... -2: "(\(-days) days ago)"
        default: nil
        }
    }

    /// Returns the name of the weekday: `Wednesday`.
    static func weekday(_ date: CivilDate) -> String {
        capitalized(DateWord.weekdays[date.weekday.rawValue - 1])
    }

    private static func shortWeekday(_ date: CivilDate) -> String {
        shortName(date.weekday)
    }

    /// Returns the three letters of a weekday: `Wed`.
    static func shortName(_ weekday: Weekday) -> String {
        String(capitalized(DateWord.weekdays[weekday.rawValue - 1]).prefix(3))
    }

    private static func capitalized(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }
}
