/// An item as a client sees it.
package struct ItemView: Codable, Sendable, Equatable {
    /// The item's id: 16 letters from k to z, the same on every device.
    package var id: String
    /// The shortest prefix of the id, at least two letters, that is unique on this device.
    package var shortID: String
    package var listID: String
    package var listTitle: String
    package var title: String
    package var state: ItemState
    package var isTrashed: Bool
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var createdAt: Int64
    package var updatedAt: Int64
    /// The names of the members who did it; nil stands for the house.
    package var createdBy: String?
    package var updatedBy: String?
    /// Fields that were changed on two devices without one knowing of the other.
    package var conflicts: [ConflictView]

    /// Creates a view of an item.
    package init(
        id: String,
        shortID: String,
        listID: String,
        listTitle: String,
        title: String,
        state: ItemState,
        isTrashed: Bool,
        createdAt: Int64,
        updatedAt: Int64,
        createdBy: String?,
        updatedBy: String?,
        conflicts: [ConflictView]
    ) {
        self.id = id
        self.shortID = shortID
        self.listID = listID
        self.listTitle = listTitle
        self.title = title
        self.state = state
        self.isTrashed = isTrashed
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.createdBy = createdBy
        self.updatedBy = updatedBy
        self.conflicts = conflicts
    }
}

/// Whether an item is still to do.
package enum ItemState: String, Codable, Sendable, CaseIterable {
    case open
    case done
    case cancelled
}
