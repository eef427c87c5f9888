import PhlistControl
import PhlistVocabulary

/// Prints lists as iCalendar (RFC 5545): a calendar for each list, a VTODO for each item.
///
/// Fields without a VTODO property go into `X-PHLIST-` properties, so that an import restores them.
struct CalendarPrinter {
    private var text = ""
    /// The number of items so far, which makes UIDs for items without an id.
    private var count = 0

    static func printed(_ lists: [PortableList]) -> String {
        var printer = CalendarPrinter()
        for list in lists { printer.add(list) }
        return printer.text
    }

    private mutating func add(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        text += CalendarLine.folded("\(name):\(value)")
    }

    private mutating func add(_ list: PortableList) {
        add("BEGIN", "VCALENDAR")
        add("VERSION", "2.0")
        add("PRODID", "-//phlist//phlist//EN")
        add("X-WR-CALNAME", CalendarLine.escaped(list.title))
        add("X-WR-CALDESC", list.description.map(CalendarLine.escaped))
        for group in list.groups {
            // The UIDs of the ancestors of the next item, by depth.
            var path: [String] = []
            for item in group.items {
                path.removeLast(path.count - min(item.depth, path.count))
                count += 1
                let uid = "\(item.id ?? "\(count)")\(CalendarReader.domain)"
                add(item, uid, below: path.last, in: group.section?.name)
                path.append(uid)
            }
        }
        add("END", "VCALENDAR")
    }

    private mutating func add(_ item: PortableItem, _ uid: String, below parent: String?, in section: String?) {
        add("BEGIN", "VTODO")
        add("UID", uid)
        add("DTSTAMP", Self.utc(item.createdAt ?? 0))
        add("CREATED", item.createdAt.map(Self.utc))
        add("SUMMARY", CalendarLine.escaped(item.title))
        add("DESCRIPTION", CalendarLine.escaped(item.note))
        addDay("DUE", item.due)
        let state = item.state
        add("STATUS", state == .open ? "NEEDS-ACTION" : state == .done ? "COMPLETED" : "CANCELLED")
        add("COMPLETED", state == .done ? item.closedAt.map(Self.utc) : nil)
        // What is completed is so to 100 percent for other programs; its own progress counts again once it is reopened.
        let percent = item.percent == 0 ? nil : "\(item.percent)"
        add(state == .done ? CalendarReader.ownPercent : "PERCENT-COMPLETE", percent)
        add("PRIORITY", Self.priorities[item.priority])
        add("CATEGORIES", item.tags.map(CalendarLine.escaped).joined(separator: ","))
        add("RELATED-TO", parent)
        add("X-PHLIST-SECTION", section.map(CalendarLine.escaped))
        let rule = Recurrence(item.record.recurrence).flatMap { Self.rule($0, from: item.due) }
        // RFC 5545 (section 3.8.2.4) requires a start wherever there is a rule.
        if rule != nil { addDay("DTSTART", item.due) }
        add("RRULE", rule)
        for line in ItemTextField.lines { add(line.property, Self.written(line, of: item)) }
        add("X-PHLIST-ASSIGNEE", item.assignee.map(CalendarLine.escaped))
        addAlarms(of: item)
        add("END", "VTODO")
    }

    /// Adds an alarm for each reminder, relative to the due date: the standard has other times only in UTC.
    private mutating func addAlarms(of item: PortableItem) {
        guard let due = item.due, let reminder = Reminder(item.record.reminder) else { return }
        for moment in reminder.moments(due: due) {
            let minutes = moment.minutes(since: due)
            let duration = Reminder.Trigger.before(minutes: abs(minutes)).description
            add("BEGIN", "VALARM")
            add("ACTION", "DISPLAY")
            add("DESCRIPTION", CalendarLine.escaped(item.title))
            add("TRIGGER;RELATED=END", minutes > 0 ? String(duration.dropFirst()) : duration)
            add("END", "VALARM")
        }
    }

    private mutating func addDay(_ name: String, _ day: CivilDate?) {
        add(day?.minute == nil ? "\(name);VALUE=DATE" : name, day?.basicText)
    }

    /// Returns a field as the value of its property: an address is a URI, in which commas stand as they are.
    private static func written(_ line: ItemTextField, of item: PortableItem) -> String {
        let value = line.value(of: item)
        return line.field == .url ? value.replacing("\\", with: "\\\\") : CalendarLine.escaped(value)
    }

    /// Returns a rule as other calendars read it; nil for one that counts from completion, which they do not know.
    private static func rule(_ rule: Recurrence, from start: CivilDate?) -> String? {
        var plain = rule
        plain.start = nil
        guard !rule.isFromCompletion else { return nil }
        // The end has a time where the start has one.
        guard start?.minute != nil else { return plain.description }
        return plain.description.replacing(/UNTIL=[0-9]{8}$|UNTIL=[0-9]{8}(?=;)/) { "\($0.output)T235959" }
    }

    private static let priorities: [Priority: String] = [.high: "1", .medium: "5", .low: "9"]

    private static func utc(_ milliseconds: Int64) -> String {
        let minutes = Int(max(0, milliseconds) / 60_000)
        return (CivilDate(dayNumber: minutes / 1440, minute: minutes % 1440) ?? .first).basicText + "Z"
    }
}
