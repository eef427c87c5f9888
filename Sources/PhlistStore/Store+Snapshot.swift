package import PhlistLog
import PhlistModel
package import PhlistSync

/// The state of the cache on the disk.
package struct SnapshotCache {
    /// The offset in the log at which the cache, or one being written, ends; zero without a cache.
    package private(set) var end: UInt64 = 0
    /// The number of ops in the log after that.
    var opsBehind = 0

    /// Creates the state without a cache, or with one that ends at an offset.
    package init(end: UInt64 = 0) {
        self.end = end
    }

    /// The ops that a start folds in a second on a small machine.
    private static let opsBehindMax = 50_000
    private static let bytesBehindMax: UInt64 = 8 << 20
    /// The least ops that justify a cache at an orderly end: fewer fold too quickly to be worth the wear of the disk.
    private static let opsAtEndMin = 1000

    /// Whether a start from the cache would take too long.
    package func isOutdated(at mark: LogMark) -> Bool {
        opsBehind > Self.opsBehindMax || mark.offset > end + Self.bytesBehindMax
    }

    /// Whether a new cache is worth writing at an orderly end.
    package var isWorthAnEnd: Bool { opsBehind >= Self.opsAtEndMin }
}

/// The reason why the cache cannot be used.
struct SnapshotFault: Error {
    /// The reason; nil if there is no cache.
    var reason: String?
    var hasChangedReplica = false
}

/// A cache to be written: values that share memory with the running replica until it changes.
package struct SnapshotJob: Sendable {
    package let mark: LogMark
    let index: BatchIndex
    let replica: ReplicaSnapshot
    let path: String

    /// Encodes and writes the cache; takes a while, and nobody waits for it.
    package func run(on fileSystem: any FileSystem) throws(FileError) {
        var indexWriter = ByteWriter()
        index.encode(into: &indexWriter)
        var writer = ByteWriter()
        writer.write(counted: indexWriter.bytes)
        replica.encode(into: &writer)
        try SnapshotFile(mark: mark, bytes: writer.bytes).write(to: path, device: replica.device, on: fileSystem)
    }
}

extension Store {
    private var snapshotPath: String { directory.path(of: SnapshotFile.name) }

    /// Returns the job that writes the cache of everything durable.
    ///
    /// - Parameter replica: A snapshot taken at this moment, between two appends.
    /// - Returns: The job.
    package func snapshotJob(_ replica: ReplicaSnapshot) -> SnapshotJob {
        SnapshotJob(mark: log.mark, index: index, replica: replica, path: snapshotPath)
    }

    func readSnapshot() throws(SnapshotFault) -> (mark: LogMark, bytes: [UInt8]) {
        let file: SnapshotFile
        do throws(SnapshotFile.Fault) {
            file = try SnapshotFile.read(from: snapshotPath, device: device, on: directory.fileSystem)
        } catch {
            throw SnapshotFault(reason: error == .missing ? nil : "\(error)")
        }
        guard log.holds(file.mark) else { throw SnapshotFault(reason: "it is of another log") }
        return (file.mark, file.bytes)
    }
}
