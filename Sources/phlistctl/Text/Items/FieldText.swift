import PhlistControl
import PhlistVocabulary

/// The fields of an item in words.
struct FieldText {
    let item: ItemView
    let look: ItemLook

    /// Returns the value of a field as `show` has it; nil for the usual one, and for what stands elsewhere there.
    func full(_ field: ItemField) -> TerminalText? {
        switch field {
        case .title, .note: nil
        case .state: state
        case .due: due
        case .assignee: assignee
        case .priority: item.priority == .none ? nil : "\(item.priority.name)"
        case .percent: item.state == .open && item.percent > 0 ? "\(item.percent)" : nil
        case .tags: tags
        case .photo: item.photo.map { PhotoText.words($0, look.clock) }
        case .quantity, .url, .location, .recurrence, .rotation, .reminder: line(field)
        }
    }

    /// Returns the value of a field as it stands behind the title in a long row; nil for what is there anyway.
    func brief(_ field: ItemField) -> TerminalText? {
        switch field {
        case .title, .state, .due, .recurrence, .rotation, .quantity, .photo: nil
        case .priority: priority
        case .percent: item.state == .open && (1...99).contains(item.percent) ? "\(item.percent) %" : nil
        case .assignee: item.assignee.map { "@\($0)" }
        case .tags: tags
        case .url, .location: line(field).map { look.style.faint($0) }
        case .reminder: item.record.reminder.isEmpty ? nil : Self.reminderGlyph
        case .note: item.hasNote && !look.showsNotes ? Self.noteGlyph : nil
        }
    }

    /// Returns the requested fields with their new values, each after a comma.
    func echo(_ patch: ItemPatch?) -> TerminalText {
        guard let patch else { return "" }
        // A rule may have given the item its date, and a rotation its assignee.
        let isDated = patch.due != nil || patch.recurrence != nil
        let isAssigned = patch.assignee != nil || patch.rotation?.isEmpty == false
        let words: [TerminalText?] = [
            isDated ? item.due.map { "due \(date.long($0))" } ?? "no due date" : nil,
            patch.priority.map { _ in item.priority == .none ? "no priority" : "\(item.priority.name) priority" },
            isAssigned ? item.assignee.map { "@\($0)" } ?? "for nobody" : nil,
            patch.addTags == nil && patch.removeTags == nil ? nil : tags ?? "no tags",
            patch.percent.map { _ in "\(item.percent) %" },
            patch.note.map { _ in item.hasNote ? "with a note" : "no note" },
            patch.photo.map { _ in item.hasPhoto ? "with a photo" : "no photo" },
        ]
        let lines = ItemTextField.lines.map { text -> TerminalText? in
            patch[keyPath: text.inPatch].map { _ in phrase(text.field) ?? "no \(text.field.rawValue)" }
        }
        return (words.prefix(1) + lines + words.dropFirst()).compactMap(\.self).reduce("") { "\($0), \($1)" }
    }

    /// Returns the fields of a change, and of those that were understood in texts the ones that the item has.
    func echo(_ patch: ItemPatch?, understood: ItemPatch) -> TerminalText {
        var shown = patch ?? ItemPatch()
        if shown.due == nil, item.due != nil { shown.due = understood.due }
        if shown.priority == nil, item.priority != .none { shown.priority = understood.priority }
        if shown.assignee == nil, item.assignee != nil { shown.assignee = understood.assignee }
        if shown.addTags == nil, !item.tags.isEmpty { shown.addTags = understood.addTags }
        for text in ItemTextField.lines where shown[keyPath: text.inPatch] == nil && line(text.field) != nil {
            shown[keyPath: text.inPatch] = understood[keyPath: text.inPatch]
        }
        return echo(shown == ItemPatch() ? nil : shown)
    }

    /// The amount after a comma; empty if there is none.
    var amount: TerminalText { item.quantity.isEmpty ? "" : ", \(item.quantity)" }

    /// The sign for an item that comes back.
    static let recurrenceGlyph: TerminalText = "↻"
    /// The sign for an item that people are reminded of.
    static let reminderGlyph: TerminalText = "♪"
    /// The sign for a note, which `show` shows.
    static let noteGlyph: TerminalText = "≡"

    private var date: DateText { DateText(today: look.clock.today) }

    /// Returns the value of a field as it stands among others; nil for none.
    private func phrase(_ field: ItemField) -> TerminalText? {
        let line = line(field)
        switch field {
        case .rotation: return line.map { "taking turns: \($0)" }
        case .reminder: return line.map { "to remind \($0)\(isReminderPast ? ", which is past" : "")" }
        default: return line
        }
    }

    /// Whether nothing of the reminder is still to come, so that nobody will hear it.
    private var isReminderPast: Bool {
        let moments = Reminder(item.record.reminder)?.moments(due: item.due) ?? []
        return moments.last.map { $0 < look.clock.localNow } ?? false
    }

    private func line(_ field: ItemField) -> TerminalText? {
        let text = ItemTextField.of(field).map { item.record[keyPath: $0.inRecord] } ?? ""
        guard !text.isEmpty else { return nil }
        switch field {
        case .recurrence: return "\(RecurrenceText.words(text))"
        case .reminder: return "\(ReminderText.words(text, date))"
        default: return "\(text)"
        }
    }

    private var state: TerminalText {
        let word: TerminalText = "\(item.state.name)"
        let place: TerminalText = item.isTrashed ? ", in the trash" : ""
        guard item.state != .open, let time = item.stateAt else { return "\(word)\(place)" }
        return "\(word) \(ItemText.act(time, item.stateBy, look.clock))\(place)"
    }

    private var assignee: TerminalText? {
        guard let assignee = item.assignee else { return nil }
        guard item.isHiddenFromAssignee == true else { return "\(assignee)" }
        return item.isAssigneeInvited == true
            ? "\(assignee), who has not accepted the invitation to this list"
            : "\(assignee), who does not see this list"
    }

    private var due: TerminalText? {
        guard let due = item.due else { return nil }
        let isOverdue = item.state == .open && DateText.isOverdue(due, now: look.clock.localNow)
        return isOverdue ? look.style.warning("! \(date.long(due)), overdue") : "\(date.long(due))"
    }

    private var priority: TerminalText? {
        switch item.priority {
        case .none: nil
        case .low, .medium: "(\(item.priority.name))"
        case .high: look.style.heading("(high)")
        }
    }

    private var tags: TerminalText? {
        item.tags.isEmpty ? nil : TerminalText.joined(item.tags.map { "#\($0)" }, separator: " ")
    }
}
