package import PhlistLog
package import PhlistModel
package import PhlistSync

/// The log, with the index of the batches in it and the cache of what it folds to: all that a replica needs of a disk.
///
/// The daemon and the simulator run this same code.
package struct Store: ~Copyable {
    var log: Log
    var index = BatchIndex()
    package let directory: StateDirectory
    let device: DeviceID
    /// What is known of the cache on the disk.
    package var cache = SnapshotCache()
    /// Why the last append failed, until one succeeds.
    package private(set) var lastFailure: LogError?

    package var byteCount: Int { log.byteCount }
    package var report: OpenReport { log.report }
    package var health: LogHealth { log.health }
    package var durableMark: LogMark { log.mark }

    /// Opens the log; `restore(into:orElse:)` reads it.
    package init(in directory: StateDirectory, device: DeviceID, now: Now, salt: UInt32) throws(LogError) {
        self.directory = directory
        self.device = device
        let milliseconds = UInt64(max(0, now.wall))
        log = try Log.open(in: directory, device: device, atMilliseconds: milliseconds, newSalt: salt)
    }

    /// Makes records durable, all of them or none, however many they are.
    ///
    /// More than one frame takes becomes a new generation of the log; that takes as long as copying it.
    ///
    /// - Returns: Where each record is, for `note(_:at:in:)`.
    /// - Throws: When none is durable.
    mutating func append(_ records: [Record]) throws(LogError) -> [RecordPosition] {
        do throws(LogError) {
            let positions = try appendAsGroups(records)
            lastFailure = nil
            return positions
        } catch {
            // One that asks for too much says nothing of the disk.
            if error.storageFailure != .tooLarge {
                lastFailure = error
            }
            throw error
        }
    }

    private mutating func appendAsGroups(_ records: [Record]) throws(LogError) -> [RecordPosition] {
        records.fitOneFrame ? try log.append(records) : try log.appendTogether(records.groups())
    }

    /// Keeps where records are that the replica has folded: only then is it known what a batch's feed is called, which
    /// may be the first of a branch.
    mutating func note(_ records: [Record], at positions: [RecordPosition], in replica: borrowing Replica) {
        for (record, position) in zip(records, positions) {
            guard record.kind == .batch, let entry = try? LogEntry(record) else { continue }
            cache.opsBehind += index.note(entry, at: position) { replica.currentName(of: $0, at: $1) }
        }
    }

    /// Where the batches of a request are, in the order of the log, which is a causal order.
    package func locate(_ request: BatchesRequest) -> [(feed: FeedID, position: RecordPosition)] {
        request.ranges
            .flatMap { range in
                let feed = range.origin.feed
                return index.positions(feed: feed, from: range.after + 1, through: range.through)
                    .map { (feed: feed, position: $0.position) }
            }
            .sorted { $0.position < $1.position }
    }

    /// Reads a batch back.
    package mutating func batch(at position: RecordPosition) throws(LogError) -> Batch? {
        try storedRecord(at: position)?.batch
    }

    private mutating func storedRecord(at position: RecordPosition) throws(LogError) -> StoredRecord? {
        let record = try log.record(at: position)
        guard case .batch(let feed, let batch)? = try? LogEntry(record) else { return nil }
        return StoredRecord(feed: feed, batch: batch)
    }

    /// Hands all batches of a scope to the replica, in the order of the log; it may give their feeds other names.
    ///
    /// - Returns: What the replica wants done then.
    /// - Throws: When one cannot be read; the replica has not been told anything.
    package mutating func readBatches(
        of scope: ScopeID,
        for replica: inout Replica,
        now: Now
    ) throws(LogError) -> [Effect] {
        let feeds = replica.feeds(in: scope)
        let origins = replica.origins(of: feeds, in: scope)
        let effects = replica.handle(.batchesRead(scope, try batches(of: feeds)), now: now)
        if replica.feeds(in: scope) != feeds {
            rename(feeds) { feed, sequence in
                origins[feed].map { replica.currentName(of: $0, at: sequence) } ?? feed
            }
        }
        return effects
    }

    private mutating func batches(of feeds: [FeedID]) throws(LogError) -> [StoredRecord] {
        let positions = feeds.flatMap { index.positions(feed: $0, from: 1, through: .max).map(\.position) }
        var records: [StoredRecord] = []
        for position in positions.sorted() {
            if let record = try storedRecord(at: position) { records.append(record) }
        }
        return records
    }

    /// Finds the batches of some feeds under the names that they have now, which splits have changed.
    private mutating func rename(_ feeds: [FeedID], name: (FeedID, UInt64) -> FeedID) {
        index.rename(feeds, name: name)
        // The next start would fold all of the log twice to find that out.
        cache.opsBehind = .max / 2
    }

    /// Notes, once nothing more is to be done, that all so far is durable; without the note damage to the last append
    /// could not be told from a torn one.
    package mutating func seal() {
        // A note that cannot be written costs nothing but itself.
        try? log.seal()
    }

    /// Finds out whether a full disk has room again.
    package mutating func retry() throws(LogError) {
        try log.retry()
        lastFailure = nil
    }

    /// Marks an orderly end, which the next start knows by a number.
    package mutating func close(nonce: UInt64) throws(LogError) {
        try log.close(nonce: nonce)
    }
}

extension LogError {
    /// The error as the replica sees it.
    package var storageFailure: StorageFailure {
        switch self {
        case .diskFull: .diskFull
        case .groupTooLarge: .tooLarge
        case .readOnly: .readOnly
        default: .failed
        }
    }
}
