import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

extension Device {
    /// A machine with a copy of this one's disk, which goes on under the same names.
    func copied() throws -> Device {
        let copy = try copiedDisk()
        try copy.restart(continuing: replica.incarnation)
        return copy
    }

    /// Puts an old copy of the disk back, and goes on under the names of that time.
    func putBack(_ old: Device) throws {
        replaceLog(old.log)
        try restart(continuing: old.replica.incarnation)
    }

    func state(_ scope: ScopeID) -> ScopeState? { replica.scopes[scope]?.state }

    /// Where feeds have split, in all scopes.
    var forks: [Fork] { replica.scopes.keys.sorted().flatMap { state($0)?.forks ?? [] }.sorted() }

    /// What breaks the promises of a log with splits; nil when nothing does.
    func faultOfLog() throws -> String? {
        for (scope, holding) in holdings {
            guard let state = state(scope) else { continue }
            let fold = log.folded(scope, state.kind, forks: state.forks)
            if ScopeSlot(fold).holding != holding { return "\(name) holds not what its log folds to in \(scope)" }
        }
        let again = try Device(name, log: log)
        if again.holdings != holdings { return "\(name) is another after a restart" }
        if again.replica.recentChanges.batchCount < replica.recentChanges.batchCount {
            return
                "\(name) has \(again.replica.recentChanges.batchCount) of \(replica.recentChanges.batchCount) changes"
        }
        guard let bytes = replica.snapshot?.encoded else { return "\(name) makes no snapshot" }
        var copy = Self.emptyReplica(name, Array("key of \(name)".utf8), seed: 5)
        try copy.restore(snapshot: bytes)
        if copy.holdings() != holdings { return "\(name) is another after a start from a snapshot" }
        return nil
    }
}

extension Home {
    /// Connects everybody with everybody, and lets them compare until nobody has anything to say.
    func meet() {
        disconnect()
        for one in devices.indices {
            for other in devices.indices.dropFirst(one + 1) {
                open(one, to: other)
            }
        }
        settle()
        compareAgain()
    }

    /// Why not all is the same everywhere; nil when it is.
    func difference() throws -> String? {
        for device in devices {
            if !device.agrees(with: devices[0]) { return "\(device.name) differs" }
            if device.forks != devices[0].forks { return "\(device.name) knows \(device.forks.count) splits" }
            if let fault = try device.faultOfLog() { return fault }
        }
        return nil
    }
}
