import PhlistVocabulary

/// A reminder in words: `1 day before, when due, Sat 28 Nov 09:00`.
enum ReminderText {
    /// Returns the words for the text form of a reminder, which can be typed again; the text itself for one of a later
    /// version.
    static func words(_ text: String, _ dates: DateText) -> String {
        guard let reminder = Reminder(text) else { return text }
        return reminder.triggers.map { words($0, dates) }.joined(separator: ", ")
    }

    private static func words(_ trigger: Reminder.Trigger, _ dates: DateText) -> String {
        switch trigger {
        case .at(let date): dates.short(date)
        case .before(minutes: 0): "when due"
        case .before(let minutes): "\(duration(minutes)) before"
        }
    }

    /// Returns a number of minutes in words: `1 week`, `2 days 3 hours`.
    private static func duration(_ minutes: Int) -> String {
        let weeks = minutes.isMultiple(of: 7 * 1440) ? minutes / (7 * 1440) : 0
        guard weeks == 0 else { return count(weeks, "week") }
        let parts = [(minutes / 1440, "day"), (minutes / 60 % 24, "hour"), (minutes % 60, "minute")]
        return parts.filter { $0.0 > 0 }.map(count).joined(separator: " ")
    }

    private static func count(_ number: Int, _ unit: String) -> String {
        "\(number) \(unit)\(number == 1 ? "" : "s")"
    }
}
