import PhlistControl
import PhlistVocabulary

/// The result of an undo or a redo, as text and as fields.
struct TakenBackText {
    var dates: DateText
    /// Whether this is the result of a redo.
    var isRedo = false

    /// Changes of one kind that are listed; more are summed up in one line.
    private static let linesOfKindMax = 10

    func page(_ reply: TakenBackReply) -> Page {
        let lines = reply.entries.flatMap { entry in
            ChangeText.told(entry.changes).compactMap { line($0, in: entry.listTitle) }
        }
        let gone = reply.leftAlone.count { $0.value == FieldChangeView.purged }
        let left = reply.leftAlone.filter { $0.value != FieldChangeView.purged }
        let words = told(lines) + left.map(stays) + (gone == 0 ? [] : [lost(gone)])
        let nothing: TerminalText = "\(isRedo ? "done again" : "taken back"); nothing looks different"
        return Page(
            words: words.isEmpty ? [nothing] : words,
            rows: reply.entries.flatMap(rows) + reply.leftAlone.map { ["left alone"] + fields($0) },
            ids: unique(reply.entries.flatMap(\.changes).map(\.id))
        )
    }

    /// Returns the line for things of which nothing is left, not even the title.
    private func lost(_ count: Int) -> TerminalText {
        let things = count == 1 ? "1 thing that was" : "\(count) things that were"
        return "cannot be \(isRedo ? "done again" : "taken back"): \(things) removed for good since"
    }

    /// The line for one change, and the kind of the change.
    private struct Line {
        var kind: TerminalText
        var words: TerminalText

        init(_ kind: TerminalText, _ words: TerminalText) {
            (self.kind, self.words) = (kind, words)
        }

        init(_ kind: TerminalText, of name: TerminalText) {
            self.init(kind, "\(kind): \(name)")
        }
    }

    /// Returns the lines in order; a kind with many changes is summed up in place of the first.
    private func told(_ lines: [Line]) -> [TerminalText] {
        let counts = Dictionary(lines.map { ($0.kind.string, 1) }, uniquingKeysWith: +)
        var summed: Set<String> = []
        return lines.compactMap { line in
            let count = counts[line.kind.string] ?? 0
            guard count > Self.linesOfKindMax else { return line.words }
            return summed.insert(line.kind.string).inserted ? "\(line.kind): \(count) things" : nil
        }
    }

    /// Returns the line for a change; nil if nothing looks different.
    private func line(_ change: FieldChangeView, in list: String?) -> Line? {
        let name = ChangeText.name(change)
        let value = ChangeText(dates: dates).value(change)
        if let value, endsConflict(change) {
            return Line("no conflict any more", "no conflict any more: \(word(change.field)) of \(name) stays \(value)")
        }
        switch change.field {
        case "life" where change.previous == FieldChangeView.purged:
            // It came back to the trash by itself, because somebody had written in it.
            return Line("in the trash as before", of: name)
        case "life":
            // What an undo removes may never have been removed before, such as an item that was just added.
            let removed: TerminalText = isRedo ? "removed again" : "removed"
            return Line(change.value == FieldChangeView.removed ? removed : "back again", of: name)
        case "state": return Line("\(change.value ?? "open") again", of: name)
        case "section":
            guard change.value != change.previous else { return Line("back in its place", of: name) }
            return Line(value.map { "back in \($0)" } ?? "back in no section", of: name)
        case "place": return Line("back in its place", of: name)
        case "visibility":
            return Line("\(change.value == "household" ? "shown to" : "hidden from") the household again", of: name)
        case FieldChangeView.participation: return participation(change, in: "the list \(list ?? "")")
        case "deletion": return deletion(change, name)
        case "note", "photo", "description":
            return value == nil ? cleared(change) : restored(change, nil)
        case _ where change.value == change.previous: return nil
        case "tags":
            let tag = value ?? "\(change.previous ?? "")"
            return value == nil
                ? Line("tag taken off again", "tag \(tag) taken off again: \(name)")
                : Line("tag back", "tag \(tag) back: \(name)")
        case "title", "name":
            let former = "\(change.value ?? "") (was \(change.previous ?? ""))" as TerminalText
            return Line("\(change.field) back", "\(change.field) back to \(former)")
        default: return value.map { restored(change, $0) } ?? cleared(change)
        }
    }

    /// Whether a field has the value that it showed before: then only other values of it went away.
    private func endsConflict(_ change: FieldChangeView) -> Bool {
        let others = ["life", "section", "place", "tags", "photo", "visibility", FieldChangeView.participation]
        return !isRedo && change.value == change.previous && !others.contains(change.field)
    }

    /// Returns the line for a field that has no value again.
    private func cleared(_ change: FieldChangeView) -> Line {
        let name = ChangeText.name(change)
        return switch change.field {
        case "assignee": Line("assigned to nobody again", of: name)
        case "recurrence": Line("no longer recurs", of: name)
        case "rotation": Line("no longer by turns", of: name)
        default: Line("\(ChangeText.word(change.field)) taken off again", of: name)
        }
    }

    /// Returns the line for what may be removed from a list: a list for which nothing was said allows it.
    private func deletion(_ change: FieldChangeView, _ name: TerminalText) -> Line {
        let isAllowed = change.value != DeletionPolicy.cancelOnly.name
        return Line(isAllowed ? "items can be removed again" : "items can only be cancelled again", of: name)
    }

    private func restored(_ change: FieldChangeView, _ value: TerminalText?) -> Line {
        let words: TerminalText = value.map { " to \($0)" } ?? ""
        let field = ChangeText.word(change.field)
        return Line("\(field) back", "\(field) of \(ChangeText.name(change)) back\(words)")
    }

    /// Returns the line for a restored or withdrawn invitation, which needs a new answer except for the house.
    private func participation(_ change: FieldChangeView, in list: TerminalText) -> Line {
        let name = ChangeText.participant(change)
        guard change.value == "invited" else { return Line("invitation to \(list) taken back", of: name) }
        let ending: TerminalText = change.kind == .household ? "" : ", who has to accept again"
        return Line("invited again to \(list)", of: "\(name)\(ending)")
    }

    private func stays(_ change: FieldChangeView) -> TerminalText {
        let isInvitation = change.field == FieldChangeView.participation
        let name = isInvitation ? ChangeText.participant(change) : ChangeText.name(change)
        let value = ChangeText(dates: dates).value(change).map { ", now \($0)" as TerminalText } ?? ""
        switch change.field {
        case "state":
            return "left as it is, because somebody changed it as well: \(name)\(value)"
        case "life":
            let state: TerminalText = change.value == FieldChangeView.removed ? "in the trash" : "here"
            return "left as it is, because somebody changed it as well: \(name), still \(state)"
        default:
            return "left as it is, because somebody changed it as well: \(word(change.field)) of \(name)\(value)"
        }
    }

    private func word(_ field: String) -> String {
        switch field {
        case FieldChangeView.participation: "the invitation"
        default: ChangeText.word(field)
        }
    }

    private func rows(_ entry: HistoryEntryView) -> [[String]] {
        entry.changes.map { ["taken back"] + fields($0) }
    }

    private func fields(_ change: FieldChangeView) -> [String] {
        [change.id, change.kind.rawValue, change.title, change.field, change.value ?? "", change.previous ?? ""]
    }

    private func unique(_ ids: [String]) -> [String] {
        var told: Set<String> = []
        return ids.filter { told.insert($0).inserted }
    }
}
