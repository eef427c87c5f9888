/// `GET /v1/conflicts`: the fields that were written on several devices without one knowing of the other.
package struct ConflictsQuery: ControlCall {
    package static let route = ControlRoute.conflicts
    package typealias Reply = ConflictsReply

    /// A list, or a thing that has conflicts; nil for all.
    package var of: String?

    /// Creates the query.
    package init(of: String? = nil) {
        self.of = of
    }
}

/// The reply of `GET /v1/conflicts`.
package struct ConflictsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var conflicts: [PlacedConflictView]

    /// Creates the reply.
    package init(conflicts: [PlacedConflictView]) {
        self.conflicts = conflicts
    }
}

/// A conflict with the thing that has it.
package struct PlacedConflictView: Codable, Sendable, Equatable {
    package var kind: FieldChangeView.Kind
    package var id: String
    /// The beginning of the id that is enough here.
    package var shortID: String
    package var title: String
    /// The list; nil for a member.
    package var listID: String?
    package var listTitle: String?
    package var field: String
    /// The values that compete, the shown one first; `take` counts them from 1.
    package var values: [ConflictView.Value]

    /// Creates a view of a conflict.
    package init(
        kind: FieldChangeView.Kind,
        id: String,
        shortID: String,
        title: String,
        listID: String?,
        listTitle: String?,
        field: String,
        values: [ConflictView.Value]
    ) {
        (self.kind, self.id, self.shortID, self.title) = (kind, id, shortID, title)
        (self.listID, self.listTitle) = (listID, listTitle)
        (self.field, self.values) = (field, values)
    }
}

/// `POST /v1/conflicts`: settles a conflict.
package struct ResolveRequest: ControlCall {
    package static let route = ControlRoute.resolve
    package typealias Reply = ResolveReply

    /// The beginning of an id, `LIST/text`, or text that one thing with a conflict has.
    package var of: String
    package var field: String
    /// The value in words: dates as `2026-12-25T18:00`, `none` for no date, nobody, and no section.
    package var value: String?
    /// One of the values that compete instead, counted from 1.
    package var take: Int?

    /// Creates the request.
    package init(of: String, field: String, value: String? = nil, take: Int? = nil) {
        (self.of, self.field, self.value, self.take) = (of, field, value, take)
    }

    package func check() throws(ControlError) {
        guard (value == nil) != (take == nil) else {
            throw ControlError(.invalid, "exactly one of \"value\" and \"take\" is needed")
        }
    }
}

/// The reply of `POST /v1/conflicts`.
package struct ResolveReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var change: FieldChangeView

    /// Creates the reply.
    package init(change: FieldChangeView) {
        self.change = change
    }
}
