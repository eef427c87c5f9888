import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync

/// The log, with the index of the batches in it and the cache of what it folds to.
struct Store: ~Copyable {
    var log: Log
    var index = BatchIndex()
    let directory: StateDirectory
    let device: DeviceID
    /// What is known of the cache on the disk.
    var cache = SnapshotCache()
    /// Why the last append failed, until one succeeds.
    private(set) var lastFailure: LogError?

    var byteCount: Int { log.byteCount }
    var report: OpenReport { log.report }
    var health: LogHealth { log.health }
    var durableMark: LogMark { log.mark }

    /// Opens the log; `restore(into:orElse:)` reads it.
    init(in directory: StateDirectory, device: DeviceID, now: Now, salt: UInt32) throws(ControlError) {
        self.directory = directory
        self.device = device
        do throws(LogError) {
            let milliseconds = UInt64(max(0, now.wall))
            log = try Log.open(in: directory, device: device, atMilliseconds: milliseconds, newSalt: salt)
        } catch {
            throw ControlError(error.code, "the store cannot be opened: \(error)")
        }
    }

    /// Makes records durable, all of them or none.
    mutating func append(_ records: [Record]) throws(LogError) {
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
    mutating func appendTogether(_ groups: [[Record]]) throws(LogError) {
        let positions = try log.appendTogether(groups)
        for (record, position) in zip(groups.joined(), positions) {
            cache.opsBehind += (try? index.note(record, at: position)) ?? 0
        }
    }

    /// Where the batches of a request are, in the order of the log, which is a causal order.
    func locate(_ request: BatchesRequest) -> [(feed: FeedID, position: RecordPosition)] {
        request.ranges
            .flatMap { range in
                let feed = range.origin.feed
                return index.positions(feed: feed, from: range.after + 1, through: range.through)
                    .map { (feed: feed, position: $0.position) }
            }
            .sorted { $0.position < $1.position }
    }

    /// Reads a batch back.
    mutating func batch(at position: RecordPosition) throws(LogError) -> Batch? {
        let record = try log.record(at: position)
        guard case .batch(_, let batch)? = try? LogEntry(record) else { return nil }
        return batch
    }

    /// Notes, once nothing more is to be done, that all so far is durable; without the note damage to the last append
    /// could not be told from a torn one.
    mutating func seal() {
        // A note that cannot be written costs nothing but itself.
        try? log.seal()
    }

    /// Finds out whether a full disk has room again.
    mutating func retry() throws(LogError) {
        try log.retry()
        lastFailure = nil
    }

    /// Marks an orderly end, which the next start knows by a number.
    mutating func close(nonce: UInt64) throws(LogError) {
        try log.close(nonce: nonce)
    }
}

extension LogError {
    /// The error as clients see it.
    var code: ErrorCode {
        switch self {
        case .locked: .tryAgain
        case .networkFileSystem, .belongsToAnotherDevice: .configuration
        case .diskFull: .diskFull
        case .file(let error) where error.reason == .denied: .notPermitted
        case .badHeader, .unsupportedVersion, .unsupportedFrame, .damaged, .unreadable, .groupTooLarge, .readOnly,
            .failed, .closed, .file:
            .inputOutput
        }
    }

    /// The error as the replica sees it.
    var storageFailure: StorageFailure {
        switch self {
        case .diskFull: .diskFull
        case .groupTooLarge: .tooLarge
        case .readOnly: .readOnly
        default: .failed
        }
    }
}
