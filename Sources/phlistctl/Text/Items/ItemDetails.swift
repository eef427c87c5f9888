import PhlistControl
import PhlistVocabulary

/// Everything about one item.
struct ItemDetails {
    var item: ItemView
    /// The item's parent and children.
    var family: [ItemView]
    /// The occurrence before it, if it comes back.
    var previous: ItemView?
    var look: ItemLook

    var page: Page {
        let heading: TerminalText = "\(ItemText.mark(item.state)) \(look.style.heading("\(item.title)"))"
        let words = [heading] + Table.lines(fields, indent: "  ") + below + note
        return ItemText.page([item], words)
    }

    private var fields: [[TerminalText]] {
        let place: [(TerminalText, TerminalText?)] = [
            ("section", item.section.map { "\($0)" }),
            ("below", parent.map { "\($0.title) (\($0.shortID))" }),
        ]
        let text = FieldText(item: item, look: look)
        let own = ItemField.allCases.map { ("\($0.rawValue)" as TerminalText, text.full($0)) }
        let acts: [(TerminalText, TerminalText?)] = [
            ("last time", previous.map { "\(OccurrenceText.closing(of: $0, look.clock)) (\($0.shortID))" }),
            ("removed", item.trashedAt.map { ItemText.act($0, item.trashedBy, look.clock) }),
            ("added", ItemText.act(item.createdAt, item.createdBy, look.clock)),
            ("changed", ItemText.act(item.updatedAt, item.updatedBy, look.clock)),
            ("kept", item.rescue.map(rescue)),
        ]
        let optional = place + own + acts
        let first: [[TerminalText]] = [["id", "\(item.id) (\(item.shortID))"], ["list", "\(item.listTitle)"]]
        return first + optional.compactMap { name, text in text.map { [name, $0] } } + item.conflicts.flatMap(conflict)
    }

    private var parent: ItemView? { family.first { $0.id == item.parentID } }

    private func rescue(_ rescue: RescueView) -> TerminalText {
        let (editor, deleter) = (rescue.editedBy ?? "the house", rescue.deletedBy ?? "the house")
        return "\(editor) edited it while \(deleter) deleted it (\(look.clock.dateTime(rescue.deletedAt)))"
    }

    /// Returns the competing values, and the command that resolves the conflict.
    private func conflict(_ conflict: ConflictView) -> [[TerminalText]] {
        let values = conflict.values.map { value -> TerminalText in
            let words = ConflictText.value(value, of: conflict.field, look.clock)
            return "\"\(words)\" (\(value.by ?? "the house"), \(look.clock.dateTime(value.at)))"
        }
        let choices = TerminalText.joined(values, separator: " or ")
        return [
            [look.style.warning("conflict"), "\(conflict.field): \(choices)"],
            ["", "settle it with: phlistctl resolve \(item.shortID) \(conflict.field) --take 1"],
        ]
    }

    private var below: [TerminalText] {
        let items = family.filter { $0.id != item.parentID }
        let idWidth = items.map(\.shortID.count).max() ?? 0
        let lines = items.flatMap { ItemLine(item: $0, look: look).lines(indent: 0, idWidth: idWidth) }
        return lines.isEmpty ? [] : [""] + lines
    }

    private var note: [TerminalText] {
        guard item.hasNote else { return [] }
        return [""]
            + TextWrap.lines(item.note, columns: max(20, look.columns - 2)).map { $0.width == 0 ? "" : "  \($0)" }
    }
}
