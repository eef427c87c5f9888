import PhlistModel
import PhlistSync

/// Waits for the other devices.
extension ReplicaHost {
    /// Waits until the peers, or the photos that are here, are as wanted; until a deadline, or the end of the task.
    func waitForPeers(
        before deadline: ContinuousClock.Instant,
        until areWanted: @Sendable (isolated ReplicaHost) -> Bool
    ) async {
        while !areWanted(self), ContinuousClock.now < deadline, !Task.isCancelled {
            await nextPeerChange(before: deadline)
        }
    }

    /// Fetches a photo from another device if it is not here, and waits for it.
    ///
    /// - Returns: Whether it is here.
    func fetch(_ id: BlobID, before deadline: ContinuousClock.Instant) async -> Bool {
        if replica.whereabouts(of: id) != .here { report(.event(.blobDemanded(id))) }
        await waitForPeers(before: deadline) { $0.replica.whereabouts(of: id) == .here }
        return replica.whereabouts(of: id) == .here
    }

    /// Waits for a change of the peers, or of the photos that are here, for a deadline, or until the task is cancelled.
    func nextPeerChange(before deadline: ContinuousClock.Instant) async {
        let number = peerWaiters.newNumber()
        wakePeerWaiters(at: deadline)
        await withTaskCancellationHandler {
            await withCheckedContinuation { peerWaiters.wait(number, $0) }
        } onCancel: {
            wakePeerWaiter(number)
        }
    }

    /// Ends all waits at a time, once for each time; waiters that continue have checked the clock by then.
    private func wakePeerWaiters(at deadline: ContinuousClock.Instant) {
        guard !peerWakeTimes.contains(deadline) else { return }
        peerWakeTimes.append(deadline)
        let left = deadline - ContinuousClock.now
        later(Int64(left / .milliseconds(1)) + 1) { host in
            host.peerWakeTimes.removeAll { $0 == deadline }
            host.peerWaiters.wakeAll()
        }
    }
}
