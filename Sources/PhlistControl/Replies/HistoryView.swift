import PhlistVocabulary

/// One person's action, as far as it concerns one list or the members.
package struct HistoryEntryView: Codable, Sendable, Equatable {
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var at: Int64
    /// The name of the member who acted; nil for the house.
    package var by: String?
    /// The name of the device that made the change.
    package var device: String?
    /// The list; nil for changes of members.
    package var listID: String?
    package var listTitle: String?
    package var kind: Kind
    package var changes: [FieldChangeView]

    /// The relation of an action to another one.
    package enum Kind: String, NamedValue {
        case ordinary
        /// Reverts an action.
        case undo
        /// Reverts an undo.
        case redo
    }

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

/// A change of one field.
package struct FieldChangeView: Codable, Sendable, Equatable {
    package var kind: Kind
    package var id: String
    /// The title that it had after the change, else the present one; empty when the thing was permanently removed.
    package var title: String
    /// For example `title`, `state`, `due`; `life` for existence, with the values `present` and `removed`.
    package var field: String
    /// The new value as text; nil for none.
    package var value: String?
    /// The previous value; nil for none.
    package var previous: String?
    /// Whether the change created the thing.
    package var isNew: Bool

    /// The kind of thing that was changed.
    package enum Kind: String, NamedValue {
        case list
        case form
        case item
        case section
        case field
        case record
        case observation
        case member
        case household
    }

    /// The value of `life` for an existing thing.
    package static let present = "present"
    /// The value of `life` for a thing in the trash.
    package static let removed = "removed"
    /// The value of `life` for a list that was removed for good.
    package static let purged = "purged"
    /// The field for a member's part in a list, with the values of `ParticipantView.State`.
    package static let participation = "participation"

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
