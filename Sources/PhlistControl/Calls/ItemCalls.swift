package import PhlistVocabulary

/// `POST /v1/items`: adds items to a list.
package struct AddItemsRequest: ControlCall {
    package static let route = ControlRoute.addItems
    package typealias Reply = AddItemsReply

    /// `LIST` or `LIST/SECTION`; nil is the default list: the only one, else "Shopping", made when it is missing.
    package var list: String?
    package var titles: [String]
    /// Fields that all of them get.
    package var fields: ItemPatch?
    /// Fields of each title, which override `fields`; as many as titles.
    package var ownFields: [ItemPatch]?
    /// The item to add them below.
    package var under: String?
    /// The item to add them after.
    package var after: String?
    /// Whether to add them first.
    package var top: Bool?
    /// The caller's day, for items that recur and have no due date; nil is the day in UTC.
    package var today: CivilDate?

    package init(list: String?, titles: [String]) {
        self.list = list
        self.titles = titles
    }

    package func check() throws(ControlError) {
        guard !titles.isEmpty else { throw ControlError(.invalid, "field \"titles\" is empty") }
        guard ownFields.map({ $0.count == titles.count }) ?? true else {
            throw ControlError(.invalid, "field \"ownFields\" needs as many elements as \"titles\"")
        }
        guard ownFields?.allSatisfy({ $0.photo == nil }) ?? true else {
            throw ControlError(.invalid, "a \"photo\" goes into \"fields\", not into \"ownFields\"")
        }
        guard after == nil || (under == nil && top != true) else {
            throw ControlError(.invalid, "field \"after\" does not go together with \"under\" or \"top\"")
        }
    }
}

/// `PATCH /v1/items`: changes items; nil leaves a field unchanged.
package struct ChangeItemsRequest: ControlCall {
    package static let route = ControlRoute.changeItems
    package typealias Reply = ChangeItemsReply

    /// Id prefixes, `LIST/text`, or text that matches exactly one item.
    package var items: [String]
    package var state: WorkState?
    /// Requires exactly one item.
    package var title: String?
    /// True moves to the trash, false restores; items below an item follow it.
    package var isTrashed: Bool?
    package var fields: ItemPatch?
    /// The change of one occurrence of a recurring item.
    package var occurrence: OccurrenceChange?
    /// The caller's day, from which the next occurrence of a recurring item is planned; nil is the day in UTC.
    package var today: CivilDate?
    /// The texts of `title` and `fields` that the caller saw; the request is refused if one is another now.
    package var seen: Seen?

    /// Texts of an item as a person saw them.
    package struct Seen: Codable, Sendable, Equatable {
        package var title: String?
        /// Only texts are compared.
        package var fields: ItemPatch?
    }

    package init(
        items: [String],
        state: WorkState? = nil,
        title: String? = nil,
        isTrashed: Bool? = nil,
        fields: ItemPatch? = nil,
        occurrence: OccurrenceChange? = nil,
        today: CivilDate? = nil
    ) {
        self.items = items
        self.occurrence = occurrence
        self.today = today
        self.state = state
        self.title = title
        self.isTrashed = isTrashed
        self.fields = fields
    }

    package func check() throws(ControlError) {
        try checkReferences(items, in: "items")
        let isEdit = title != nil || (fields ?? ItemPatch()) != ItemPatch()
        guard state != nil || isEdit || isTrashed != nil || occurrence != nil else {
            throw ControlError(
                .invalid,
                "nothing to change: one of \"state\", \"title\", \"isTrashed\", \"fields\", \"occurrence\" is needed"
            )
        }
        guard occurrence == nil || (state == nil && isTrashed == nil) else {
            throw ControlError(.invalid, "field \"occurrence\" does not go together with \"state\" or \"isTrashed\"")
        }
        for (name, value) in [("recurrence", fields?.recurrence), ("rotation", fields?.rotation)] {
            guard occurrence == nil || value == nil else {
                throw ControlError(.invalid, "field \"\(name)\" is for all later occurrences, not for one")
            }
        }
        guard occurrence != .skip || !isEdit else {
            throw ControlError(.invalid, "an occurrence that is skipped cannot be changed as well")
        }
        guard occurrence != .once || isEdit else {
            throw ControlError(.invalid, "\"occurrence\" \"once\" needs \"title\" or \"fields\" to change")
        }
        guard title == nil || items.count == 1 else {
            throw ControlError(.invalid, "field \"title\" goes with exactly one item, not with \(items.count)")
        }
    }
}

/// `POST /v1/items/move`: moves items, and the items below them, to another place.
///
/// Exactly one of the fields other than `items` is given. A move to another list makes new items there and puts the old
/// ones into the trash.
package struct MoveItemsRequest: ControlCall {
    package static let route = ControlRoute.moveItems
    package typealias Reply = ChangeItemsReply

    package var items: [String]
    /// `LIST` or `LIST/SECTION`, to move to the end of it.
    package var to: String?
    package var under: String?
    package var before: String?
    package var after: String?
    /// A place among the present siblings.
    package var place: Place?

    /// A place that does not refer to another item.
    package enum Place: String, NamedValue {
        case top
        case bottom
        /// After the present parent, one level up.
        case out
    }

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

/// `POST /v1/items/merge`: makes one item of several of a list.
///
/// The first one gets what it lacks, and the others go into the trash.
package struct MergeItemsRequest: ControlCall {
    package static let route = ControlRoute.mergeItems
    package typealias Reply = ChangeItemsReply

    package var items: [String]

    package init(items: [String]) {
        self.items = items
    }

    package func check() throws(ControlError) {
        try checkReferences(items, in: "items")
        guard items.count > 1 else { throw ControlError(.invalid, "field \"items\" needs two items or more") }
    }
}

/// `POST /v1/items/purge`: permanently removes items from the trash, with those that were trashed together with them.
package struct PurgeItemsRequest: ControlCall {
    package static let route = ControlRoute.purgeItems
    package typealias Reply = ChangeItemsReply

    /// The items to remove; nil when an age is given.
    package var items: [String]?
    /// Removes everything that was put into the trash at least this many days ago.
    package var olderThanDays: Int?

    package init(items: [String]? = nil, olderThanDays: Int? = nil) {
        self.items = items
        self.olderThanDays = olderThanDays
    }

    package func check() throws(ControlError) {
        try checkPurge(of: items, in: "items", olderThanDays: olderThanDays)
    }
}
