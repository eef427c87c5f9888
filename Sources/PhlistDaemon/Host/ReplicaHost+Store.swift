import Logging
import PhlistControl
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync

/// Maintenance of the store.
extension ReplicaHost {
    static let retryAfterMilliseconds: Int64 = 30_000

    /// Logs the result of opening the store, if it is notable.
    static func tellOfOpening(
        _ report: OpenReport,
        to logger: Logger,
        in directory: StateDirectory,
        cacheFault: String?
    ) {
        if let outdated = report.outdated {
            logger.notice(
                "the log was written by an earlier phlist and cannot be read; starting with an empty one",
                metadata: [
                    "version": "\(outdated.major).\(outdated.minor)", "kept": "\(directory.path(of: outdated.keptAs))",
                ]
            )
        }
        if report.usedPrevious {
            logger.warning("phlist.log was missing; the generation before it is used")
        }
        switch report.ending {
        case .torn(let bytes, let name):
            logger.notice("torn tail cut", metadata: ["bytes": "\(bytes)", "kept": "\(name ?? "nowhere")"])
        case .damaged(let damage):
            let holes = damage.holes.map { "\($0)" }.joined(separator: "; ")
            logger.error(
                "the log is damaged",
                metadata: ["lost": "\(holes)", "kept": "\(damage.keptAs ?? "in place")"]
            )
        case .created, .clean, .sealed, .interrupted: break
        }
        if let cacheFault {
            logger.notice("snapshot not used", metadata: ["cause": "\(cacheFault)"])
        }
        logger.debug(
            "store opened",
            metadata: [
                "bytes": "\(report.byteCount)", "generation": "\(report.generation)",
                "frames": "\(report.frameCount)", "records": "\(report.recordCount)",
            ]
        )
    }

    /// Checks every half minute whether a full disk has room again.
    func retryWhenFull() {
        guard case .full = store.health, !isRetrying else { return }
        isRetrying = true
        later(Self.retryAfterMilliseconds) { $0.retry() }
    }

    private func retry() {
        isRetrying = false
        guard case .full = store.health else { return }
        do throws(LogError) {
            try store.retry()
            logger.notice("there is room again")
        } catch {
            retryWhenFull()
        }
    }

    /// Writes a snapshot when the log has grown far beyond the last one.
    func writeSnapshotWhenDue() {
        guard store.cache.isOutdated(at: durableMark), snapshotWriter.isIdle, let job = takeSnapshotJob() else {
            return
        }
        snapshotWriter.write(job)
    }

    private func takeSnapshotJob() -> SnapshotJob? {
        guard let snapshot = replica.snapshot else { return nil }
        let job = store.snapshotJob(snapshot)
        // Whether or not it succeeds, the next one is due after the same growth.
        store.cache = SnapshotCache(end: job.mark.offset)
        return job
    }

    /// Marks the log as closed in order, and leaves a snapshot for the next run.
    func closeStore() {
        do throws(LogError) {
            try store.close()
        } catch {
            logger.error("the log was not closed in order", metadata: ["cause": "\(error)"])
            return
        }
        if store.cache.isWorthAnEnd, let job = takeSnapshotJob() {
            snapshotWriter.write(job)
        }
        snapshotWriter.finish()
    }

    /// Updates the known damage, and notifies those who wait for changes.
    func healthChanged() {
        let wasDamaged = damage != nil
        damage = replica.damage
        fetched = replica.fetched
        if wasDamaged, damage == nil {
            let words = fetched.map { "\($0.batchCount) from \($0.deviceName)" }.joined(separator: ", ")
            logger.notice("the log is whole again", metadata: ["fetched": "\(words)"])
        }
        peersChanged()
    }
}
