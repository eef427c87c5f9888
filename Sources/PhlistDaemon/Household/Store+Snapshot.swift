import Dispatch
import Logging
import PhlistLog
import PhlistModel
import PhlistSync

/// What is known of the cache on the disk.
struct SnapshotCache {
    /// Where in the log it ends, or the one that is being written will; zero without one.
    var end: UInt64 = 0
    /// How many ops are in the log behind that.
    var opsBehind = 0

    /// What a start folds in a second on a small machine.
    private static let opsBehindMax = 50_000
    private static let bytesBehindMax: UInt64 = 8 << 20
    /// At an orderly end a shorter tail is worth a cache; what is folded in a blink is not worth the wear of the disk.
    private static let opsAtEndMin = 1000

    func isOutdated(at mark: LogMark) -> Bool {
        opsBehind > Self.opsBehindMax || mark.offset > end + Self.bytesBehindMax
    }

    var isWorthAnEnd: Bool { opsBehind >= Self.opsAtEndMin }
}

/// Why the cache is of no use.
struct SnapshotDefect: Error {
    /// Nil when there is none.
    var reason: String?
    var hasChangedReplica = false
}

/// A cache to be written: values that share their memory with the running replica until that changes.
struct SnapshotJob: Sendable {
    let mark: LogMark
    let index: BatchIndex
    let replica: ReplicaSnapshot
    let path: String

    /// Encodes and writes; takes a while, and nobody waits for it.
    func run() throws(FileError) {
        var indexWriter = ByteWriter()
        index.encode(into: &indexWriter)
        var writer = ByteWriter()
        writer.write(counted: indexWriter.bytes)
        writer.write(raw: replica.encoded)
        try SnapshotFile(mark: mark, bytes: writer.bytes).write(to: path, device: replica.device, on: PosixFileSystem())
    }
}

/// Writes caches, one after the other, while the household goes on.
struct SnapshotWriter: Sendable {
    let logger: Logger
    private let queue = DispatchQueue(label: "phlist.snapshot", qos: .utility)

    /// Creates a writer.
    init(logger: Logger) {
        self.logger = logger
    }

    /// Writes a cache soon.
    func write(_ job: SnapshotJob) {
        queue.async { [logger] in
            do throws(FileError) {
                try job.run()
                logger.debug("snapshot written", metadata: ["upto": "\(job.mark.offset)"])
            } catch {
                logger.notice("snapshot not written", metadata: ["cause": "\(error)"])
            }
        }
    }

    /// Returns when all are written.
    func finish() {
        queue.sync {}
    }
}

extension Store {
    private var snapshotPath: String { directory.path(of: SnapshotFile.name) }

    /// The cache of all that is durable by now.
    ///
    /// - Parameter replica: Taken at this moment, between two appends.
    /// - Returns: What is to be written.
    func snapshotJob(_ replica: ReplicaSnapshot) -> SnapshotJob {
        SnapshotJob(mark: log.mark, index: index, replica: replica, path: snapshotPath)
    }

    func readSnapshot() throws(SnapshotDefect) -> (mark: LogMark, bytes: [UInt8]) {
        let file: SnapshotFile
        do throws(SnapshotFile.Defect) {
            file = try SnapshotFile.read(from: snapshotPath, device: device, on: directory.fileSystem)
        } catch {
            throw SnapshotDefect(reason: error == .missing ? nil : "\(error)")
        }
        guard log.holds(file.mark) else { throw SnapshotDefect(reason: "it is of another log") }
        return (file.mark, file.bytes)
    }
}
