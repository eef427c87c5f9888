/// The version of every JSON document that the control API sends or `phlistctl --json` prints.
package let schemaVersion = 1

/// A list as a client sees it.
package struct ListView: Codable, Sendable, Equatable {
    /// The list's id: 32 letters from k to z.
    package var id: String
    package var title: String
    /// Items that are open, and items that are done; trashed and cancelled ones count in neither.
    package var openCount: Int
    package var doneCount: Int
    /// Who may see the list.
    package var visibility: Visibility
    /// The name of the member who owns the list, when it is known.
    package var owner: String?
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var createdAt: Int64
    package var updatedAt: Int64

    /// Who may see a list.
    package enum Visibility: String, Codable, Sendable {
        case household
        case participants
    }

    /// Creates a view of a list.
    package init(
        id: String,
        title: String,
        openCount: Int,
        doneCount: Int,
        visibility: Visibility,
        owner: String?,
        createdAt: Int64,
        updatedAt: Int64
    ) {
        self.id = id
        self.title = title
        self.openCount = openCount
        self.doneCount = doneCount
        self.visibility = visibility
        self.owner = owner
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

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

/// One field with the values that compete for it; the first is the one that is shown.
package struct ConflictView: Codable, Sendable, Equatable {
    package var field: String
    package var values: [Value]

    /// One of the competing values, with who wrote it and when.
    package struct Value: Codable, Sendable, Equatable {
        package var value: String
        package var by: String?
        package var at: Int64

        /// Creates a competing value.
        package init(value: String, by: String?, at: Int64) {
            self.value = value
            self.by = by
            self.at = at
        }
    }

    /// Creates a conflict.
    package init(field: String, values: [Value]) {
        self.field = field
        self.values = values
    }
}

/// Another device of the household, and how well we are connected to it.
package struct PeerView: Codable, Sendable, Equatable {
    /// The device id in base32, in groups of four letters.
    package var device: String
    package var name: String
    package var state: State
    /// The address in use or last tried, as `192.168.1.7:7454` or `[fe80::1%eth0]:7454`.
    package var address: String?
    /// When the last frame came from it, in milliseconds since 1970.
    package var lastSeenAt: Int64?
    /// Whether both sides proved to hold the same, by digest; nil while that is unknown.
    package var isInSync: Bool?
    /// Its clock minus ours, in milliseconds.
    package var clockOffset: Int64?
    /// Why it is not connected, in words.
    package var reason: String?

    /// How well we are connected to a peer.
    package enum State: String, Codable, Sendable {
        case connected
        case connecting
        case disconnected
    }

    /// Creates a view of a peer.
    package init(
        device: String,
        name: String,
        state: State,
        address: String?,
        lastSeenAt: Int64?,
        isInSync: Bool?,
        clockOffset: Int64?,
        reason: String?
    ) {
        self.device = device
        self.name = name
        self.state = state
        self.address = address
        self.lastSeenAt = lastSeenAt
        self.isInSync = isInSync
        self.clockOffset = clockOffset
        self.reason = reason
    }
}
