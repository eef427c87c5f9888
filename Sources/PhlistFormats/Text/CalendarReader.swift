import PhlistControl
import PhlistVocabulary

/// Reads the tasks of iCalendar files (RFC 5545); each calendar is a list.
struct CalendarReader: TolerantReader {
    private let local: LocalTime
    var file = PortableFile(lists: [])
    private var list = PortableList(title: "")
    private var tasks: [OutlinedTask] = []
    /// The tasks of calendars without a name; some programs write one calendar for each task.
    private var nameless: [OutlinedTask] = []
    /// The names of the open components, outermost first.
    private var path: [String] = []
    /// The lines of the open task.
    private var lines: [CalendarLine] = []
    /// The lines of its alarms.
    private var alarms: [[CalendarLine]] = []
    private var ids: Set<String> = []
    /// The position of the last line.
    private var last: Position?

    /// The suffix of the UIDs that phlist writes; an item id comes before it.
    static let domain = "@phlist"

    /// The progress of an open task.
    private static let percent = "PERCENT-COMPLETE"
    /// The progress that a completed item has when it is opened again.
    static let ownPercent = "X-PHLIST-PERCENT"

    private init(local: @escaping LocalTime) {
        self.local = local
    }

    /// Reads a file.
    static func read(_ source: SourceText, local: @escaping LocalTime) -> PortableFile {
        var reader = CalendarReader(local: local)
        for (text, position) in CalendarLine.unfolded(source) {
            reader.last = position
            reader.take { reader throws(FormatError) in
                guard let line = CalendarLine(text, at: position) else {
                    throw FormatError(position, "this is not a calendar line of the form NAME:VALUE")
                }
                try reader.read(line)
            }
        }
        if let open = reader.path.last, let line = reader.last {
            reader.take { _ throws(FormatError) in
                throw FormatError(line, "the file ends before END:\(open): it is cut off")
            }
        }
        reader.endList()
        reader.addList(PortableList(title: ""), of: reader.nameless)
        reader.file.joinLists()
        return reader.file
    }

    private mutating func read(_ line: CalendarLine) throws(FormatError) {
        switch (line.name, path.last) {
        case ("BEGIN", _): try begin(line.value.uppercased(), at: line.position)
        case ("END", _): try end(line)
        case (_, "VTODO"?): lines.append(line)
        case (_, "VALARM"?) where !alarms.isEmpty: alarms[alarms.count - 1].append(line)
        case ("X-WR-CALNAME", "VCALENDAR"?), ("NAME", "VCALENDAR"?):
            guard !line.text.trimmed.isEmpty else { break }
            list.title = try ItemDraft(title: line.text, at: line.position).item.title
        case ("X-WR-CALDESC", "VCALENDAR"?), ("DESCRIPTION", "VCALENDAR"?): list.description = line.text
        default: break
        }
    }

    private mutating func begin(_ component: String, at position: Position) throws(FormatError) {
        // A refused task ends with a line of its own, too.
        defer { path.append(component) }
        switch component {
        case "VTODO" where path.contains("VTODO"): throw FormatError(position, "a VTODO begins inside another one")
        case "VTODO": (lines, alarms) = ([], [])
        case "VEVENT": file.countLeftOut("event")
        case "VJOURNAL": file.countLeftOut("journal entry")
        case "VALARM" where path.last == "VTODO": alarms.append([])
        default: break
        }
    }

    private mutating func end(_ line: CalendarLine) throws(FormatError) {
        let component = line.value.uppercased()
        guard path.popLast() == component else {
            throw FormatError(line.position, "\(component) ends where it has not begun")
        }
        switch component {
        // The series itself is a separate task.
        case "VTODO" where lines.contains { $0.name == "RECURRENCE-ID" }: file.countLeftOut("occurrence of a series")
        // A task inside another one was refused where it began.
        case "VTODO" where path.contains("VTODO"): break
        case "VTODO": tasks.append(try task(endingAt: line.position))
        case "VCALENDAR": endList()
        default: break
        }
    }

    /// Puts the tasks of an ended calendar into a list.
    private mutating func endList() {
        if list.title.isEmpty { nameless += tasks } else { addList(list, of: tasks) }
        (list, tasks, path) = (PortableList(title: ""), [], [])
    }

    private mutating func addList(_ list: PortableList, of tasks: [OutlinedTask]) {
        var list = list
        for family in OutlinedTask.families(of: tasks) { list.add(family.items, toSection: family.top.section) }
        if list.itemCount > 0 { file.lists.append(list) }
    }

    // MARK: One task

    private mutating func task(endingAt end: Position) throws(FormatError) -> OutlinedTask {
        let number = lines.firstIndex { $0.name == "SUMMARY" }
        let summary = number.map { lines[$0] }
        var draft = try ItemDraft(title: summary?.text ?? "", at: summary?.position ?? lines.first?.position ?? end)
        var task = OutlinedTask()
        for index in lines.indices where index != number { try take(lines[index], of: &task, into: &draft) }
        try takeAlarms(into: &draft)
        task.item = try file.finished(draft)
        return task
    }

    private mutating func take(
        _ line: CalendarLine,
        of task: inout OutlinedTask,
        into draft: inout ItemDraft
    ) throws(FormatError) {
        switch line.name {
        case "UID": name(line.text, &task, &draft)
        case "RELATED-TO" where line.parameters["RELTYPE", default: "PARENT"].uppercased() == "PARENT":
            task.parent = line.text
        case "X-PHLIST-SECTION": task.section = line.text.isEmpty ? nil : line.text
        case "DESCRIPTION", "COMMENT": draft.add(note: line.text)
        case "DUE": draft.set(due: try date(line))
        case "STATUS": draft.set(state: FoundWords.state(line.text) ?? .open)
        case "COMPLETED":
            // As in every other format, an import does not keep the day.
            file.countLeftOut("completion date")
            if draft.item.state == .open, !lines.contains(where: { $0.name == "STATUS" }) { draft.set(state: .done) }
        case Self.percent where try number(line) == 100 && lines.contains { $0.isCompletion }: break
        case Self.percent, Self.ownPercent: try draft.set(percent: try number(line), at: line.position)
        case "PRIORITY": draft.set(priority: priority(try number(line)))
        case "CATEGORIES":
            for tag in line.texts where !tag.trimmed.isEmpty {
                try draft.add(tag: FoundWords.tag(tag), at: line.position)
            }
        case "X-PHLIST-ASSIGNEE": draft.set(assignee: line.text)
        // A file of phlist has the rule with its start, too.
        case "RRULE" where hasOwnRule, "DTSTART" where hasOwnRule: break
        case "RRULE": try file.set(.recurrence, to: line.value, in: &draft)
        case "DTSTART" where isSeriesWithoutDue: draft.set(due: try date(line))
        case let name where ItemTextField.line(property: name) != nil:
            if let text = ItemTextField.line(property: name) { try file.set(text, to: line.text, in: &draft) }
        // An item has no class: its list says who sees it.
        case "CLASS" where line.text.uppercased() == "PUBLIC": break
        case let name where Self.kept.contains(name): file.keep(line.text, as: name.lowercased(), in: &draft)
        case let name where Self.technical.contains(name): break
        default: file.countLeftOut(line.name)
        }
    }

    /// Whether phlist wrote the rule of the open task.
    private var hasOwnRule: Bool { lines.contains { $0.name == ItemTextField.recurrence.property } }

    /// Whether the open task comes back and only its start says when: the day of the week or month is in no other line.
    private var isSeriesWithoutDue: Bool {
        lines.contains { $0.name == "RRULE" } && !lines.contains { $0.name == "DUE" }
    }

    /// Makes a reminder of the alarms, unless the file has it in the words of phlist; counts those that it cannot hold.
    private mutating func takeAlarms(into draft: inout ItemDraft) throws(FormatError) {
        guard draft.item.record.reminder.isEmpty else { return }
        var triggers: [Reminder.Trigger] = []
        for alarm in alarms where !alarm.contains(where: { $0.name == "ACTION" && $0.value.uppercased() == "NONE" }) {
            let trigger = trigger(of: alarm, due: draft.item.due)
            guard let trigger, triggers.contains(trigger) || triggers.count < Reminder.triggersMax else {
                file.countLeftOut("alarm")
                continue
            }
            if !triggers.contains(trigger) { triggers.append(trigger) }
        }
        guard let reminder = Reminder(triggers) else { return }
        try file.set(.reminder, to: reminder.description, in: &draft)
    }

    /// Returns the trigger of an alarm; nil for one at a place, or one without a date to count from.
    private func trigger(of alarm: [CalendarLine], due: CivilDate?) -> Reminder.Trigger? {
        guard !alarm.contains(where: { $0.name.hasPrefix("X-APPLE-PROXIMITY") }),
            let line = alarm.first(where: { $0.name == "TRIGGER" })
        else { return nil }
        guard let minutes = Reminder.Trigger.minutes(line.value.trimmed.uppercased()) else {
            return (try? date(line)).flatMap { $0.minute == nil ? nil : .at($0) }
        }
        let isFromEnd = line.parameters["RELATED"]?.uppercased() == "END"
        let start = isFromEnd ? nil : lines.first { $0.name == "DTSTART" }.flatMap { try? date($0) }
        guard let moment = (start ?? due)?.adding(minutes: minutes) else { return nil }
        let base = due.map { $0.minute == nil ? $0.at(minute: Reminder.minuteOfDay) ?? $0 : $0 }
        let before = base?.minutes(since: moment)
        guard let before, (0...Reminder.minutesMax).contains(before) else { return .at(moment) }
        return .before(minutes: before)
    }

    /// Properties written by people for which an item has no field.
    private static let kept: Set = ["CONTACT", "DTSTART", "DURATION", "CLASS", "SUMMARY"]
    /// Properties that are of use only to programs.
    private static let technical: Set = [
        "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "TRANSP", "RELATED-TO",
    ]

    private mutating func name(_ uid: String, _ task: inout OutlinedTask, _ draft: inout ItemDraft) {
        task.id = uid
        let own = uid.hasSuffix(Self.domain) ? String(uid.dropLast(Self.domain.count)) : nil
        let id = own.flatMap { ItemDraft.isID($0) ? $0 : nil } ?? TaskwarriorReader.id(uuid: uid)
        if let id, ids.insert(id).inserted { draft.set(id: id) }
    }

    /// Parses a day, a UTC time, or a local time; times with a TZID also count as local.
    private func date(_ line: CalendarLine) throws(FormatError) -> CivilDate {
        let text = line.value.trimmed
        // Only a time can be in UTC.
        let isUTC = text.hasSuffix("Z") && text.contains("T")
        guard let date = FoundWords.basicDate(isUTC ? text.dropLast() : text[...]) else { throw notADate(line) }
        return isUTC ? local(date.milliseconds) : date
    }

    private func notADate(_ line: CalendarLine) -> FormatError {
        FormatError(line.position, "\"\(line.value)\" is not a date like 20261225 or 20261225T180000Z")
    }

    private func number(_ line: CalendarLine) throws(FormatError) -> Int {
        guard let number = Int(line.value.trimmed) else {
            throw FormatError(line.position, "\(line.name) is not a number: \"\(line.value)\"")
        }
        return number
    }

    /// Returns the priority for a number: 1 is the highest, 9 the lowest, 0 undefined (RFC 5545, section 3.8.1.9).
    private func priority(_ number: Int) -> Priority {
        switch number {
        case 1...4: .high
        case 5: .medium
        case 6...9: .low
        default: .none
        }
    }
}

extension CivilDate {
    /// The instant at which a UTC clock shows this date, in milliseconds since 1970.
    var milliseconds: Int64 { (Int64(dayNumber) * 1440 + Int64(minute ?? 0)) * 60_000 }
}

extension CalendarLine {
    /// Whether the line marks its task as completed.
    fileprivate var isCompletion: Bool {
        name == "STATUS" && FoundWords.state(text) == .done
    }
}
