import PhlistControl
import PhlistVocabulary

/// Changes in words.
struct ChangeText {
    var dates: DateText

    /// A change as a verb, an object, and the rest of the sentence.
    struct Phrase: Equatable {
        var verb: TerminalText
        var object: TerminalText
        var rest: TerminalText = ""
    }

    /// Returns the sentence for one action, joining equal changes of several things.
    func sentence(_ changes: [FieldChangeView]) -> TerminalText {
        var groups: [(phrase: Phrase, objects: [TerminalText], kinds: Set<FieldChangeView.Kind>)] = []
        for change in relevant(changes) {
            let phrase = phrase(change)
            // Of what was purged nobody knows what it was.
            let kinds: Set<FieldChangeView.Kind> = change.field == "purge" ? [] : [change.kind]
            let index = groups.firstIndex { $0.phrase.verb == phrase.verb && $0.phrase.rest == phrase.rest }
            if let index {
                groups[index].objects.append(phrase.object)
                groups[index].kinds.formUnion(kinds)
            } else {
                groups.append((phrase, [phrase.object], kinds))
            }
        }
        let sentences = groups.map { group -> TerminalText in
            "\(group.phrase.verb) \(Self.objects(group.objects, group.kinds))\(group.phrase.rest)"
        }
        return .joined(sentences, separator: "; ")
    }

    /// Returns up to three names, which are read at a glance; otherwise their number.
    private static func objects(_ objects: [TerminalText], _ kinds: Set<FieldChangeView.Kind>) -> TerminalText {
        guard objects.count > 3 else { return .joined(objects, separator: ", ") }
        return kinds.count == 1 ? "\(objects.count) \(kinds.first?.rawValue ?? "")s" : "\(objects.count) things"
    }

    /// Returns the changes to tell; of a new thing, only its creation.
    private func relevant(_ changes: [FieldChangeView]) -> [FieldChangeView] {
        let new = Set(changes.filter(\.isNew).map(\.id))
        return Self.told(changes).filter { $0.isNew || !new.contains($0.id) }
    }

    /// Returns the changes without the fields of things that moved to the trash, and without those of things that came
    /// back from it as they were.
    static func told(_ changes: [FieldChangeView]) -> [FieldChangeView] {
        let lives = changes.filter { $0.field == "life" }
        let removed = Set(lives.filter { $0.value == FieldChangeView.removed }.map(\.id))
        let back = Set(lives.filter { $0.value == FieldChangeView.present }.map(\.id))
        return changes.filter { change in
            guard change.field != "life" else { return true }
            return !removed.contains(change.id) && !(back.contains(change.id) && isUnchanged(change))
        }
    }

    /// Whether a field has the value that it had before, which an item without that field has anyway.
    private static func isUnchanged(_ change: FieldChangeView) -> Bool {
        let usual = usualValues[change.field]
        return (change.value ?? usual) == (change.previous ?? usual)
    }

    private static let usualValues = ["state": "open", "percent": "0", "priority": "none"]

    private func phrase(_ change: FieldChangeView) -> Phrase {
        let name = Self.name(change)
        switch change.field {
        case "purge": return Phrase(verb: "removed for good", object: "something")
        case "life": return life(change, name)
        case "state":
            return Phrase(verb: Self.stateVerb(change.value), object: name, rest: Self.stateRest(change.value))
        case "title", "name": return title(change)
        case "assignee": return assignee(change, name)
        case "section": return section(change, name)
        case "visibility": return visibility(change, name)
        case "place": return Phrase(verb: "moved", object: name)
        case FieldChangeView.participation: return participation(change)
        default: return other(change, name)
        }
    }

    private func life(_ change: FieldChangeView, _ name: TerminalText) -> Phrase {
        if change.value == FieldChangeView.purged { return Phrase(verb: "removed for good", object: name) }
        if change.value == FieldChangeView.removed {
            // A purge that had no effect left it in the trash, and taking it back changes nothing.
            guard change.previous != FieldChangeView.purged else {
                return Phrase(verb: "left", object: name, rest: " in the trash")
            }
            return Phrase(verb: "removed", object: name)
        }
        guard change.isNew else { return Phrase(verb: "restored", object: name) }
        switch change.kind {
        case .list, .form, .section, .field: return Phrase(verb: "made", object: name)
        case .member: return Phrase(verb: "made", object: "\(change.title)", rest: " a member")
        case .record: return Phrase(verb: "saved", object: name)
        case .item, .observation, .household: return Phrase(verb: "added", object: name)
        }
    }

    private static func stateVerb(_ value: String?) -> TerminalText {
        switch value {
        case "done": "ticked"
        case "cancelled": "cancelled"
        default: "opened"
        }
    }

    private static func stateRest(_ value: String?) -> TerminalText {
        value == nil || value == "open" ? " again" : ""
    }

    private func title(_ change: FieldChangeView) -> Phrase {
        let value: TerminalText = "\(change.value ?? "")"
        guard let previous = change.previous, previous != change.value else {
            return Phrase(verb: change.previous == nil ? "named" : "kept the \(change.field)", object: value)
        }
        return Phrase(verb: "renamed", object: "\(previous)", rest: " to \(value)")
    }

    private func assignee(_ change: FieldChangeView, _ name: TerminalText) -> Phrase {
        guard let member = change.value else {
            return Phrase(verb: "took", object: name, rest: " from \(change.previous ?? "nobody")")
        }
        return Phrase(verb: "gave", object: name, rest: " to \(member)")
    }

    private func section(_ change: FieldChangeView, _ name: TerminalText) -> Phrase {
        guard change.value != change.previous else { return Phrase(verb: "moved", object: name) }
        if let section = change.value { return Phrase(verb: "moved", object: name, rest: " to \(section)") }
        return Phrase(verb: "moved", object: name, rest: " out of \(change.previous ?? "")")
    }

    private func visibility(_ change: FieldChangeView, _ name: TerminalText) -> Phrase {
        change.value == "participants"
            ? Phrase(verb: "hid", object: name, rest: " from the household")
            : Phrase(verb: "let the household see", object: name)
    }

    private func participation(_ change: FieldChangeView) -> Phrase {
        switch change.value {
        case "invited": Phrase(verb: "invited", object: Self.participant(change))
        case "removed": Phrase(verb: "took back the invitation of", object: Self.participant(change))
        case "left": Phrase(verb: "left", object: "the list")
        case let answer: Phrase(verb: "\(answer ?? "answered")", object: "the invitation")
        }
    }

    private func other(_ change: FieldChangeView, _ name: TerminalText) -> Phrase {
        let field = "\(Self.word(change.field))" as TerminalText
        guard change.field != "note", change.field != "photo", change.field != "description" else {
            return Phrase(verb: change.value == nil ? "took the \(field) off" : "changed the \(field) of", object: name)
        }
        if change.field == "tags", change.value == nil {
            return Phrase(verb: "took the tag \(change.previous ?? "") off", object: name)
        }
        if let value = value(change) { return Phrase(verb: "set the \(field) of", object: name, rest: " to \(value)") }
        return Phrase(verb: change.previous == nil ? "changed the \(field) of" : "took the \(field) off", object: name)
    }

    // MARK: Parts of a sentence

    /// Returns the value for people; nil for none.
    func value(_ change: FieldChangeView) -> TerminalText? {
        change.value.map { Self.value($0, of: change.field, dates) }
    }

    /// Returns the value of a field for people, who read a date, a rule or a reminder as everywhere else.
    static func value(_ value: String, of field: String, _ dates: DateText) -> TerminalText {
        switch field {
        case "due": CivilDate(value).map { "\(dates.short($0))" } ?? "\(value)"
        case "recurrence": "\(RecurrenceText.words(value))"
        case "reminder": "\(ReminderText.words(value, dates))"
        default: "\(value)"
        }
    }

    /// Returns the title of the thing, with its kind for anything but items and the household.
    static func name(_ change: FieldChangeView) -> TerminalText {
        switch change.kind {
        case .item, .household: "\(change.title)"
        case .observation: "an observation"
        case .list, .form, .section, .field, .record, .member: "the \(change.kind.rawValue) \(change.title)"
        }
    }

    /// Returns the member whose participation in a list changed.
    static func participant(_ change: FieldChangeView) -> TerminalText {
        change.kind == .household ? "the house" : "\(change.title)"
    }

    /// Returns the name of a field in a sentence.
    static func word(_ field: String) -> String {
        switch field {
        case "due": "due date"
        case "email": "e-mail"
        default: field
        }
    }
}
