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
    package var durableEnd: LogEnd { log.end }

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

    /// Keeps where the batches among some records are, in the rows in which the replica has folded them.
    mutating func note(_ records: [Record], at positions: [RecordPosition], in replica: inout Replica) {
        let batches = zip(records, positions).filter { $0.0.kind == .batch }
        let scopes = replica.takeFolded()
        invariant(scopes.count == batches.count, "\(scopes.count) scopes of \(batches.count) batches")
        for (batch, scope) in zip(batches, scopes) {
            if let scope { index.append(batch.1, in: scope) }
            cache.opsBehind += (try? LogEntry(batch.0))?.opCount ?? 0
        }
    }

    /// Where the batches of a request are, in the order of the log, which is a causal order.
    ///
    /// - Returns: For each batch the index of its part in the request, and its position.
    package func locate(_ request: BatchesRequest) -> [(part: Int, position: RecordPosition)] {
        request.parts.enumerated()
            .flatMap { number, part in
                part.rows.map { (part: number, position: index.position(ofRow: $0, in: request.scope)) }
            }
            .sorted { $0.position < $1.position }
    }

    /// Reads a batch back.
    package mutating func batch(at position: RecordPosition) throws(LogError) -> Batch? {
        let record = try log.record(at: position)
        guard case .batch(let stored)? = try? LogEntry(record) else { return nil }
        return stored.batch
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

    /// Marks an orderly end.
    package mutating func close() throws(LogError) {
        try log.close()
    }
}

extension LogEntry {
    /// The number of ops of a batch; zero for an entry of another kind.
    var opCount: Int {
        if case .batch(let stored) = self { stored.batch.header.opCount } else { 0 }
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
