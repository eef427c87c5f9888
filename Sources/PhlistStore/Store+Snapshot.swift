package import PhlistLog
import PhlistModel
package import PhlistSync

/// What is known of the cache on the disk.
package struct SnapshotCache {
    /// Where in the log it ends, or the one that is being written will; zero without one.
    package private(set) var end: UInt64 = 0
    /// How many ops are in the log behind that.
    var opsBehind = 0

    /// Without a cache, or with one that ends at an offset.
    package init(end: UInt64 = 0) {
        self.end = end
    }

    /// What a start folds in a second on a small machine.
    private static let opsBehindMax = 50_000
    private static let bytesBehindMax: UInt64 = 8 << 20
    /// At an orderly end a shorter tail is worth a cache; what is folded in a blink is not worth the wear of the disk.
    private static let opsAtEndMin = 1000

    /// Whether a start from it would take too long.
    package func isOutdated(at mark: LogMark) -> Bool {
        opsBehind > Self.opsBehindMax || mark.offset > end + Self.bytesBehindMax
    }

    /// Whether an orderly end shall write another.
    package var isWorthAnEnd: Bool { opsBehind >= Self.opsAtEndMin }
}

/// Why the cache is of no use.
struct SnapshotFault: Error {
    /// Nil when there is none.
    var reason: String?
    var hasChangedReplica = false
}

/// A cache to be written: values that share their memory with the running replica until that changes.
package struct SnapshotJob: Sendable {
    package let mark: LogMark
    let index: BatchIndex
    let replica: ReplicaSnapshot
    let path: String

    /// Encodes and writes; takes a while, and nobody waits for it.
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

    /// The cache of all that is durable by now.
    ///
    /// - Parameter replica: Taken at this moment, between two appends.
    /// - Returns: What is to be written.
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
