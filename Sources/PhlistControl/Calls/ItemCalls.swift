/// `POST /v1/items`: adds items to a list.
package struct AddItemsRequest: ControlCall {
    package static let route = ControlRoute.addItems
    package typealias Reply = AddItemsReply

    /// `LIST` or `LIST/SECTION`; nil is the default list: the only one, else "Shopping", made when it is missing.
    package var list: String?
    package var titles: [String]
    /// What all of them shall have.
    package var fields: ItemFields?
    /// The item that they shall stand below.
    package var under: String?
    /// The item behind which they shall stand.
    package var after: String?
    /// Whether they shall stand first.
    package var top: Bool?

    /// Creates the request.
    package init(list: String?, titles: [String]) {
        self.list = list
        self.titles = titles
    }

    package func check() throws(ControlError) {
        guard !titles.isEmpty else { throw ControlError(.invalid, "field \"titles\" is empty") }
        guard after == nil || under == nil && top != true else {
            throw ControlError(.invalid, "field \"after\" stands alone, without \"under\" and \"top\"")
        }
        try fields?.check()
    }
}

/// `PATCH /v1/items`: changes items; what is nil stays as it is.
package struct ChangeItemsRequest: ControlCall {
    package static let route = ControlRoute.changeItems
    package typealias Reply = ChangeItemsReply

    /// Each an id prefix, `LIST/text`, or text that matches one item.
    package var items: [String]
    package var state: ItemState?
    /// Only with exactly one item.
    package var title: String?
    /// True moves to the trash, false restores from it; what stands below an item goes along.
    package var isTrashed: Bool?
    package var fields: ItemFields?

    /// Creates the request.
    package init(
        items: [String],
        state: ItemState? = nil,
        title: String? = nil,
        isTrashed: Bool? = nil,
        fields: ItemFields? = nil
    ) {
        self.items = items
        self.state = state
        self.title = title
        self.isTrashed = isTrashed
        self.fields = fields
    }

    package func check() throws(ControlError) {
        try checkReferences(items, in: "items")
        guard state != nil || title != nil || isTrashed != nil || fields ?? ItemFields() != ItemFields() else {
            throw ControlError(
                .invalid,
                "nothing to change: one of \"state\", \"title\", \"isTrashed\", \"fields\" is needed"
            )
        }
        guard title == nil || items.count == 1 else {
            throw ControlError(.invalid, "field \"title\" goes with exactly one item, not with \(items.count)")
        }
        try fields?.check()
    }
}

/// What items have besides a title and a state; what is nil stays as it is.
package struct ItemFields: Codable, Sendable, Equatable {
    /// At most 32 KiB; empty for none.
    package var note: String?
    /// `2026-12-25` or `2026-12-25T18:00`; empty for no date.
    package var due: String?
    /// A member's name; empty for nobody.
    package var assignee: String?
    /// At most 64 bytes; empty for nothing said.
    package var quantity: String?
    package var priority: Priority?
    /// From 0 to 100.
    package var percent: Int?
    /// Words of at most 64 bytes; an item can have 64.
    package var addTags: [String]?
    package var removeTags: [String]?
    /// The name of a photo, as `POST /v1/photos` has given it.
    package var photo: String?

    /// Creates fields that all stay as they are.
    package init() {}

    func check() throws(ControlError) {
        guard let due, !due.isEmpty, CivilDate(due) == nil else { return }
        throw ControlError(.invalid, "field \"due\" is not a date like 2026-12-25 or 2026-12-25T18:00: \"\(due)\"")
    }
}

/// `POST /v1/items/move`: lets items stand elsewhere, what is below them included.
///
/// Exactly one of the members besides `items` is given. In another list items are made anew, and the old ones go into
/// the trash.
package struct MoveItemsRequest: ControlCall {
    package static let route = ControlRoute.moveItems
    package typealias Reply = ChangeItemsReply

    package var items: [String]
    /// `LIST` or `LIST/SECTION`, where they stand last.
    package var to: String?
    package var under: String?
    package var before: String?
    package var after: String?
    /// Among those that they stand among now.
    package var place: Place?

    /// A place that needs no other item.
    package enum Place: String, Codable, Sendable {
        case top
        case bottom
        /// Behind the item that they stand below.
        case out
    }

    /// Creates the request.
    package init(items: [String]) {
        self.items = items
    }

    package func check() throws(ControlError) {
        try checkReferences(items, in: "items")
        guard [to, under, before, after, place?.rawValue].count(where: { $0 != nil }) == 1 else {
            throw ControlError(
                .invalid,
                "exactly one of \"to\", \"under\", \"before\", \"after\", \"place\" is needed"
            )
        }
    }
}

/// `POST /v1/items/purge`: removes from the trash for good, with what came there together with it.
package struct PurgeItemsRequest: ControlCall {
    package static let route = ControlRoute.purgeItems
    package typealias Reply = ChangeItemsReply

    /// Certain items; nil with an age.
    package var items: [String]?
    /// All that was put into the trash at least so many days ago.
    package var olderThanDays: Int?

    /// Creates the request.
    package init(items: [String]? = nil, olderThanDays: Int? = nil) {
        self.items = items
        self.olderThanDays = olderThanDays
    }

    package func check() throws(ControlError) {
        try checkPurge(of: items, in: "items", olderThanDays: olderThanDays)
    }
}
