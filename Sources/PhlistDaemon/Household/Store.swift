import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync

/// The log with the index of the batches in it.
struct Store: ~Copyable {
    private var log: Log
    private var index = BatchIndex()
    /// Why the last append failed, until one succeeds.
    private(set) var lastFailure: LogError?
    /// Why the first record that could not be folded could not.
    private let unreadable: CodecError?

    var byteCount: Int { log.byteCount }
    var report: OpenReport { log.report }

    /// Opens the log and hands over every record in it.
    init(
        in directory: StateDirectory,
        device: DeviceID,
        now: Now,
        salt: UInt32,
        replay: (Record) throws(CodecError) -> Void
    ) throws(ControlError) {
        var index = BatchIndex()
        var failure: CodecError?
        log = try Self.open(directory, device: device, now: now, salt: salt) { record, position in
            guard failure == nil else { return }
            do throws(CodecError) {
                try replay(record)
                try index.note(record, at: position)
            } catch {
                failure = failure ?? error
            }
        }
        self.index = index
        unreadable = failure
    }

    /// Refuses to go on when a record meant nothing, though its checksum held.
    func check() throws(ControlError) {
        if let unreadable {
            throw ControlError(
                .inputOutput,
                "the store has a record that means nothing (\(unreadable)); nothing was changed"
            )
        }
    }

    private static func open(
        _ directory: StateDirectory,
        device: DeviceID,
        now: Now,
        salt: UInt32,
        replay: (Record, RecordPosition) -> Void
    ) throws(ControlError) -> Log {
        do throws(LogError) {
            let milliseconds = UInt64(max(0, now.wall))
            let log = try Log.open(in: directory, device: device, atMilliseconds: milliseconds, newSalt: salt)
            try log.replay(replay)
            return log
        } catch {
            throw ControlError(error.code, "the store cannot be opened: \(error)")
        }
    }

    /// Makes records durable, all of them or none.
    mutating func append(_ records: [Record]) throws(LogError) {
        do throws(LogError) {
            let positions = try log.append(records)
            for (record, position) in zip(records, positions) {
                try? index.note(record, at: position)
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

    /// Marks an orderly end.
    mutating func close() throws(LogError) {
        try log.close(nonce: UInt64.random(in: .min ... .max))
    }
}

extension BatchIndex {
    fileprivate mutating func note(_ record: Record, at position: RecordPosition) throws(CodecError) {
        guard record.kind == .batch, case .batch(let feed, let batch)? = try LogEntry(record) else { return }
        let header = batch.header
        insert(feed: feed, firstSequence: header.firstSequence, count: UInt64(header.opCount), at: position)
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
