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
        /// What the log has lost and nobody has given back yet; nil while nothing is missing.
        package var damage: Damage?
        /// What other devices have given back, since the daemon started, of what the log had lost.
        package var fetched: [Fetched]

        /// What was given up for good, when last; nil when that has never been so.
        package var givenUp: GivenUp?

        /// Lost changes that nobody could give back.
        package struct GivenUp: Codable, Sendable, Equatable {
            package var changeCount: UInt64
            /// In milliseconds since 1970.
            package var at: Int64

            /// Creates the value.
            package init(changeCount: UInt64, at: Int64) {
                (self.changeCount, self.at) = (changeCount, at)
            }
        }

        /// How well the store is.
        package enum Health: String, Codable, Sendable {
            case ok
            case degraded
            case full
            case readOnly = "read-only"
            case failed
        }

        /// What a damaged log is missing.
        package struct Damage: Codable, Sendable, Equatable {
            /// The places of the log that are lost, one sentence each.
            package var holes: [String]
            /// What is known to be missing, by list and device.
            package var missing: [Missing]
            /// Batches of changes that are here and are not shown before what is missing has come.
            package var waitingCount: Int
            /// The lists of which no other device has said yet that it holds the same.
            package var unconfirmed: [String]

            /// Creates the value.
            package init(holes: [String], missing: [Missing], waitingCount: Int, unconfirmed: [String]) {
                self.holes = holes
                self.missing = missing
                self.waitingCount = waitingCount
                self.unconfirmed = unconfirmed
            }
        }

        /// Changes of one device in one list, by their running numbers.
        package struct Missing: Codable, Sendable, Equatable {
            /// Nil when the record that names the list is lost as well.
            package var list: String?
            package var device: String?
            package var first: UInt64
            package var last: UInt64

            /// Creates the value.
            package init(list: String?, device: String?, first: UInt64, last: UInt64) {
                self.list = list
                self.device = device
                self.first = first
                self.last = last
            }
        }

        /// Batches of changes that one device has given back.
        package struct Fetched: Codable, Sendable, Equatable {
            package var device: String
            package var batchCount: Int

            /// Creates the value.
            package init(device: String, batchCount: Int) {
                self.device = device
                self.batchCount = batchCount
            }
        }

        /// Creates the value.
        package init(
            directory: String,
            bytes: Int64,
            health: Health,
            reason: String?,
            damage: Damage? = nil,
            fetched: [Fetched] = [],
            givenUp: GivenUp? = nil
        ) {
            self.givenUp = givenUp
            self.directory = directory
            self.bytes = bytes
            self.health = health
            self.reason = reason
            self.damage = damage
            self.fetched = fetched
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
