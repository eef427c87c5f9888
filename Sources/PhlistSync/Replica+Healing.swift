import PhlistModel

/// How far what holes in the log have swallowed is here again, and who is told.
extension Replica {
    /// Counts what a peer has sent that was not here.
    mutating func countFetched(_ entries: [LogEntry], from source: ConnectionID?) {
        guard let healing, healing.isOpen, let device = source.flatMap({ sessions[$0]?.device }) else { return }
        let count = entries.count { entry in
            guard case .batch(let feed, let batch) = entry else { return false }
            return healing.heldBack.batch(of: feed, from: batch.header.firstSequence) == nil
        }
        if count > 0 {
            self.healing?.fetched[device, default: 0] += count
        }
    }

    /// A peer holds the same of a scope as this device: who may see it may have it again.
    mutating func peerAgrees(on scope: ScopeID) {
        guard healing?.agreed.insert(scope).inserted ?? false else { return }
        // Who asked for a photo of a list that was doubtful may have it now.
        blobs.needsReview = true
        push(scope)
    }

    /// Asks a peer that has just given something back whether it holds the same now: who waits for health shall not
    /// wait for the next comparison.
    mutating func compareAgain(on source: ConnectionID?) {
        guard let healing, healing.isOpen, healing.heldBack.count == 0, let source else { return }
        sendSummary(to: source, isRequest: true)
    }

    /// Notes when nothing is missing any more, and tells of every step there.
    mutating func watchHealing(since before: Healing.Progress?, now: Now) {
        nameLostMembers(now: now)
        if isWhole, let healing {
            self.healing?.isNoted = true
            let count = healing.fetchedCount
            append([.local(.healed(lostBytes: healing.lostBytes, fetched: count, at: now.wall))])
        }
        if let before, healing?.progress != before {
            effects.append(.healthChanged)
            for scope in (healing?.agreed ?? []).sorted() {
                mendPurged(scope, now: now)
            }
        }
    }

    /// Whether all that a hole may have swallowed is here again: nothing waits, and of every scope a peer has held the
    /// same, also of those of which nothing was left here.
    private var isWhole: Bool {
        guard let healing, healing.isOpen, !healing.isNoted, !isHoldingBack, unconfirmedScopes.isEmpty, holes.isEmpty
        else { return false }
        return roster?.contains(device) ?? false && openSessions.allSatisfy { holdsNothingElse($0) }
    }

    /// Whether a batch waits; holes say so too, but look at every batch that does.
    private var isHoldingBack: Bool {
        healing?.heldBack.feeds.contains { feed in
            origins[feed].map { !formerScopes.contains($0.scope) } ?? true
        } ?? false
    }

    private func holdsNothingElse(_ session: Session) -> Bool {
        session.scopes.allSatisfy { scope, peer in
            guard let holding = peer.holding, !formerScopes.contains(scope) else { return true }
            return holding == scopes[scope]?.holding.vector
        }
    }

    private var unconfirmedScopes: [ScopeID] {
        scopes.keys
            .filter { !formerScopes.contains($0) && !(healing?.agreed.contains($0) ?? true) }
            .filter { scopes[$0]?.state.ledger.hasBegun == true || $0 == householdID }
            .sorted()
    }

    /// What is missing; nil while the log has no holes, or all is whole again.
    package var damage: Damage? {
        guard let healing, healing.isOpen || !holes.isEmpty else { return nil }
        return Damage(
            isHouseholdKnown: roster?.contains(device) ?? false,
            feeds: holes.map { damage($0) },
            unconfirmed: unconfirmedScopes.map { damagedScope($0) }
        )
    }

    /// How many changes were given up as lost, and when last; nil when that has never been so.
    package var surrender: (changeCount: UInt64, at: Int64)? {
        healing?.surrender.map { ($0.changeCount, $0.at) }
    }

    /// What has come from other devices since the start that the log had lost, by name; also when it is whole by now.
    package var fetched: [Damage.Fetched] {
        (healing?.fetched ?? [:])
            .map { Damage.Fetched(device: $0, deviceName: deviceName($0) ?? $0.description, batchCount: $1) }
            .sorted { ($0.deviceName, $0.device) < ($1.deviceName, $1.device) }
    }

    private func damage(_ hole: Hole) -> Damage.Feed {
        let origin = origins[hole.feed]
        return Damage.Feed(
            feed: hole.feed,
            scope: origin.map { damagedScope($0.scope) },
            device: origin?.device,
            deviceName: origin.flatMap { deviceName($0.device) },
            missing: hole.missing,
            heldBackCount: hole.heldBackCount
        )
    }

    private func damagedScope(_ scope: ScopeID) -> Damage.Scope {
        let isHousehold = scope == householdID
        let title = isHousehold ? household?.name : scopes[scope]?.state.list?.title
        return Damage.Scope(id: scope, isHousehold: isHousehold, title: title.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// What is missing of one feed, or waits for what is missing of others.
    struct Hole {
        var feed: FeedID
        var missing: [ClosedRange<UInt64>]
        var heldBackCount: Int
    }

    /// The feeds of which something is known that is not folded, in the order of their ids.
    var holes: [Hole] {
        guard let held = healing?.heldBack else { return [] }
        var ends = Dictionary(uniqueKeysWithValues: origins.keys.map { ($0, UInt64(1)) })
        for feed in held.feeds {
            for batch in held.batches(of: feed) {
                ends[feed] = max(ends[feed] ?? 0, batch.header.lastSequence)
                for entry in batch.header.context {
                    ends[entry.feed] = max(ends[entry.feed] ?? 0, entry.version.sequence)
                }
            }
        }
        return ends.sorted { $0.key < $1.key }.compactMap { hole(in: $0.key, through: $0.value, held) }
    }

    private func hole(in feed: FeedID, through end: UInt64, _ held: HeldBack) -> Hole? {
        let scope = origins[feed]?.scope
        guard scope.map({ !formerScopes.contains($0) }) ?? true else { return nil }
        var next = foldedEnd(of: feed, at: .max) + 1
        var missing: [ClosedRange<UInt64>] = []
        let batches = held.batches(of: feed)
        // A feed that has split ends there: what follows is missing of its branches.
        let isClosed = scope.flatMap { scopes[$0]?.state.ledger.branches(of: feed).isEmpty } == false
        guard !isClosed else {
            return batches.isEmpty ? nil : Hole(feed: feed, missing: [], heldBackCount: batches.count)
        }
        for batch in batches {
            if batch.header.firstSequence > next {
                missing.append(next...batch.header.firstSequence - 1)
            }
            next = max(next, batch.header.lastSequence + 1)
        }
        if next <= end {
            missing.append(next...end)
        }
        guard !batches.isEmpty || !missing.isEmpty && !(healing?.abandoned.contains(feed) ?? false) else { return nil }
        return Hole(feed: feed, missing: missing, heldBackCount: batches.count)
    }
}
