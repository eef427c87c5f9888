import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync

/// Checks after every turn.
extension Simulation {
    /// Makes the appends of a turn durable.
    ///
    /// - Returns: The effects that follow; nil when the machine went down.
    mutating func commit(_ appends: [PendingAppend], of number: Int) -> [Effect]? {
        guard !appends.isEmpty else { return [] }
        let node = nodes[number]
        let (run, generation) = (node.run, node.generation)
        noteUnderway(appends, on: node)
        guard let commit = node.commit(appends, at: time), !node.hasLostPower else {
            goDown(number)
            return nil
        }
        for append in appends {
            note(commit.failure.map { .appendFailed(append.id, $0.storageFailure) } ?? .appended(append.id), of: number)
        }
        tell(appends, of: number, failure: commit.failure.map { "\($0)" })
        if node.generation > generation {
            coverage.note(.rotated)
            // A lie about a log that replaces another one would lose the whole log.
            if node.isLying { node.endLie() }
        }
        coverage.note(.flushFailed, times: node.forgetFailedCalls() ? 1 : 0)
        if commit.failure != nil {
            coverage.note(.appendFailed)
            careForStore(of: number, run: run)
        } else {
            noteDurable(appends, on: node)
        }
        return commit.effects
    }

    /// Retries every half minute after a full disk, as the daemon does; a log that is read-only needs a person to
    /// restart the daemon.
    private mutating func careForStore(of number: Int, run: Int) {
        switch nodes[number].health {
        case .ok: break
        case .full: schedule(.retry(node: number, run: run), after: 30_000)
        case .readOnly, .failed:
            coverage.note(.readOnlyLog)
            schedule(.powerOff(node: number, run: run), after: 5000)
        }
    }

    mutating func retry(_ number: Int) {
        guard case .full = nodes[number].health else { return }
        if nodes[number].retry() {
            coverage.note(.roomAgain)
        } else {
            schedule(.retry(node: number, run: nodes[number].run), after: 30_000)
        }
    }

    mutating func watch(_ number: Int) {
        let node = nodes[number]
        let waiting = node.read { $0.waitingBatchCountMax }
        coverage.note(.waiting, times: waiting > 0 ? 1 : 0)
        if waiting > SyncLimits.inboxBatchesMax {
            fail(.memory, "\(waiting) batches wait on \(node.name)")
        }
    }

    mutating func noteClose(_ reason: Message.Goodbye) {
        switch reason {
        case .duplicate: coverage.note(.doubleSettled)
        case .silent: coverage.note(.silentClosed)
        case .badSignature: fail(.signature, "a signature was called bad")
        case .removed: coverage.note(.goodbye)
        case .stopping, .unsupported, .malformed, .stranger: break
        }
    }

    mutating func noteHealth(of number: Int) {
        guard let damage = nodes[number].read({ $0.damage }) else {
            coverage.note(.healed)
            return
        }
        coverage.note(.heldBack, times: damage.heldBackCount > 0 ? 1 : 0)
    }
}
