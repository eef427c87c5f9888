package import PhlistVocabulary

/// The reply to `GET /v1/items`: the items in display order.
package struct ItemsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var items: [ItemView]
    /// The order and the audience of each list that was searched, even without results; nil for a single item.
    package var orders: [Order]?
    /// For a single item, its parent and the items below it; else nil.
    package var family: [ItemView]?
    /// For a single item that comes back, the occurrence before it; nil for none.
    package var previous: ItemView?
    /// For one list, the short ids of open items that have one title, in whatever spelling, and stand side by side; nil
    /// for none.
    package var twins: [[String]]?
    /// Whether the items of all lists are in one sequence, as the caller's view of all lists says; nil means no.
    package var isFlat: Bool?
    /// Whether to show all fields, as the caller's view of all lists says; nil means no.
    package var isLong: Bool?

    /// The order and the audience of one list.
    package struct Order: Codable, Sendable, Equatable {
        package var listID: String
        package var sort: ItemSort
        package var isReversed: Bool
        package var visibility: Visibility
        /// As in `ListView`.
        package var participants: [String]?
        package var isEnded: Bool?
        package var isLeft: Bool?
        package var isTrashed: Bool?

        package init(
            listID: String,
            sort: ItemSort,
            isReversed: Bool,
            visibility: Visibility = .household,
            participants: [String]? = nil,
            isEnded: Bool? = nil,
            isLeft: Bool? = nil,
            isTrashed: Bool? = nil
        ) {
            (self.listID, self.sort, self.isReversed) = (listID, sort, isReversed)
            (self.visibility, self.participants) = (visibility, participants)
            (self.isEnded, self.isLeft, self.isTrashed) = (isEnded, isLeft, isTrashed)
        }
    }

    package init(
        items: [ItemView],
        orders: [Order]? = nil,
        family: [ItemView]? = nil,
        twins: [[String]]? = nil
    ) {
        self.items = items
        self.orders = orders
        self.family = family
        self.twins = twins
    }
}

/// The reply to `POST /v1/items`.
package struct AddItemsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: ListView
    /// Whether this request made the default list.
    package var isNewList: Bool
    /// New items.
    package var added: [ItemView]
    /// Items that were closed or in the trash under the same title, and are open again.
    package var reopened: [ItemView]
    /// Items that were open already under the same title, with the fields of the request.
    package var existing: [ItemView]
    /// The amounts that `existing` had before, by the id of the item, where the request has changed them; nil for none.
    package var formerQuantities: [String: String]?
    /// Another list in progress that is called like the only item, and may have been meant; nil for none.
    package var namesake: ListView?

    package init(
        list: ListView,
        isNewList: Bool,
        added: [ItemView],
        reopened: [ItemView] = [],
        existing: [ItemView] = []
    ) {
        self.list = list
        self.isNewList = isNewList
        self.added = added
        self.reopened = reopened
        self.existing = existing
    }
}

/// The reply to `PATCH /v1/items`, to moving and to purging; items below an item follow it.
package struct ChangeItemsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var changed: [ItemView]
    /// Items that needed no change.
    package var unchanged: [ItemView]
    /// The open occurrences that follow items of both, unless this request made them, by the ids of those; nil for
    /// none.
    package var next: [String: ItemView]?
    /// The numbers of items still open below those of `changed` that are closed, by the ids of these; nil for none.
    package var openBelow: [String: Int]?
    /// The ids of the items that were left in the trash of the list that they came from, if the caller may purge them.
    package var leftInTrash: [String]?
    /// The members who see the items in their new list and did not see them before; nil for none.
    package var newViewers: [String]?
    /// The members who saw the items in their former list and do not see them now; nil for none.
    package var formerViewers: [String]?

    package init(changed: [ItemView], unchanged: [ItemView]) {
        self.changed = changed
        self.unchanged = unchanged
    }
}

/// The reply to `GET /v1/peers` and `POST /v1/sync`.
package struct PeersReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var peers: [PeerView]

    package init(peers: [PeerView]) {
        self.peers = peers
    }
}
