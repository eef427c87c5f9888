package import PhlistControl
import PhlistHousehold
package import PhlistModel
package import PhlistSync

/// The host at one moment, for `status` and `doctor`.
package struct HostReport {
    let processID: Int32
    let store: StoreReport
    let network: NetworkReport
    let peers: Peers
    let news: HouseholdNews
    /// The devices that ended in another state after the same changes since the start.
    let alarms: Set<DeviceID>

    package init(
        processID: Int32,
        store: StoreReport,
        network: NetworkReport,
        peers: Peers,
        news: HouseholdNews,
        alarms: Set<DeviceID>
    ) {
        (self.processID, self.store, self.network) = (processID, store, network)
        (self.peers, self.news, self.alarms) = (peers, news, alarms)
    }
}

/// The store at one moment.
package struct StoreReport {
    let condition: Condition
    let byteCount: Int
    /// The damaged places of the log, one sentence each.
    let holes: [String]
    /// The paths of logs that an earlier phlist wrote and this one has set aside.
    let outdated: [String]
    let damage: Damage?
    /// Whether all other devices are connected and have given what they have of the lists of both.
    let areOthersAsked: Bool
    let fetched: [Damage.Fetched]
    /// The number of changes accepted as lost, and the time of the last such acceptance.
    let surrender: (changeCount: UInt64, at: Int64)?
    let disk: Disk

    /// Whether changes can be stored, with the cause if not.
    package enum Condition {
        case ok
        case full(String)
        case readOnly(String)
        case failed(String)
    }

    /// The disk of the store.
    package struct Disk {
        let path: String
        /// Nil when it cannot be determined.
        let freeBytes: Int?
        /// The free space without which nothing is stored.
        let freeBytesMin: Int

        package init(path: String, freeBytes: Int?, freeBytesMin: Int) {
            (self.path, self.freeBytes, self.freeBytesMin) = (path, freeBytes, freeBytesMin)
        }
    }

    package init(
        _ condition: Condition,
        byteCount: Int,
        holes: [String],
        outdated: [String] = [],
        damage: Damage?,
        areOthersAsked: Bool = false,
        fetched: [Damage.Fetched],
        surrender: (changeCount: UInt64, at: Int64)?,
        disk: Disk
    ) {
        (self.condition, self.byteCount, self.holes, self.disk) = (condition, byteCount, holes, disk)
        (self.damage, self.fetched, self.surrender) = (damage, fetched, surrender)
        // Without a household it is not known who they are.
        self.areOthersAsked = areOthersAsked && damage?.isHouseholdKnown ?? false
        self.outdated = outdated
    }
}

/// Where this device can be reached.
package struct NetworkReport {
    let port: Int
    /// The configured port; 0 for any.
    let wantedPort: Int
    /// The port for pairing.
    let pairingPort: Int
    /// The addresses of this machine, for people to type.
    let addresses: [String]
    /// The configured addresses on which it does not listen.
    let missingPlaces: [String]
    /// The devices that have connected to this one since the start.
    let callers: Set<DeviceID>
    /// The last reported state of discovery.
    let discovery: StatusReply.Discovery

    package init(
        port: Int,
        wantedPort: Int,
        pairingPort: Int,
        addresses: [String],
        missingPlaces: [String],
        callers: Set<DeviceID>,
        discovery: StatusReply.Discovery
    ) {
        (self.port, self.wantedPort, self.pairingPort) = (port, wantedPort, pairingPort)
        (self.addresses, self.missingPlaces) = (addresses, missingPlaces)
        (self.callers, self.discovery) = (callers, discovery)
    }
}

/// Counts of a replica that tell of bad disks and of limits, for `doctor`.
package struct ReplicaReport {
    /// By device, the number of its changes here.
    let changeCounts: [(device: DeviceID, count: Int)]
    /// The number of this device's changes that came back from others although its log has no holes.
    let returnedCount: Int
    /// The number of times that the log of this device lost changes or was copied.
    let branchCount: Int
    /// The limit of which the most is used, if it is at least half.
    let fullest: LimitUsage?
    let news: HouseholdNews

    package init(of replica: borrowing Replica) {
        let device = replica.device
        changeCounts = replica.library.changeCounts()
        returnedCount = replica.returnedCount
        branchCount = replica.library.branchCounts.first { $0.device == device }?.count ?? 0
        fullest = replica.library.limitUsages.first
        news = HouseholdNews(of: replica)
    }
}
