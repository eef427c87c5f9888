import PhlistControl
import PhlistVocabulary

/// Conflicts as text and as fields.
struct ConflictText {
    var clock: Clock
    var style: Style

    /// Returns each conflict with its values below it; the first value is the one shown everywhere.
    func page(_ conflicts: [PlacedConflictView]) -> Page {
        Page(words: conflicts.flatMap(lines), rows: conflicts.flatMap(rows), ids: conflicts.map(\.id))
    }

    private func lines(_ conflict: PlacedConflictView) -> [TerminalText] {
        let name = style.heading("\(place(conflict))\(conflict.title)")
        let heading: TerminalText = "\(style.faint("\(conflict.shortID)"))  \(name): \(conflict.field)"
        let cells = zip(1..., conflict.values).map { number, value -> [TerminalText] in
            let words = Self.value(value, of: conflict.field, clock)
            return ["\(number)", words, author(value)] + (number == 1 ? ["shown"] : [])
        }
        return [heading] + Table.lines(cells, indent: "  ")
    }

    /// Returns the list before the name of something in it.
    private func place(_ conflict: PlacedConflictView) -> TerminalText {
        switch conflict.kind {
        case .item, .section, .field, .record: "\(conflict.listTitle ?? "")/"
        case .list, .form, .member, .observation, .household: ""
        }
    }

    static func value(_ value: ConflictView.Value, of field: String, _ clock: Clock) -> TerminalText {
        ChangeText.value(value.value, of: field, DateText(today: clock.today))
    }

    private func author(_ value: ConflictView.Value) -> TerminalText {
        let device: TerminalText = value.device.map { " on \($0)" } ?? ""
        return "\(value.by ?? "the house")\(device), \(clock.dateTime(value.at))"
    }

    private func rows(_ conflict: PlacedConflictView) -> [[String]] {
        zip(1..., conflict.values).map { number, value in
            [
                conflict.id, conflict.kind.rawValue, conflict.listTitle ?? "", conflict.title, conflict.field,
                String(number), value.value, value.by ?? "", value.device ?? "", String(value.at),
            ]
        }
    }
}
