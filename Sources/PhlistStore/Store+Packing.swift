import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistSync

/// Packing the log at the start.
extension Store {
    /// Packs the log if much was appended, without the signed heads that a replica would not keep either.
    ///
    /// - Parameter replica: An empty replica, which folds the log to tell what it needs.
    mutating func packIfWorthIt(asNeededBy replica: () -> Replica) {
        guard log.looseByteCount >= looseBytesMax, report.holes.isEmpty else { return }
        var replica = replica()
        // What cannot be folded is for the start to tell.
        guard (try? replay(into: &replica)) != nil else { return (index, cache) = (BatchIndex(), SnapshotCache()) }
        (index, cache) = (BatchIndex(), SnapshotCache())
        let size = log.byteCount
        do throws(LogError) {
            try log.pack { replica.needs($0) }
            packing = .packed(from: size, to: log.byteCount)
            // It is of the generation before, and nothing but a cache.
            try? directory.removeIfPresent(SnapshotFile.name)
        } catch {
            packing = .failed(error)
        }
    }
}

extension Replica {
    /// Whether a record of its log is of use to the replica or to its peers.
    fileprivate func needs(_ record: Record) -> Bool {
        guard case .head(let feed, let head)? = try? LogEntry(record) else { return true }
        return keeps(head, of: feed)
    }
}
