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

    /// Makes records durable, all of them or none.
    package mutating func append(_ records: [Record]) throws(LogError) {
        do throws(LogError) {
            let positions = try log.append(records)
            for (record, position) in zip(records, positions) {
                cache.opsBehind += (try? index.note(record, at: position)) ?? 0
            }
            lastFailure = nil
        } catch {
            // One that asks for too much says nothing of the disk.
            if error.storageFailure != .tooLarge {
                lastFailure = error
            }
            throw error
        }
    }

    /// Makes groups of records durable, all of them or none, also more than one append takes.
    package mutating func appendTogether(_ groups: [[Record]]) throws(LogError) {
        let positions = try log.appendTogether(groups)
        for (record, position) in zip(groups.joined(), positions) {
            cache.opsBehind += (try? index.note(record, at: position)) ?? 0
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
        let record = try log.record(at: position)
        guard case .batch(_, let batch)? = try? LogEntry(record) else { return nil }
        return batch
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
