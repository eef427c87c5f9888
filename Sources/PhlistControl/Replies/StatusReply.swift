import PhlistVocabulary

/// The reply to `GET /v1/status`.
package struct StatusReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var version: String
    package var processID: Int32
    package var device: Device
    package var household: Household
    /// The member that the caller acts as; nil before the first change.
    package var member: String?
    package var store: Store
    package var discovery: Discovery
    /// The TCP port for peers.
    package var port: Int
    package var listCount: Int
    package var openItemCount: Int
    package var peers: [PeerView]
    /// Warnings for the user, one sentence each, with advice.
    package var warnings: [String]

    /// This device.
    package struct Device: Codable, Sendable, Equatable {
        package var id: String
        package var name: String

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

        package init(id: String, name: String, deviceCount: Int, members: [String]) {
            self.id = id
            self.name = name
            self.deviceCount = deviceCount
            self.members = members
        }
    }

    /// The state of the log on disk.
    package struct Store: Codable, Sendable, Equatable {
        package var directory: String
        package var bytes: Int64
        package var health: Health
        /// The reason why the health is not `ok`, and advice.
        package var reason: String?
        /// The parts of the log that are lost and not recovered; nil when nothing is missing.
        package var damage: Damage?
        /// Lost changes recovered from other devices since the daemon started.
        package var fetched: [Fetched]

        /// The last loss that was accepted; nil when there was none.
        package var givenUp: GivenUp?

        /// Lost changes that could not be recovered.
        package struct GivenUp: Codable, Sendable, Equatable {
            package var changeCount: UInt64
            /// In milliseconds since 1970.
            package var at: Int64

            package init(changeCount: UInt64, at: Int64) {
                (self.changeCount, self.at) = (changeCount, at)
            }
        }

        /// The health of the store.
        package enum Health: String, NamedValue {
            case ok
            case degraded
            case full
            case readOnly = "read-only"
            case failed
        }

        /// The missing parts of a damaged log.
        package struct Damage: Codable, Sendable, Equatable {
            /// The damaged places of the log, one sentence each.
            package var holes: [String]
            /// The missing changes that are known, by list and device.
            package var missing: [Missing]
            /// The number of received batches that wait for missing ones and are not shown yet.
            package var waitingCount: Int
            /// The lists that no other device has confirmed to hold in the same state.
            package var unconfirmed: [String]

            package init(holes: [String], missing: [Missing], waitingCount: Int, unconfirmed: [String]) {
                self.holes = holes
                self.missing = missing
                self.waitingCount = waitingCount
                self.unconfirmed = unconfirmed
            }
        }

        /// Changes of one device in one list, by sequence number.
        package struct Missing: Codable, Sendable, Equatable {
            /// Nil when the record that names the list is lost too.
            package var list: String?
            package var device: String?
            package var first: UInt64
            package var last: UInt64

            package init(list: String?, device: String?, first: UInt64, last: UInt64) {
                self.list = list
                self.device = device
                self.first = first
                self.last = last
            }
        }

        /// Batches of changes recovered from one device.
        package struct Fetched: Codable, Sendable, Equatable {
            package var device: String
            package var batchCount: Int

            package init(device: String, batchCount: Int) {
                self.device = device
                self.batchCount = batchCount
            }
        }

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

        package enum State: String, NamedValue {
            case off
            case running
            case unavailable
        }

        package init(state: State, detail: String?) {
            self.state = state
            self.detail = detail
        }
    }

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
