/// `GET /v1/conflicts`: the fields that several devices changed concurrently.
package struct ConflictsQuery: ControlCall {
    package static let route = ControlRoute.conflicts
    package typealias Reply = ConflictsReply

    /// A list, or an entity that has conflicts; nil for all.
    package var of: String?

    package init(of: String? = nil) {
        self.of = of
    }
}

/// The reply to `GET /v1/conflicts`.
package struct ConflictsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var conflicts: [PlacedConflictView]
    /// Sentences about concurrent changes that are no conflict of a field, each with the command that settles it; nil
    /// for none.
    package var notices: [String]?

    package init(conflicts: [PlacedConflictView], notices: [String]? = nil) {
        (self.conflicts, self.notices) = (conflicts, notices)
    }
}

/// A conflict, with the thing that it belongs to.
package struct PlacedConflictView: Codable, Sendable, Equatable {
    package var kind: FieldChangeView.Kind
    package var id: String
    /// The shortest id prefix that is unambiguous here.
    package var shortID: String
    package var title: String
    /// The list; nil for a member.
    package var listID: String?
    package var listTitle: String?
    package var field: String
    /// The competing values, the one shown first; `take` counts them from 1.
    package var values: [ConflictView.Value]

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

    /// An id prefix, `LIST/text`, or text that matches exactly one thing with a conflict.
    package var of: String
    package var field: String
    /// The value as text: dates as `2026-12-25T18:00`; `none` for no date, nobody, or no section.
    package var value: String?
    /// One of the competing values instead, counted from 1.
    package var take: Int?

    package init(of: String, field: String, value: String? = nil, take: Int? = nil) {
        (self.of, self.field, self.value, self.take) = (of, field, value, take)
    }

    package func check() throws(ControlError) {
        guard (value == nil) != (take == nil) else {
            throw ControlError(.invalid, "exactly one of \"value\" and \"take\" is needed")
        }
    }
}

/// The reply to `POST /v1/conflicts`.
package struct ResolveReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var change: FieldChangeView

    package init(change: FieldChangeView) {
        self.change = change
    }
}
