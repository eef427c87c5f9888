import PhlistControl
import PhlistModel
import PhlistSync

/// Calls of the control API that wait for other devices.
extension ReplicaHost {
    func peers() -> PeersReply {
        PeersReply(peers: peerViews())
    }

    /// Asks every peer to synchronise, and waits until all connected ones hold the same, if requested.
    func sync(_ request: SyncRequest, caller: Principal) async throws(ControlError) -> PeersReply {
        guard request.device == nil || !matching(request.device).isEmpty else {
            throw ControlError(.personNotFound, "no device \"\(request.device ?? "")\" in this household")
        }
        _ = try await run(.synchronize)
        let deadline = ContinuousClock.now + .milliseconds(request.waitMilliseconds ?? 0)
        while !matching(request.device).allSatisfy({ $0.isInSync ?? false }) {
            guard ContinuousClock.now < deadline, !Task.isCancelled else { break }
            await nextPeerChange(before: deadline)
        }
        return PeersReply(peers: matching(request.device))
    }

    private func matching(_ device: String?) -> [PeerView] {
        guard let device else { return peerViews() }
        return peerViews().filter {
            $0.name == device || $0.device.lowercased().hasPrefix(device.lowercased())
        }
    }

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

    /// Performs a command and puts a refusal into words.
    func run(_ command: Command) async throws(ControlError) -> CommandResult {
        do throws(CommandError) {
            return try await perform(command)
        } catch {
            throw explain(error)
        }
    }
}

extension ControlError {
    /// A command returned the result of another one.
    static let unexpected = ControlError(.internal, "internal error: unexpected result; please report it")
}
