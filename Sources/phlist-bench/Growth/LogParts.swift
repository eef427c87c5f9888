import PhlistHousehold
import PhlistLog
import PhlistModel

/// The bytes of a log, by their purpose.
struct LogParts {
    private(set) var total = 0
    private(set) var opCount = 0
    private(set) var batchCount = 0
    private(set) var frameCount = 0
    private(set) var headCount = 0
    /// The ops themselves.
    private(set) var ops = 0
    /// The member that each header names.
    private(set) var members = 0
    /// The name of each batch's predecessor.
    private(set) var predecessors = 0
    private(set) var times = 0
    private(set) var groups = 0
    /// References to batches of other devices.
    private(set) var contexts = 0
    /// The rest of the headers: version, flags, counts and lengths.
    private(set) var numbers = 0
    /// Signed heads.
    private(set) var heads = 0
    /// Those of them that a later head of the same feed covers.
    private(set) var coveredHeads = 0
    /// Facts of this device alone, mostly requests with their outcomes.
    private(set) var facts = 0
    private(set) var feeds = 0
    /// The length, the kind and the feed of each record.
    private(set) var records = 0
    private var lastFrame = UInt64.max
    private var newestHeads: [FeedNumber: Int] = [:]

    /// The size of a frame's header in the log.
    private static let frameHeaderBytes = 32
    private static let memberBytes = 16
    private static let numberBytes = 8

    /// Reads the log in a directory that nobody has open.
    init(in path: String, device: DeviceID) throws {
        let directory = try StateDirectory.open(path, on: PosixFileSystem())
        let log = try Log.open(in: directory, device: device, atMilliseconds: 0, newSalt: 1)
        total = log.byteCount
        var failure: (any Error)?
        try log.replay { record, position in
            do { try add(record, at: position) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// The headers of the frames.
    var frames: Int { frameCount * Self.frameHeaderBytes }

    /// Zeros after the frames, and the header of the file.
    var padding: Int {
        total - frames - records - heads - facts - feeds - ops - headers
    }

    /// The headers of the batches.
    var headers: Int { members + predecessors + times + groups + contexts + numbers }

    private mutating func add(_ record: Record, at position: RecordPosition) throws {
        // A position has the place of its frame above these bits.
        let frame = position.rawValue >> 22
        if frame != lastFrame { (frameCount, lastFrame) = (frameCount + 1, frame) }
        records += Self.size(of: record.bytes.count) + 1
        switch try LogEntry(record) {
        case .batch(let stored):
            records += record.bytes.count - stored.batch.bytes.count
            add(stored.batch)
        case .head(let feed, _):
            (headCount, heads) = (headCount + 1, heads + record.bytes.count)
            coveredHeads += newestHeads.updateValue(record.bytes.count, forKey: feed) ?? 0
        case .feed: feeds += record.bytes.count
        case .local, nil: facts += record.bytes.count
        }
    }

    private mutating func add(_ batch: Batch) {
        batchCount += 1
        opCount += batch.header.opCount
        ops += batch.opsBytes.count
        members += Self.memberBytes
        predecessors += Self.memberBytes
        times += Self.numberBytes
        groups += Self.numberBytes
        var writer = ByteWriter()
        writer.write(batch.header.context)
        contexts += writer.bytes.count
        numbers += batch.bytes.count - batch.opsBytes.count - writer.bytes.count
        numbers -= 2 * (Self.memberBytes + Self.numberBytes)
    }

    private static func size(of number: Int) -> Int {
        var writer = ByteWriter()
        writer.write(varint: UInt64(number))
        return writer.bytes.count
    }
}
