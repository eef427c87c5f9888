import Dispatch
import Logging
import PhlistLog
import PhlistStore
import Synchronization

/// Writes caches, one after the other, while the household goes on.
final class SnapshotWriter: Sendable {
    private let logger: Logger
    private let queue = DispatchQueue(label: "phlist.snapshot", qos: .utility)
    private let pendingCount = Atomic(0)

    /// Creates a writer.
    init(logger: Logger) {
        self.logger = logger
    }

    /// Whether nothing is being written.
    ///
    /// A cache that waits for another one holds a whole state of its own meanwhile.
    var isIdle: Bool { pendingCount.load(ordering: .relaxed) == 0 }

    /// Writes a cache soon.
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
