/// The reply of `GET /v1/items`, with `?list=`, `?all=true`, or `?ref=` for exactly one item.
package struct ItemsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var items: [ItemView]

    /// Creates the reply.
    package init(items: [ItemView]) {
        self.items = items
    }
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

/// The reply of `PATCH /v1/items`.
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
