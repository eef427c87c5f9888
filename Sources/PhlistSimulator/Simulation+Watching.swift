import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync

/// What is looked at after every turn.
extension Simulation {
    /// Makes the appends of a turn durable.
    ///
    /// - Returns: What the replica wants done then; nil when the machine went down.
    mutating func commit(_ appends: [PendingAppend], of number: Int) -> [Effect]? {
        guard !appends.isEmpty else { return [] }
        let node = nodes[number]
        let (run, generation) = (node.run, node.generation)
        guard let commit = node.commit(appends, at: time), !node.hasLostPower else {
            goDown(number)
            return nil
        }
        for append in appends {
            note(commit.failure.map { .appendFailed(append.id, $0.storageFailure) } ?? .appended(append.id), of: number)
        }
        noteUnsettled(appends, of: node)
        tell(appends, of: number, failure: commit.failure.map { "\($0)" })
        coverage.note(.rotated, times: node.generation > generation ? 1 : 0)
        coverage.note(.flushFailed, times: node.forgetFailedCalls() ? 1 : 0)
        if commit.failure != nil {
            coverage.note(.appendFailed)
            careForStore(of: number, run: run)
        } else {
            noteDurable(appends, on: node)
        }
        return commit.effects
    }

    /// Looks for room every half minute, as the daemon does; a log that has given up wants a person, who starts the
    /// daemon again.
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

    private mutating func noteDurable(_ appends: [PendingAppend], on node: SimulatedNode) {
        let incarnation = node.read { $0.incarnation }
        var ends: [FeedID: UInt64] = [:]
        for record in appends.flatMap(\.records) where record.kind == .batch {
            guard case .batch(let feed, let batch)? = try? LogEntry(record) else { continue }
            guard let origin = node.read({ $0.origin(of: feed) }), origin.device == node.device else { continue }
            guard origin.incarnation == incarnation else {
                coverage.note(.ownFetched)
                continue
            }
            if batch.header.by == .house, origin.scope != node.read({ $0.householdID }) {
                coverage.note(.purgeMended)
            }
            ends[feed] = batch.header.lastSequence
        }
        for (feed, end) in ends.sorted(by: { $0.key < $1.key }) {
            promise(end, of: feed, by: node)
        }
    }

    /// A device has written this far, and everybody may have it.
    private mutating func promise(_ end: UInt64, of feed: FeedID, by node: SimulatedNode) {
        // Nobody has to take what a device writes that is out.
        guard !gone.contains(node.number) else { return }
        guard let origin = node.read({ $0.origin(of: feed) }) else { return }
        guard let version = node.read({ $0.version(of: feed, at: end) }) else {
            fail("\(node.name) does not hold number \(end) of feed \(feed) that it has just stored")
            return
        }
        if !promises.note(version, of: origin, by: node.writer) {
            fail("\(node.name) uses number \(end) of feed \(feed) again")
        }
    }

    mutating func watch(_ number: Int, since incarnation: Incarnation) {
        let node = nodes[number]
        let (waiting, current) = node.read { ($0.waitingBatchCountMax, $0.incarnation) }
        coverage.note(.waiting, times: waiting > 0 ? 1 : 0)
        coverage.note(.sealed, times: current != incarnation ? 1 : 0)
        if waiting > SyncLimits.inboxBatchesMax {
            fail("\(waiting) batches wait on \(node.name)")
        }
    }

    mutating func noteReply(_ result: Result<CommandResult, CommandError>, of number: Int) {
        switch result {
        case .success(.acted(let outcome, _)) where !gone.contains(number):
            let items = outcome.changed.filter { item in
                nodes[number].read { $0.list(item.scope)?.item(item.entity) } != nil
            }
            acknowledged.formUnion(items)
        case .failure(.storage(.diskFull)): coverage.note(.fullReply)
        case .success, .failure: break
        }
    }

    mutating func noteClose(_ reason: Message.Goodbye) {
        switch reason {
        case .duplicate: coverage.note(.doubleSettled)
        case .silent: coverage.note(.silentClosed)
        case .badSignature:
            // What two copies wrote under one name may come mixed; the next session sorts it.
            if writerCount == 0 { fail("a signature was called bad") }
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
