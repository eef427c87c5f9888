import PhlistModel

/// How far what holes in the log have swallowed is here again, and who is told.
extension Replica {
    /// Counts what a peer has sent that was not here.
    mutating func countFetched(_ entries: [LogEntry], from source: ConnectionID?) {
        guard let healing, healing.isOpen, let device = source.flatMap({ sessions[$0]?.device }) else { return }
        let count = entries.count { entry in
            guard case .batch(let stored) = entry else { return false }
            return stored.name.map { !healing.pending.contains($0) } ?? false
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
        guard let healing, healing.isOpen, healing.pending.count == 0, let source else { return }
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
        }
    }

    /// Whether all that a hole may have swallowed is here again: nothing waits, and of every scope a peer has held the
    /// same, also of those of which nothing was left here.
    private var isWhole: Bool {
        guard let healing, healing.isOpen, !healing.isNoted, !isHoldingBack, unconfirmedScopes.isEmpty, holes.isEmpty
        else { return false }
        return library.roster?.contains(device) ?? false && openSessions.allSatisfy { holdsNothingElse($0) }
    }

    /// Whether a batch waits; holes say so too, but look at every batch that does.
    private var isHoldingBack: Bool {
        healing?.pending.inOrder.contains { entry in
            entry.feed.map { !library.isLeft($0.scope) } ?? true
        } ?? false
    }

    private func holdsNothingElse(_ session: Session) -> Bool {
        session.scopes.allSatisfy { scope, peer in
            guard let holding = peer.holding, !library.isLeft(scope) else { return true }
            return holding == library.scopes[scope]?.holding.vector
        }
    }

    private var unconfirmedScopes: [ScopeID] {
        library.scopes.keys
            .filter { !library.isLeft($0) && !(healing?.agreed.contains($0) ?? true) }
            .filter {
                library.scopes[$0].map { !$0.state.ledger.isEmpty && !library.isForeign($0) } ?? false
                    || $0 == library.householdID
            }
            .sorted()
    }

    /// Whether something is missing, or may be.
    var isDamaged: Bool {
        healing.map { $0.isOpen || !holes.isEmpty } ?? false
    }

    /// What is missing; nil while the log has no holes, or all is whole again.
    package var damage: Damage? {
        guard isDamaged else { return nil }
        return Damage(
            isHouseholdKnown: library.roster?.contains(device) ?? false,
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
            .map { Damage.Fetched(device: $0, deviceName: library.deviceName($0) ?? $0.description, batchCount: $1) }
            .sorted { ($0.deviceName, $0.device) < ($1.deviceName, $1.device) }
    }

    private func damage(_ hole: Hole) -> Damage.Feed {
        let device = hole.key.flatMap { key in
            ((library.roster?.authors.keys).map(Array.init) ?? []).first { key.hint.suits($0) }
                ?? library.feeds.feeds.values.first { $0.hint == key.hint }?.device
        }
        return Damage.Feed(
            scope: hole.key.map { damagedScope($0.scope) },
            device: device,
            deviceName: device.flatMap { library.deviceName($0) },
            missing: hole.missing,
            heldBackCount: hole.pendingCount
        )
    }

    private func damagedScope(_ scope: ScopeID) -> Damage.Scope {
        let isHousehold = scope == library.householdID
        let title = isHousehold ? library.household?.name : library.scopes[scope]?.state.list?.title
        return Damage.Scope(id: scope, isHousehold: isHousehold, title: title.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// What is missing of one feed, or waits for what is missing of others.
    struct Hole {
        /// Nil for batches whose feed is not known.
        var key: Healing.FeedKey?
        /// The numbers of the missing batches, as far as others name them.
        var missing: [ClosedRange<UInt64>] = []
        var pendingCount = 0
    }

    /// The feeds of which something is known that is not folded, in their order.
    var holes: [Hole] {
        guard let pending = healing?.pending else { return [] }
        var (waiting, named): ([Healing.FeedKey: Set<UInt64>], [Healing.FeedKey: Set<UInt64>]) = ([:], [:])
        var namelessCount = 0
        for entry in pending.inOrder {
            guard let feed = entry.feed, let batch = entry.batch else {
                namelessCount += 1
                continue
            }
            guard !library.isLeft(feed.scope) else { continue }
            let key = Healing.FeedKey(scope: feed.scope, hint: feed.hint)
            waiting[key, default: []].insert(batch.header.number)
            for reference in references(of: batch) where !isHere(reference, in: feed.scope, pending) {
                named[Healing.FeedKey(scope: feed.scope, hint: reference.hint), default: []].insert(reference.number)
            }
        }
        let keys = Set(waiting.keys).union(named.keys).sorted()
        let holes = keys.map { key in
            Hole(
                key: key,
                missing: missing(of: key, named: named[key] ?? [], waiting: waiting[key] ?? []),
                pendingCount: waiting[key]?.count ?? 0
            )
        }
        let nameless = namelessCount > 0 ? [Hole(key: nil, pendingCount: namelessCount)] : []
        return nameless
            + holes.filter { hole in
                let isAbandoned = hole.key.map { healing?.abandoned.contains($0) ?? false } ?? false
                return hole.pendingCount > 0 || !hole.missing.isEmpty && !isAbandoned
            }
    }

    /// What a batch needs.
    private func references(of batch: NamedBatch) -> [BatchReference] {
        batch.header.context + (batch.predecessor.map { [$0] } ?? [])
    }

    private func isHere(_ reference: BatchReference, in scope: ScopeID, _ pending: PendingBatches) -> Bool {
        pending.contains(reference.name) || library.scopes[scope]?.state.ledger.contains(reference) ?? false
    }

    /// The numbers between what is folded of a feed and what is named of it, without those that wait; and those that
    /// are named of another branch.
    private func missing(
        of key: Healing.FeedKey,
        named: Set<UInt64>,
        waiting: Set<UInt64>
    ) -> [ClosedRange<UInt64>] {
        let ledger = library.scopes[key.scope]?.state.ledger
        let end = (ledger?.chains(withHint: key.hint) ?? []).map { UInt64(ledger?.chains[$0].end ?? 0) }.max() ?? 0
        var ranges = named.filter { $0 <= end }.sorted().map { $0...$0 }
        var next = end + 1
        for number in waiting.union(named).filter({ $0 > end }).sorted() {
            let last = waiting.contains(number) ? number - 1 : number
            if next <= last { ranges.append(next...last) }
            next = number + 1
        }
        return ranges
    }
}
