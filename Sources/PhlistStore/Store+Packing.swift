import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistSync

/// Packing the log at the start.
extension Store {
    /// Packs the log if much was appended, without the signed heads that a replica would not keep either.
    ///
    /// - Parameters:
    ///   - replica: An empty replica, which folds the log to tell what it needs.
    ///   - progress: Is told when it is worth it.
    mutating func packIfWorthIt(asNeededBy replica: () -> Replica, _ progress: (Step) -> Void) {
        guard log.looseByteCount >= looseBytesMax, report.holes.isEmpty else { return }
        progress(.packing)
        var replica = replica()
        defer { (index, cache) = (BatchIndex(), SnapshotCache()) }
        // The start itself reports records that cannot be folded.
        guard (try? replay(into: &replica)) != nil else { return }
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
    /// Whether the replica or its peers may still need a record of its log.
    fileprivate func needs(_ record: Record) -> Bool {
        guard case .head(let feed, let head)? = try? LogEntry(record) else { return true }
        return keeps(head, of: feed)
    }
}
