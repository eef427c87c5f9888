import PhlistControl
import PhlistVocabulary

/// Reads the lists of Microsoft To Do as its API, Microsoft Graph, returns them and programs that use it export them:
/// an array of lists with `tasks`, or `value` with the lists or the tasks.
struct MicrosoftToDoReader: TolerantReader {
    var file = PortableFile(lists: [])

    /// Whether documents come from Microsoft To Do.
    static func reads(_ nodes: [JSONNode]) -> Bool {
        nodes.contains { node in
            guard case .object(let members) = node.value else { return false }
            return members.contains { member in
                switch (member.name, member.node.value) {
                case ("@odata.context", _): true
                case ("value", .array(let elements)): elements.contains(where: isListOrTask)
                default: isListOrTask(node)
                }
            }
        }
    }

    private static func isListOrTask(_ node: JSONNode) -> Bool {
        guard case .object(let members) = node.value else { return false }
        let names = Set(members.map(\.name))
        return names.isSuperset(of: ["displayName", "tasks"]) || names.isSuperset(of: ["title", "importance"])
            || names.isSuperset(of: ["subject", "importance"])
    }

    mutating func read(_ nodes: [JSONNode]) throws(FormatError) -> PortableFile {
        var plain = PortableList(title: "")
        for node in nodes {
            var document = try JSONObject(node, "the file")
            let elements = try document.elements("value")
            for element in elements.isEmpty ? [node] : elements {
                take { reader throws(FormatError) in try reader.read(element, &plain) }
            }
        }
        if plain.itemCount > 0 { file.lists.append(plain) }
        file.joinLists()
        return file
    }

    /// Reads a list, or a task outside any list.
    private mutating func read(_ node: JSONNode, _ plain: inout PortableList) throws(FormatError) {
        var object = try JSONObject(node, "a list or a task")
        guard let name = try object.text("displayName") else { return plain.add(try items(node), toSection: nil) }
        var list = PortableList(title: try ItemDraft(title: name, at: object.position).item.title)
        for task in try object.elements("tasks") {
            take { reader throws(FormatError) in list.add(try reader.items(task), toSection: nil) }
        }
        file.lists.append(list)
    }

    /// Members that are of use only to Microsoft's programs, or that repeat others.
    private static let technical = [
        "id", "@odata.etag", "createdDateTime", "lastModifiedDateTime", "bodyLastModifiedDateTime", "isReminderOn",
        "completedDateTime",
    ]

    /// Reads a task, with its steps as its children.
    private mutating func items(_ node: JSONNode) throws(FormatError) -> [PortableItem] {
        var object = try JSONObject(node, "a task")
        // Before 2020 the API called it the subject.
        let (title, subject) = (try object.text("title"), try object.text("subject"))
        var draft = try ItemDraft(title: title ?? subject ?? "", at: object.position)
        let status = try object.text("status") ?? ""
        draft.set(state: FoundWords.state(status) ?? .open)
        if FoundWords.isOnHold(status) { file.keep(status, as: "status", in: &draft) }
        if (try? object.flag("hasAttachments")) == true { file.countLeftOut("attachments") }
        draft.set(priority: FoundWords.priority(try object.text("importance") ?? "") ?? .none)
        draft.add(note: try object.text("content", of: "body")?.trimmed ?? "")
        draft.set(due: try day(&object))
        for (tag, position) in try object.texts("categories") where !tag.trimmed.isEmpty {
            try draft.add(tag: FoundWords.tag(tag), at: position)
        }
        if let reminder = try object.text("dateTime", of: "reminderDateTime") {
            file.keep(String(reminder.prefix { $0 != "." }), as: "reminder", in: &draft)
        }
        if let node = object.take("recurrence") {
            if let rule = Self.rule(node) {
                try file.set(.recurrence, to: rule, in: &draft)
            } else {
                file.countLeftOut("recurrence")
            }
        }
        let steps = try object.elements("checklistItems")
        for name in Self.technical { _ = object.take(name) }
        for name in object.rest { file.countLeftOut(name) }
        var items = [try file.finished(draft)]
        for node in steps {
            if let step = try step(node) { items.append(step) }
        }
        return items
    }

    /// Returns the rule of RFC 5545 for a `patternedRecurrence` of Microsoft Graph; nil for one without.
    private static func rule(_ node: JSONNode) -> String? {
        guard var recurrence = try? JSONObject(node, "recurrence"),
            let pattern = recurrence.take("pattern").flatMap({ try? JSONObject($0, "pattern") }),
            let rhythm = rhythm(pattern)
        else { return nil }
        guard var range = recurrence.take("range").flatMap({ try? JSONObject($0, "range") }) else { return rhythm }
        switch (try? range.text("type")) ?? "" {
        case "endDate":
            guard let last = try? range.date("endDate") else { return nil }
            return "\(rhythm);UNTIL=\(last.description.filter(\.isNumber))"
        case "numbered":
            guard let count = try? range.number("numberOfOccurrences") else { return nil }
            return "\(rhythm);COUNT=\(count)"
        case let type: return type == "noEnd" ? rhythm : nil
        }
    }

    /// Returns the frequency, the interval and the days of a `recurrencePattern`.
    private static func rhythm(_ pattern: JSONObject) -> String? {
        var pattern = pattern
        let interval = (try? pattern.number("interval")).flatMap(\.self) ?? 1
        let days = ((try? pattern.texts("daysOfWeek")) ?? []).map { $0.text.prefix(2).uppercased() }
        let day = (try? pattern.number("dayOfMonth")).flatMap(\.self) ?? 0
        let month = (try? pattern.number("month")).flatMap(\.self) ?? 0
        switch (try? pattern.text("type")).flatMap(\.self) ?? "" {
        case "daily": return "FREQ=DAILY;INTERVAL=\(interval)"
        case "weekly" where !days.isEmpty:
            return "FREQ=WEEKLY;INTERVAL=\(interval);BYDAY=\(days.joined(separator: ","))"
        case "absoluteMonthly": return "FREQ=MONTHLY;INTERVAL=\(interval);BYMONTHDAY=\(day)"
        case "absoluteYearly": return "FREQ=YEARLY;INTERVAL=\(interval);BYMONTH=\(month);BYMONTHDAY=\(day)"
        case "relativeMonthly" where days.count == 1:
            let indices = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1]
            let index = (try? pattern.text("index")).flatMap(\.self).flatMap { indices[$0] }
            return index.map { "FREQ=MONTHLY;INTERVAL=\(interval);BYDAY=\($0)\(days[0])" }
        default: return nil
        }
    }

    private mutating func step(_ node: JSONNode) throws(FormatError) -> PortableItem? {
        var object = try JSONObject(node, "a step")
        let title = try object.text("displayName")?.trimmed ?? ""
        guard !title.isEmpty else {
            file.countLeftOut("step without a name")
            return nil
        }
        var draft = try ItemDraft(title: title, at: object.position)
        draft.set(state: try object.flag("isChecked") == true ? .done : .open)
        draft.set(depth: 1)
        return try file.finished(draft)
    }

    /// Reads the due day, which is written as the midnight where the task was made; in UTC the nearest midnight, as
    /// that place is not written.
    private func day(_ object: inout JSONObject) throws(FormatError) -> CivilDate? {
        guard let node = object.take("dueDateTime"), case .object = node.value else { return nil }
        var due = try JSONObject(node, "dueDateTime")
        guard let text = try due.text("dateTime") else { return nil }
        guard let day = FoundWords.date(String(text.prefix { $0 != "T" })) else {
            throw FormatError(due.position, "\"\(text)\" is not a time like 2026-12-25T00:00:00")
        }
        let isUTC = try due.text("timeZone") == "UTC" || text.hasSuffix("Z")
        let hour = Int(text.drop { $0 != "T" }.dropFirst().prefix(2)) ?? 0
        return isUTC && hour >= 12 ? day.adding(days: 1) : day
    }
}

extension JSONObject {
    /// Takes a text of a nested object.
    fileprivate mutating func text(_ name: String, of member: String) throws(FormatError) -> String? {
        guard let node = take(member), case .object = node.value else { return nil }
        var object = try JSONObject(node, member)
        return try object.text(name)
    }
}
