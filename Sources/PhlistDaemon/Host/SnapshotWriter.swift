import Dispatch
import Logging
import PhlistLog
import PhlistStore
import Synchronization

/// Writes snapshots one after the other, while the host keeps running.
final class SnapshotWriter: Sendable {
    private let logger: Logger
    private let queue = DispatchQueue(label: "phlist.snapshot", qos: .utility)
    private let pendingCount = Atomic(0)

    init(logger: Logger) {
        self.logger = logger
    }

    /// Whether nothing is being written.
    ///
    /// A snapshot that waits for another one would hold a whole state in memory.
    var isIdle: Bool { pendingCount.load(ordering: .relaxed) == 0 }

    /// Writes a snapshot soon.
    func write(_ job: SnapshotJob) {
        pendingCount.add(1, ordering: .relaxed)
        queue.async { [self] in
            defer { pendingCount.subtract(1, ordering: .relaxed) }
            do throws(FileError) {
                try job.run(on: PosixFileSystem())
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
