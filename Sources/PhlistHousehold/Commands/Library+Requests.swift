import OrderedCollections
import PhlistModel

/// Recording the outcomes of requests.
extension Library {
    /// Creates the fact that answers a repeated request, appended after the entries of its action.
    ///
    /// Nearly every action changes exactly what its batch writes: the fact then refers to the batch, after a check that
    /// the batch gives the same outcome. A stamp may be far from the clock by which requests expire after a day: such a
    /// fact has its own time.
    package func requestFact(_ key: RequestKey, of action: Action, after entries: [LogEntry], now: Now) -> LocalFact {
        let tag = RequestTag(key, of: action.caller.uid)
        let outcome = action.outcome.keeping(atMost: HouseholdLimits.requestOutcomeReferencesMax)
        guard
            let stored = entries.lazy.compactMap(\.batch).last, stored.isMinted, let feed = feeds[stored.feed],
            Outcome(of: stored.batch, in: feed.scope, flags: outcome.flags) == outcome,
            abs(stored.batch.header.stamp.milliseconds - now.wall) <= Limits.clockStepBackMillisecondsMax
        else { return .request(tag, at: now.wall, outcome) }
        return .requestOfBatch(tag, flags: outcome.flags)
    }

    /// Whether a request with this key is in flight.
    package func isInFlight(_ key: RequestKey, of uid: UInt32) -> Bool {
        let name = RequestTag(key, of: uid).name
        return entriesInFlight.contains { entries in
            guard case .local(let fact)? = entries.last else { return false }
            return fact.request?.name == name
        }
    }
}

extension Outcome {
    /// Creates the outcome of an action that changed exactly what its batch writes, in this order; nil if the ops
    /// cannot be read.
    ///
    /// The flags are those of the outcome, and the list is that of the batch.
    init?(of batch: Batch, in scope: ScopeID, flags: UInt8) {
        guard let ops = try? batch.decodedOps() else { return nil }
        self.init(flags: flags, list: scope)
        var entities = OrderedSet(ops.compactMap(\.entity))
        // A list made along the way is shown by the flag alone.
        if isNewList { entities.remove(.root) }
        changed = entities.map { EntityReference(scope: scope, entity: $0) }
    }
}

extension Op {
    /// The entity that the op changes for people; nil for an op about the household, the origin of a list, or the mark
    /// that an action is undone.
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
    /// The request of the fact.
    var request: RequestTag? {
        switch self {
        case .request(let tag, _, _), .requestOfBatch(let tag, _): tag
        case .household, .introducer, .binding, .address, .pairingAttempt, .defaultList, .ownView, .overallView,
            .savedFilter, .healed, .givenUp, .deviceSeen, .letter, .invitations, .clockAhead, .removal, .personSeen:
            nil
        }
    }
}
