import PhlistControl

/// Due dates as they are shown, seen from a day.
struct DateText {
    var today: CivilDate

    /// The whole of it: `Sun 22 Nov 18:00 (tomorrow)`, `today 18:00`, `Fri 1 Jan 2027`.
    func long(_ date: CivilDate) -> String {
        let days = date.days(since: today)
        let day =
            switch days {
            case 0: "today"
            case -1: "yesterday"
            default: "\(Self.weekday(date)) \(dayAndMonth(date))"
            }
        return [day, date.timeText, Self.distance(days)].compactMap(\.self).joined(separator: " ")
    }

    /// For a column of a table: `tomorrow`, `Sun 22 Nov 18:00`, `22 Nov 2027`.
    func short(_ date: CivilDate) -> String {
        let day =
            switch date.days(since: today) {
            case 0: "today"
            case 1: "tomorrow"
            case -1: "yesterday"
            default: date.year == today.year ? "\(Self.weekday(date)) \(dayAndMonth(date))" : dayAndMonth(date)
            }
        return [day, date.timeText].compactMap(\.self).joined(separator: " ")
    }

    /// Whether a date is past at a minute: a day when it is over, a time when its minute is over.
    static func isOverdue(_ date: CivilDate, now: CivilDate) -> Bool {
        date < (date.minute == nil ? now.withoutTime : now)
    }

    /// With the year when it is not this one.
    private func dayAndMonth(_ date: CivilDate) -> String {
        let day = "\(date.day) \(Self.shortName(DateWord.months[date.month - 1]))"
        return date.year == today.year ? day : "\(day) \(date.yearText)"
    }

    /// In brackets, up to a week away, where the words before do not say it already.
    private static func distance(_ days: Int) -> String? {
        switch days {
        case 1: "(tomorrow)"
        case 2...7: "(in \(days) days)"
        case -7 ... -2: "(\(-days) days ago)"
        default: nil
        }
    }

    private static func weekday(_ date: CivilDate) -> String {
        shortName(DateWord.weekdays[date.weekday.rawValue - 1])
    }

    private static func shortName(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst().prefix(2)
    }
}
