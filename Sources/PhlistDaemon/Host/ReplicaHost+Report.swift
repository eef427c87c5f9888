import Glibc
import PhlistControl
import PhlistLog
import PhlistPresentation
import PhlistStore
import PhlistSync
import PhlistTransport

/// Reports about this device and the others, for presentation.
extension ReplicaHost {
    var news: HouseholdNews { HouseholdNews(of: replica) }

    var peers: Peers { Peers(replica.peerStatuses(), failures: dialFailures.all) }

    /// The names of the connected peers.
    var connectedNames: Set<String> {
        Set(replica.peerStatuses().filter { $0.state == .connected }.map(\.name))
    }

    var healthReport: HostReport {
        HostReport(
            processID: getpid(),
            store: storeReport,
            network: networkReport,
            peers: peers,
            news: news,
            alarms: alarms
        )
    }

    var storeReport: StoreReport {
        let (fileSystem, path) = (store.directory.fileSystem, store.directory.path)
        return StoreReport(
            StoreReport.Condition(store.health),
            byteCount: store.byteCount,
            holes: store.report.holes.map { "\($0)" },
            outdated: Log.outdatedNames(in: path, on: fileSystem).map { "\(path)/\($0)" },
            damage: damage,
            areOthersAsked: replica.peerStatuses().allSatisfy { $0.isInSync ?? false },
            fetched: fetched,
            surrender: replica.surrender,
            disk: StoreReport.Disk(
                path: path,
                freeBytes: try? fileSystem.freeBytes(of: path),
                freeBytesMin: LogLimits.freeBytesMin
            )
        )
    }

    private var networkReport: NetworkReport {
        NetworkReport(
            port: Int(port),
            wantedPort: configuration.port,
            pairingPort: Int(PairingDesk.standardPort),
            addresses: addressesToTell,
            missingPlaces: configuration.listenPlaces.filter { transport?.places.contains($0) == false }
                .map(\.description),
            callers: callers,
            discovery: discoveryState
        )
    }
}
