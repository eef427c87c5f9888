/// One action of somebody, as far as it concerns one list or the members.
package struct HistoryEntryView: Codable, Sendable, Equatable {
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var at: Int64
    /// The name of the member who acted; nil stands for the house.
    package var by: String?
    /// The name of the device where it was done.
    package var device: String?
    /// The list; nil for what was done to the members.
    package var listID: String?
    package var listTitle: String?
    package var kind: Kind
    package var changes: [FieldChangeView]

    /// What an action is to another one.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case ordinary
        /// It took another one back.
        case undo
        /// It took an undo back.
        case redo
    }

    /// Creates a view of an action.
    package init(
        at: Int64,
        by: String?,
        device: String?,
        listID: String?,
        listTitle: String?,
        kind: Kind = .ordinary,
        changes: [FieldChangeView]
    ) {
        self.at = at
        self.by = by
        self.device = device
        self.listID = listID
        self.listTitle = listTitle
        self.kind = kind
        self.changes = changes
    }
}

/// One value of one thing that was written.
package struct FieldChangeView: Codable, Sendable, Equatable {
    package var kind: Kind
    package var id: String
    /// What the thing is called by now; empty when it was removed for good.
    package var title: String
    /// For example `title`, `state`, `due`; `life` for being there, with the values `present` and `removed`.
    package var field: String
    /// The new value in words; nil for none.
    package var value: String?
    /// What was there before; nil for nothing.
    package var previous: String?
    /// Whether the thing was made by it.
    package var isNew: Bool

    /// What was changed.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case list
        case item
        case section
        case field
        case record
        case observation
        case member
        case household
    }

    /// The value of `life` for what is there.
    package static let present = "present"
    /// The value of `life` for what is in the trash.
    package static let removed = "removed"
    /// The field for a member's part in a list, with the values of `ParticipantView.State`.
    package static let participation = "participation"

    /// Creates a view of a change.
    package init(
        kind: Kind,
        id: String,
        title: String,
        field: String,
        value: String?,
        previous: String? = nil,
        isNew: Bool = false
    ) {
        self.kind = kind
        self.id = id
        self.title = title
        self.field = field
        self.value = value
        self.previous = previous
        self.isNew = isNew
    }
}
