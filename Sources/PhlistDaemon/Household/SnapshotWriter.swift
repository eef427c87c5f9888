import Dispatch
import Logging
import PhlistLog
import PhlistStore

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
