package import PhlistHousehold
package import PhlistLog
package import PhlistModel
package import PhlistSync

/// The log, the index of its batches and the cache of its folded state: all that a replica needs of a disk.
///
/// The daemon and the simulator run this same code.
package struct Store: ~Copyable {
    var log: Log
    var index = BatchIndex()
    package let directory: StateDirectory
    let device: DeviceID
    /// The state of the cache on the disk.
    package var cache = SnapshotCache()
    /// The size of appends from which on the log is packed, in bytes.
    let looseBytesMax: Int
    /// The result of packing the log at the start; nil if too little was appended.
    package internal(set) var packing: Packing?
    /// The error of the last append; nil once one succeeds.
    package private(set) var lastFailure: LogError?

    package var byteCount: Int { log.byteCount }
    package var report: OpenReport { log.report }
    package var health: LogHealth { log.health }
    package var durableMark: LogMark { log.mark }
    package var durableEnd: LogEnd { log.end }

    /// The result of packing the log.
    package enum Packing: Hashable, Sendable {
        /// The sizes before and after it, in bytes.
        case packed(from: Int, to: Int)
        /// The log goes on as it was, unless its health says otherwise.
        case failed(LogError)
    }

    /// Opens the log; `restore(into:orElse:)` reads it, and packs it before if much was appended.
    ///
    /// - Parameters:
    ///   - directory: The locked state directory.
    ///   - device: The device that owns the log.
    ///   - now: The time.
    ///   - salt: A random number for new generations.
    ///   - looseBytesMax: The size of appends from which on the log is packed, in bytes.
    /// - Throws: The errors of opening the log.
    package init(
        in directory: StateDirectory,
        device: DeviceID,
        now: Now,
        salt: UInt32,
        looseBytesMax: Int = LogLimits.looseBytesMax
    ) throws(LogError) {
        self.directory = directory
        self.device = device
        self.looseBytesMax = looseBytesMax
        let milliseconds = UInt64(max(0, now.wall))
        log = try Log.open(in: directory, device: device, atMilliseconds: milliseconds, newSalt: salt)
    }

    /// Makes records durable, all of them or none, regardless of their size.
    ///
    /// Records that do not fit one frame become a new generation of the log, which takes as long as copying it.
    ///
    /// - Returns: The position of each record, for `note(_:at:in:)`.
    /// - Throws: If none is durable.
    mutating func append(_ records: [Record]) throws(LogError) -> [RecordPosition] {
        do throws(LogError) {
            let positions = try appendAsGroups(records)
            lastFailure = nil
            return positions
        } catch {
            // A request that is too large is no sign of a problem with the disk.
            if error.storageFailure != .tooLarge {
                lastFailure = error
            }
            throw error
        }
    }

    private mutating func appendAsGroups(_ records: [Record]) throws(LogError) -> [RecordPosition] {
        records.fitOneFrame ? try log.append(records) : try log.appendTogether(records.groups())
    }

    /// Indexes the batches among some records, in the rows in which the replica has folded them.
    mutating func note(_ records: [Record], at positions: [RecordPosition], in replica: inout Replica) {
        let batches = zip(records, positions).filter { $0.0.kind == .batch }
        let scopes = replica.takeFolded()
        invariant(scopes.count == batches.count, "\(scopes.count) scopes of \(batches.count) batches")
        for (batch, scope) in zip(batches, scopes) {
            if let scope { index.append(batch.1, in: scope) }
            cache.opsBehind += (try? LogEntry(batch.0))?.opCount ?? 0
        }
    }

    /// Returns the positions of a request's batches, in the order of the log, which is a causal order.
    ///
    /// - Returns: The index of each batch's part in the request, and its position.
    package func locate(_ request: BatchesRequest) -> [(part: Int, position: RecordPosition)] {
        request.parts.enumerated()
            .flatMap { number, part in
                part.rows.map { (part: number, position: index.position(ofRow: $0, in: request.scope)) }
            }
            .sorted { $0.position < $1.position }
    }

    /// Reads a batch back; nil if the record is not a batch.
    package mutating func batch(at position: RecordPosition) throws(LogError) -> Batch? {
        let record = try log.record(at: position)
        guard case .batch(let stored)? = try? LogEntry(record) else { return nil }
        return stored.batch
    }

    /// Records, when no more work is pending, that everything so far is durable; otherwise damage to the last append
    /// could not be distinguished from a torn one.
    package mutating func seal() {
        // A note that cannot be written costs nothing but itself.
        try? log.seal()
    }

    /// Checks whether a full disk has room again.
    package mutating func retry() throws(LogError) {
        try log.retry()
        lastFailure = nil
    }

    /// Marks the log as properly closed.
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
