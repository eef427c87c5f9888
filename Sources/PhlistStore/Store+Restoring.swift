import PhlistLog
import PhlistModel
package import PhlistSync

/// What a start reads.
extension Store {
    /// Folds the log into a replica that knows nothing: the cache and what is behind it, or everything.
    ///
    /// - Parameters:
    ///   - replica: Gets all that is durable.
    ///   - another: Makes another replica that knows nothing, should the cache turn out to be of no use.
    /// - Returns: Why there was a cache and it was of no use.
    /// - Throws: When a record means nothing, though its checksum holds, or cannot be read any more.
    package mutating func restore(
        into replica: inout Replica,
        orElse another: () -> Replica
    ) throws(StoreError) -> String? {
        let defect: String?
        expectHoles(in: &replica)
        do throws(SnapshotDefect) {
            try restoreFromCache(into: &replica)
            return nil
        } catch {
            defect = error.reason
            if error.hasChangedReplica {
                replica = another()
                expectHoles(in: &replica)
            }
        }
        (index, cache) = (BatchIndex(), SnapshotCache())
        try replay(into: &replica)
        // A split that the log tells of behind what it has split is to be known before: what was shown in which order,
        // and the places of the batches, are then the same as before the restart.
        let forks = replica.lateForks
        if !forks.isEmpty {
            replica = another()
            expectHoles(in: &replica)
            replica.expectForks(forks)
            (index, cache) = (BatchIndex(), SnapshotCache())
            try replay(into: &replica)
        }
        return defect
    }

    /// Lets the replica know that the log has lost something, now or long ago.
    private func expectHoles(in replica: inout Replica) {
        guard !report.holes.isEmpty else { return }
        replica.expectHoles(lostBytes: UInt64(report.holes.reduce(0) { $0 + $1.byteCount }))
    }

    private mutating func restoreFromCache(into replica: inout Replica) throws(SnapshotDefect) {
        let (mark, bytes) = try readSnapshot()
        do {
            var reader = ByteReader(bytes)
            let indexBytes = try reader.readPart(limit: reader.remaining)
            var indexReader = indexBytes
            index = try BatchIndex(from: &indexReader)
            try replica.restore(snapshot: Array(try reader.read(count: reader.remaining)))
        } catch {
            throw SnapshotDefect(reason: "\(error)")
        }
        cache = SnapshotCache(end: mark.offset)
        do throws(StoreError) {
            try replay(into: &replica, from: mark)
        } catch {
            throw SnapshotDefect(reason: "\(error)", hasChangedReplica: true)
        }
        guard replica.lateForks.isEmpty else { throw SnapshotDefect(reason: nil, hasChangedReplica: true) }
    }

    private mutating func replay(into replica: inout Replica, from mark: LogMark? = nil) throws(StoreError) {
        var failure: CodecError?
        do throws(LogError) {
            // The log is lent to the loop, so the index is a copy for as long.
            var (index, ops) = (self.index, cache.opsBehind)
            self.index = BatchIndex()
            try log.replay(from: mark) { record, position in
                guard failure == nil else { return }
                do throws(CodecError) {
                    guard let entry = try LogEntry(record) else { return }
                    try replica.restore(entry)
                    ops += index.note(entry, at: position) { replica.currentName(of: $0, at: $1) }
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
    /// Keeps where a batch is.
    ///
    /// - Parameters:
    ///   - entry: What the record means, of any kind.
    ///   - position: Where it is in the log.
    ///   - name: Tells what the feed of a batch is called now.
    /// - Returns: The number of its ops; zero for a record of another kind.
    mutating func note(_ entry: LogEntry, at position: RecordPosition, name: (FeedID, UInt64) -> FeedID) -> Int {
        guard case .batch(let feed, let batch) = entry else { return 0 }
        let header = batch.header
        let current = name(feed, header.firstSequence)
        insert(feed: current, firstSequence: header.firstSequence, count: UInt64(header.opCount), at: position)
        return header.opCount
    }
}
