import PhlistControl

/// What an undo or a redo has done, in words and in fields.
struct TakenBackText {
    var dates: DateText

    func page(_ reply: TakenBackReply) -> Page {
        let changes = reply.entries.flatMap(\.changes)
        let lines = changes.compactMap(line) + reply.leftAlone.map(stays)
        return Page(
            words: lines.isEmpty ? ["taken back"] : lines,
            rows: reply.entries.flatMap(rows) + reply.leftAlone.map { ["left alone"] + fields($0) },
            ids: unique(changes.map(\.id))
        )
    }

    /// Nil for what looks as it did.
    private func line(_ change: FieldChangeView) -> TerminalText? {
        let name = ChangeText.name(change)
        let value = ChangeText(dates: dates).value(change)
        switch change.field {
        case "life": return change.value == FieldChangeView.removed ? "removed again: \(name)" : "back again: \(name)"
        case "state": return "\(change.value ?? "open") again: \(name)"
        case "section":
            guard change.value != change.previous else { return "back in its place: \(name)" }
            return value.map { "back in \($0): \(name)" } ?? "back in no section: \(name)"
        case "place": return "back in its place: \(name)"
        case "note", "photo", "description":
            return value == nil ? "\(ChangeText.word(change.field)) off again: \(name)" : restored(change, nil)
        case _ where change.value == change.previous: return nil
        case "title", "name":
            return "\(change.field) back to \(change.value ?? "") (was \(change.previous ?? ""))"
        default: return restored(change, value ?? "none")
        }
    }

    private func restored(_ change: FieldChangeView, _ value: TerminalText?) -> TerminalText {
        let words: TerminalText = value.map { " to \($0)" } ?? ""
        return "\(ChangeText.word(change.field)) of \(ChangeText.name(change)) back\(words)"
    }

    private func stays(_ change: FieldChangeView) -> TerminalText {
        let name = ChangeText.name(change)
        let value = ChangeText(dates: dates).value(change) ?? "none"
        let field = change.field == "life" ? "removed or not" : ChangeText.word(change.field)
        return "left alone, because it was changed since: \(field) of \(name) (\(value))"
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
