import PhlistHousehold
import PhlistLog
import PhlistModel
package import PhlistSync

/// Reading the log at the start.
extension Store {
    /// A step of the start that may take long.
    package enum Step: Hashable, Sendable {
        case packing
        /// The log is read up to a position, both in bytes.
        case reading(position: Int, of: Int)
    }

    /// Folds the log into an empty replica: the cache and the log after it, or the whole log.
    ///
    /// - Parameters:
    ///   - replica: Receives everything durable.
    ///   - another: Makes another empty replica, in case the cache turns out to be unusable.
    ///   - progress: Receives each step, and the position after each record of the log.
    /// - Returns: The reason why an existing cache could not be used; nil if it was used or missing.
    /// - Throws: If a record has no meaning, though its checksum holds, or can no longer be read.
    package mutating func restore(
        into replica: inout Replica,
        orElse another: () -> Replica,
        progress: (Step) -> Void = { _ in }
    ) throws(StoreError) -> String? {
        packIfWorthIt(asNeededBy: another, progress)
        let fault: String?
        expectHoles(in: &replica)
        do throws(SnapshotFault) {
            try restoreFromCache(into: &replica, progress)
            return nil
        } catch {
            fault = error.reason
            if error.hasChangedReplica {
                replica = another()
                expectHoles(in: &replica)
            }
        }
        (index, cache) = (BatchIndex(), SnapshotCache())
        try replay(into: &replica, progress: progress)
        return fault
    }

    /// Tells the replica that the log has lost something, now or long ago.
    private func expectHoles(in replica: inout Replica) {
        guard !report.holes.isEmpty else { return }
        replica.expectHoles(lostBytes: UInt64(report.holes.reduce(0) { $0 + $1.byteCount }))
    }

    private mutating func restoreFromCache(
        into replica: inout Replica,
        _ progress: (Step) -> Void
    ) throws(SnapshotFault) {
        let (mark, bytes) = try readSnapshot()
        do {
            var reader = ByteReader(bytes)
            let indexBytes = try reader.readPart(limit: reader.remaining)
            var indexReader = indexBytes
            index = try BatchIndex(from: &indexReader)
            try replica.restore(snapshot: Array(try reader.read(count: reader.remaining)))
        } catch {
            throw SnapshotFault(reason: "\(error)")
        }
        guard index.isOfAllBatches(in: replica) else {
            throw SnapshotFault(reason: "its index is of other batches", hasChangedReplica: true)
        }
        cache = SnapshotCache(end: mark.offset)
        do throws(StoreError) {
            try replay(into: &replica, from: mark, progress: progress)
        } catch {
            throw SnapshotFault(reason: "\(error)", hasChangedReplica: true)
        }
    }

    mutating func replay(
        into replica: inout Replica,
        from mark: LogMark? = nil,
        progress: (Step) -> Void = { _ in }
    ) throws(StoreError) {
        let size = log.byteCount
        var failure: CodecError?
        do throws(LogError) {
            // The log is lent to the loop, so the index has to be a copy meanwhile.
            var (index, ops) = (self.index, cache.opsBehind)
            self.index = BatchIndex()
            try log.replay(from: mark) { record, position in
                guard failure == nil else { return }
                progress(.reading(position: position.frame, of: size))
                do throws(CodecError) {
                    guard let entry = try LogEntry(record) else { return }
                    try replica.restore(entry)
                    for scope in replica.takeFolded() {
                        if let scope { index.append(position, in: scope) }
                    }
                    ops += entry.opCount
                } catch {
                    failure = error
                }
            }
            (self.index, cache.opsBehind) = (index, ops)
        } catch {
            throw .unreadable(error)
        }
        if let failure { throw .meaningless(failure) }
    }
}

extension BatchIndex {
    /// Whether it has one entry for each row of every ledger.
    fileprivate func isOfAllBatches(in replica: borrowing Replica) -> Bool {
        UInt64(count) == replica.library.recentChanges.batchCount
            && scopeIDs.allSatisfy { count(in: $0) == replica.library.batchCount(of: $0) }
    }
}
