import Logging
import PhlistControl
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync

/// Maintenance of the store.
extension ReplicaHost {
    static let retryAfterMilliseconds: Int64 = 30_000

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

    /// The position before which the log is durable and never changes.
    var durableMark: LogMark { store.durableMark }

    /// Returns the end of the log, and the signed heads by which others believe this device's writing up to there.
    func durablePart() -> (end: LogEnd, heads: [Record]) {
        (store.durableEnd, replica.ownHeads())
    }
}
