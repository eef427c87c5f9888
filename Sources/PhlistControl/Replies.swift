/// The reply of `GET /v1/items`: the items in the order in which they are shown.
package struct ItemsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var items: [ItemView]
    /// By what the items of each list stand and who sees it, of lists without any, too; nil for a single item.
    package var orders: [Order]?
    /// When one item was asked for: the one that it stands below, and those below it; else nil.
    package var family: [ItemView]?

    /// By what the items of one list stand, and who sees it.
    package struct Order: Codable, Sendable, Equatable {
        package var listID: String
        package var sort: ItemSort
        package var isReversed: Bool
        package var visibility: ListView.Visibility
        /// As in `ListView`.
        package var participants: [String]?
        package var isEnded: Bool?
        package var isLeft: Bool?
        package var isTrashed: Bool?

        /// Creates an order.
        package init(
            listID: String,
            sort: ItemSort,
            isReversed: Bool,
            visibility: ListView.Visibility = .household,
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

    /// Creates the reply.
    package init(items: [ItemView], orders: [Order]? = nil, family: [ItemView]? = nil) {
        self.items = items
        self.orders = orders
        self.family = family
    }
}

/// What items can stand by.
package enum ItemSort: String, Codable, Sendable, CaseIterable {
    case manual
    case name
    case due
    case created
    case updated
    case percent
    case done
}

/// The reply of `POST /v1/items`.
package struct AddItemsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: ListView
    /// Whether the default list was made by this request.
    package var isNewList: Bool
    package var added: [ItemView]
    /// Items that were open already under the same title and were therefore not added again.
    package var existing: [ItemView]

    /// Creates the reply.
    package init(list: ListView, isNewList: Bool, added: [ItemView], existing: [ItemView]) {
        self.list = list
        self.isNewList = isNewList
        self.added = added
        self.existing = existing
    }
}

/// The reply of `PATCH /v1/items`, of moving and of purging: what stands below an item follows it.
package struct ChangeItemsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var changed: [ItemView]
    /// Items that already were as asked.
    package var unchanged: [ItemView]

    /// Creates the reply.
    package init(changed: [ItemView], unchanged: [ItemView]) {
        self.changed = changed
        self.unchanged = unchanged
    }
}

/// The reply of `GET /v1/peers` and `POST /v1/sync`.
package struct PeersReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var peers: [PeerView]

    /// Creates the reply.
    package init(peers: [PeerView]) {
        self.peers = peers
    }
}
