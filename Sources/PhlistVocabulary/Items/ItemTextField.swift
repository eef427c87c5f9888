/// A field of items that is free text, beside the title.
///
/// The planner, formats, conflicts, search and JSON go through this table: a new field of the kind needs no code of its
/// own in them.
package struct ItemTextField: Sendable {
    package let field: ItemField
    package let kind: TextKind
    package let inRecord: any WritableKeyPath<ItemRecord, String> & Sendable
    package let inPatch: any WritableKeyPath<ItemPatch, String?> & Sendable
    /// The property of a calendar's task (RFC 5545, section 3.8) that holds the same; nil if there is none.
    package var calendarProperty: String?

    package static let all = [
        ItemTextField(field: .note, kind: .note, inRecord: \.note, inPatch: \.note),
        ItemTextField(field: .quantity, kind: .quantity, inRecord: \.quantity, inPatch: \.quantity),
        ItemTextField(field: .url, kind: .url, inRecord: \.url, inPatch: \.url, calendarProperty: "URL"),
        ItemTextField(
            field: .location,
            kind: .location,
            inRecord: \.location,
            inPatch: \.location,
            calendarProperty: "LOCATION"
        ),
        recurrence,
        ItemTextField(field: .rotation, kind: .rotation, inRecord: \.rotation, inPatch: \.rotation),
        reminder,
    ]

    package static let recurrence = ItemTextField(
        field: .recurrence,
        kind: .recurrence,
        inRecord: \.recurrence,
        inPatch: \.recurrence
    )

    package static let reminder = ItemTextField(
        field: .reminder,
        kind: .reminder,
        inRecord: \.reminder,
        inPatch: \.reminder
    )

    /// Returns the row of a field; nil for a field of another type.
    package static func of(_ field: ItemField) -> ItemTextField? { all.first { $0.field == field } }

    /// The fields in which a text is looked for; an amount, a rule or a moment would be found by every digit.
    package static let searched = all.filter { ![.quantity, .recurrence, .rotation, .reminder].contains($0.kind) }

    /// The fields whose text is in the log as it is; of members, the log has the ids.
    package static let verbatim = all.filter { $0.kind != .rotation }

    /// The fields of one line.
    package static let lines = all.filter { $0.kind != .note }
}
