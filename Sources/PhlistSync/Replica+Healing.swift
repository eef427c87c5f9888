import PhlistModel

/// Tracks the recovery of records lost to log damage.
extension Replica {
    /// Counts new batches from a peer.
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

    /// Records that a peer holds the same of a scope: devices that may see it may have it again.
    mutating func peerAgrees(on scope: ScopeID) {
        guard healing?.agreed.insert(scope).inserted ?? false else { return }
        // A peer that asked for a photo of a doubtful list may have it now.
        blobs.accessChanged()
        push(scope)
    }

    /// Asks a peer that has just returned batches whether it now holds the same, so that recovery does not wait for the
    /// next comparison.
    mutating func compareAgain(on source: ConnectionID?) {
        guard let healing, healing.isOpen, healing.pending.count == 0, let source else { return }
        sendSummary(to: source, isRequest: true)
    }

    /// Records when nothing is missing any longer, and reports each step.
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

    /// Whether everything that a hole may have lost is here again: nothing waits, and a peer has held the same of every
    /// scope, including scopes of which nothing was left here.
    private var isWhole: Bool {
        guard let healing, healing.isOpen, !healing.isNoted, !isHoldingBack, unconfirmedScopes.isEmpty, holes.isEmpty
        else { return false }
        return library.roster?.contains(device) ?? false && openSessions.allSatisfy { holdsNothingElse($0) }
    }

    /// Whether a batch waits; cheaper than `holes`, which looks at every waiting batch.
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

    /// Whether something is missing or may be missing.
    var isDamaged: Bool {
        healing.map { $0.isOpen || !holes.isEmpty } ?? false
    }

    /// The damage; nil if the log has no holes, or everything is recovered.
    package var damage: Damage? {
        guard isDamaged else { return nil }
        return Damage(
            isHouseholdKnown: library.roster?.contains(device) ?? false,
            feeds: holes.map { damage($0) },
            unconfirmed: unconfirmedScopes.map { damagedScope($0) }
        )
    }

    /// The number of changes accepted as lost, and the time of the last such acceptance; nil if there was none.
    package var surrender: (changeCount: UInt64, at: Int64)? {
        healing?.surrender.map { ($0.changeCount, $0.at) }
    }

    /// Batches recovered from other devices since the start, by device name; kept after recovery is complete.
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

    /// Batches of one feed that are missing, or that wait for missing ones of other feeds.
    struct Hole {
        /// Nil for batches whose feed is unknown.
        var key: Healing.FeedKey?
        /// The numbers of the missing batches, as far as other batches name them.
        var missing: [ClosedRange<UInt64>] = []
        var pendingCount = 0
    }

    /// The feeds with batches that are known but not folded, in their order.
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

    /// The batches that a batch depends on.
    private func references(of batch: NamedBatch) -> [BatchReference] {
        batch.header.context + (batch.predecessor.map { [$0] } ?? [])
    }

    private func isHere(_ reference: BatchReference, in scope: ScopeID, _ pending: PendingBatches) -> Bool {
        pending.contains(reference.name) || library.scopes[scope]?.state.ledger.contains(reference) ?? false
    }

    /// The numbers between the folded end of a feed and the batches named, without the waiting ones; also numbers that
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
