import PhlistControl
import PhlistVocabulary

/// The requested fields of items, as they were understood.
enum FieldText {
    /// Returns the requested fields with an item's current values, each after a comma.
    static func words(_ fields: ItemPatch?, of item: ItemView, _ clock: Clock) -> TerminalText {
        guard let fields else { return "" }
        let words: [TerminalText?] = [
            fields.due.map { _ in due(item, clock) },
            fields.quantity.map { _ in item.quantity.isEmpty ? "no quantity" : "\(item.quantity)" },
            fields.priority.map { _ in item.priority == .none ? "no priority" : "\(item.priority.name) priority" },
            fields.assignee.map { _ in item.assignee.map { "@\($0)" } ?? "for nobody" },
            fields.addTags == nil && fields.removeTags == nil ? nil : tags(item),
            fields.percent.map { _ in "\(item.percent) %" },
            fields.note.map { _ in item.hasNote ? "with a note" : "no note" },
            fields.photo.map { _ in item.hasPhoto ? "with a photo" : "no photo" },
        ]
        return words.compactMap(\.self).reduce("") { "\($0), \($1)" }
    }

    private static func due(_ item: ItemView, _ clock: Clock) -> TerminalText {
        item.due.map { "due \(DateText(today: clock.today).long($0))" } ?? "no due date"
    }

    private static func tags(_ item: ItemView) -> TerminalText {
        item.tags.isEmpty ? "no tags" : TerminalText.joined(item.tags.map { "#\($0)" }, separator: " ")
    }
}
