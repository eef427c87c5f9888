/// The reply of `GET /v1/lists`.
package struct ListsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var lists: [ListView]

    /// Creates the reply.
    package init(lists: [ListView]) {
        self.lists = lists
    }
}

/// The reply of `POST /v1/lists`.
package struct ListReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: ListView

    /// Creates the reply.
    package init(list: ListView) {
        self.list = list
    }
}

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

/// The reply of `GET /v1/status`.
package struct StatusReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var version: String
    package var processID: Int32
    package var device: Device
    package var household: Household
    /// The name of the member that the caller acts as; nil before the first change.
    package var member: String?
    package var store: Store
    package var discovery: Discovery
    /// The TCP port for peers.
    package var port: Int
    package var listCount: Int
    package var openItemCount: Int
    package var peers: [PeerView]
    /// What the user should know, one sentence each, with what to do.
    package var warnings: [String]

    /// This device.
    package struct Device: Codable, Sendable, Equatable {
        package var id: String
        package var name: String

        /// Creates the value.
        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The household that this device belongs to.
    package struct Household: Codable, Sendable, Equatable {
        package var id: String
        package var name: String
        package var deviceCount: Int
        package var members: [String]

        /// Creates the value.
        package init(id: String, name: String, deviceCount: Int, members: [String]) {
            self.id = id
            self.name = name
            self.deviceCount = deviceCount
            self.members = members
        }
    }

    /// The log on disk.
    package struct Store: Codable, Sendable, Equatable {
        package var directory: String
        package var bytes: Int64
        package var health: Health
        /// Why the health is not `ok`, and what to do.
        package var reason: String?

        /// How well the store is.
        package enum Health: String, Codable, Sendable {
            case ok
            case degraded
            case full
            case readOnly = "read-only"
            case failed
        }

        /// Creates the value.
        package init(directory: String, bytes: Int64, health: Health, reason: String?) {
            self.directory = directory
            self.bytes = bytes
            self.health = health
            self.reason = reason
        }
    }

    /// Whether other devices can be found on the network.
    package struct Discovery: Codable, Sendable, Equatable {
        package var state: State
        /// One sentence, for example "avahi not running; peers by address still work".
        package var detail: String?

        /// The state of discovery.
        package enum State: String, Codable, Sendable {
            case off
            case running
            case unavailable
        }

        /// Creates the value.
        package init(state: State, detail: String?) {
            self.state = state
            self.detail = detail
        }
    }

    /// Creates the reply.
    package init(
        version: String,
        processID: Int32,
        device: Device,
        household: Household,
        member: String?,
        store: Store,
        discovery: Discovery,
        port: Int,
        listCount: Int,
        openItemCount: Int,
        peers: [PeerView],
        warnings: [String]
    ) {
        self.version = version
        self.processID = processID
        self.device = device
        self.household = household
        self.member = member
        self.store = store
        self.discovery = discovery
        self.port = port
        self.listCount = listCount
        self.openItemCount = openItemCount
        self.peers = peers
        self.warnings = warnings
    }
}

/// The reply of `POST /v1/pairing` (opens a code), `GET /v1/pairing?wait=MS` (waits for news) and `DELETE /v1/pairing`.
package struct PairingReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var state: State
    /// The nine digits; only in the reply that opens the code.
    package var code: String?
    /// When the code ends, in milliseconds since 1970.
    package var expiresAt: Int64?
    package var attemptsLeft: Int
    /// The TCP port that the joining device must reach.
    package var port: Int?
    /// The name and id of the device that has joined.
    package var deviceName: String?
    package var deviceID: String?

    /// What became of the code.
    package enum State: String, Codable, Sendable {
        case none
        case open
        case paired
        /// All attempts were used up.
        case failed
        case expired
    }

    /// Creates the reply.
    package init(
        state: State,
        code: String? = nil,
        expiresAt: Int64? = nil,
        attemptsLeft: Int = 0,
        port: Int? = nil,
        deviceName: String? = nil,
        deviceID: String? = nil
    ) {
        self.state = state
        self.code = code
        self.expiresAt = expiresAt
        self.attemptsLeft = attemptsLeft
        self.port = port
        self.deviceName = deviceName
        self.deviceID = deviceID
    }
}

/// The reply of `POST /v1/pairing/join`.
package struct JoinReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var householdName: String
    package var deviceCount: Int
    /// The device that let us in.
    package var viaName: String
    package var viaID: String
    /// Titles of this device's own earlier lists, by who may see them now.
    package var sharedLists: [String]
    package var privateLists: [String]

    /// Creates the reply.
    package init(
        householdName: String,
        deviceCount: Int,
        viaName: String,
        viaID: String,
        sharedLists: [String],
        privateLists: [String]
    ) {
        self.householdName = householdName
        self.deviceCount = deviceCount
        self.viaName = viaName
        self.viaID = viaID
        self.sharedLists = sharedLists
        self.privateLists = privateLists
    }
}
