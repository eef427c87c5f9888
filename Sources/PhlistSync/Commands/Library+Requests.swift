import OrderedCollections
import PhlistModel

/// How it is kept what became of a request.
extension Library {
    /// The fact that answers a repetition of a request, to be appended after the entries that its action wrote.
    ///
    /// Nearly every action changes what its batch writes, and nothing else: then the fact refers to the batch. What
    /// the batch gives is compared with the outcome, so that both are the same. A stamp may be far from the clock, by
    /// which a request is forgotten after a day: such a fact has its own time.
    func requestFact(
        _ key: RequestKey,
        of action: Action,
        after entries: [LogEntry],
        now: Now
    ) -> LocalFact {
        let tag = RequestTag(key, of: action.caller.uid)
        let outcome = action.outcome.keeping(atMost: SyncLimits.requestOutcomeReferencesMax)
        guard
            let stored = entries.lazy.compactMap(\.batch).last, stored.isMinted, let feed = feeds[stored.feed],
            Outcome(of: stored.batch, in: feed.scope, flags: outcome.flags) == outcome,
            abs(stored.batch.header.stamp.milliseconds - now.wall) <= Limits.clockStepBackMillisecondsMax
        else { return .request(tag, at: now.wall, outcome) }
        return .requestOfBatch(tag, flags: outcome.flags)
    }

    /// Whether a request of this name is on its way to the disk.
    func isInFlight(_ key: RequestKey, of uid: UInt32) -> Bool {
        let name = RequestTag(key, of: uid).name
        return entriesInFlight.contains { entries in
            guard case .local(let fact)? = entries.last else { return false }
            return fact.request?.name == name
        }
    }
}

extension Outcome {
    /// What an action did that changed just what its batch writes, in this order; nil when the ops cannot be read.
    ///
    /// The flags are those of the outcome. The list is the one of the batch.
    init?(of batch: Batch, in scope: ScopeID, flags: UInt8) {
        guard let ops = try? batch.decodedOps() else { return nil }
        self.init(flags: flags, list: scope)
        var entities = OrderedSet(ops.compactMap(\.entity))
        // A list that is made on the way is told by the flag alone.
        if isNewList { entities.remove(.root) }
        changed = entities.map { EntityReference(scope: scope, entity: $0) }
    }
}

extension Op {
    /// The entity that the op changes for people; nil for one about the household, for the origin of the list, and for
    /// the mark that an action is taken back.
    fileprivate var entity: EntityID? {
        switch self {
        case .write(let entity, let fields): fields.first?.field == .undoneBy ? nil : entity
        case .purge(let entity): entity
        case .originate, .roster: nil
        }
    }
}

extension LogEntry {
    fileprivate var batch: StoredBatch? {
        if case .batch(let stored) = self { stored } else { nil }
    }
}

extension LocalFact {
    /// The request that the fact is about.
    var request: RequestTag? {
        switch self {
        case .request(let tag, _, _), .requestOfBatch(let tag, _): tag
        case .household, .introducer, .binding, .address, .pairingAttempt, .defaultList, .ownView, .healed, .givenUp,
            .deviceSeen, .letter, .invitations, .clockAhead, .removal, .personSeen:
            nil
        }
    }
}
