import PhlistControl
import PhlistVocabulary

/// Reminders in words; plain text, which each outlet escapes in its own way.
struct ReminderWords {
    let today: CivilDate
    /// The name of the person; nil for the house.
    let member: String?

    func alert(_ alert: ReminderAgenda.Alert) -> ReminderAlert {
        ReminderAlert(
            keys: [alert.key],
            view: alert.view,
            title: Self.line(alert.view.title),
            body: body(alert.view, alert.key.moment),
            member: member
        )
    }

    /// Returns one alert for many reminders.
    func summary(of alerts: [ReminderAgenda.Alert]) -> ReminderAlert {
        let titles = alerts.prefix(Limits.titlesInSummaryMax).map { Self.line($0.view.title) }
        let rest = alerts.count - titles.count
        return ReminderAlert(
            keys: alerts.map(\.key),
            title: "\(alerts.count) more reminders",
            body: (titles + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n"),
            member: member
        )
    }

    /// Returns the list and the due date; the moment, too, if that was on another day.
    private func body(_ view: ReminderView, _ moment: CivilDate) -> String {
        let dates = DateText(today: today)
        let due = view.due.map { ", due \(dates.long($0))" } ?? ""
        let late = moment.withoutTime == today ? "" : "\nto be reminded of \(dates.long(moment))"
        return "\(Self.line(view.listTitle))\(due)\(late)"
    }

    /// Returns a title without characters that could do something on a screen.
    private static func line(_ title: String) -> String { TerminalText(data: title).string }
}
