import PhlistHousehold
import PhlistModel

/// The damage, as people are told of it.
extension LogRepair {
    /// Whether something is missing or may be missing.
    func isDamaged(in library: Library) -> Bool {
        isOpen || !holes(in: library).isEmpty
    }

    /// The damage; nil if the log has no holes, or everything is recovered.
    func damage(in library: Library) -> Damage? {
        let holes = holes(in: library)
        guard isOpen || !holes.isEmpty else { return nil }
        return Damage(
            isHouseholdKnown: library.roster?.contains(library.device) ?? false,
            feeds: holes.map { damage($0, in: library) },
            unconfirmed: unconfirmedScopes(in: library).map { damagedScope($0, in: library) }
        )
    }

    private func damage(_ hole: Hole, in library: Library) -> Damage.Feed {
        let device = hole.key.flatMap { key in
            ((library.roster?.authors.keys).map(Array.init) ?? []).first { key.hint.suits($0) }
                ?? library.feeds.feeds.values.first { $0.hint == key.hint }?.device
        }
        return Damage.Feed(
            scope: hole.key.map { damagedScope($0.scope, in: library) },
            device: device,
            deviceName: device.flatMap { library.deviceName($0) },
            missing: hole.missing,
            heldBackCount: hole.pendingCount
        )
    }

    private func damagedScope(_ scope: ScopeID, in library: Library) -> Damage.Scope {
        let isHousehold = scope == library.householdID
        let title = isHousehold ? library.household?.name : library.scopes[scope]?.state.list?.title
        return Damage.Scope(id: scope, isHousehold: isHousehold, title: title.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Batches recovered from other devices since the start, by device name; kept after recovery is complete.
    func fetched(in library: Library) -> [Damage.Fetched] {
        fetched
            .map { Damage.Fetched(device: $0, deviceName: library.deviceName($0) ?? $0.description, batchCount: $1) }
            .sorted { ($0.deviceName, $0.device) < ($1.deviceName, $1.device) }
    }

    // MARK: Completeness

    /// Whether everything that a hole may have lost is here again: nothing waits, and a peer has held the same of every
    /// scope, including scopes of which nothing was left here.
    func isWhole(_ library: Library, _ sessions: [Session]) -> Bool {
        guard isOpen, !isHoldingBack(in: library), unconfirmedScopes(in: library).isEmpty, holes(in: library).isEmpty
        else { return false }
        return library.roster?.contains(library.device) ?? false
            && sessions.allSatisfy { holdsNothingElse($0, than: library) }
    }

    /// Whether a batch waits; cheaper than `holes`, which looks at every waiting batch.
    private func isHoldingBack(in library: Library) -> Bool {
        pending.inOrder.contains { entry in
            entry.feed.map { !library.isLeft($0.scope) } ?? true
        }
    }

    private func holdsNothingElse(_ session: Session, than library: Library) -> Bool {
        session.scopes.allSatisfy { scope, peer in
            guard let holding = peer.holding, !library.isLeft(scope) else { return true }
            return holding == library.scopes[scope]?.holding.vector
        }
    }

    private func unconfirmedScopes(in library: Library) -> [ScopeID] {
        guard hasHoles else { return [] }
        return library.scopes.filter { !library.isLeft($0.key) && !agreed.contains($0.key) }
            .filter { scope, slot in
                !slot.state.ledger.isEmpty && !library.isForeign(slot) || scope == library.householdID
            }
            .keys.sorted()
    }

    // MARK: Holes

    /// Batches of one feed that are missing, or that wait for missing ones of other feeds.
    struct Hole {
        /// Nil for batches whose feed is unknown.
        var key: FeedKey?
        /// The numbers of the missing batches, as far as other batches name them.
        var missing: [ClosedRange<UInt64>] = []
        var pendingCount = 0
    }

    /// Returns the feeds with batches that are known but not folded, in their order.
    func holes(in library: Library) -> [Hole] {
        guard pending.count > 0 else { return [] }
        var (waiting, named): ([FeedKey: Set<UInt64>], [FeedKey: Set<UInt64>]) = ([:], [:])
        var namelessCount = 0
        for entry in pending.inOrder {
            guard let feed = entry.feed, let batch = entry.batch else {
                namelessCount += 1
                continue
            }
            guard !library.isLeft(feed.scope) else { continue }
            waiting[FeedKey(scope: feed.scope, hint: feed.hint), default: []].insert(batch.header.number)
            for reference in missingReferences(of: batch, in: library.scopes[feed.scope]) {
                named[FeedKey(scope: feed.scope, hint: reference.hint), default: []].insert(reference.number)
            }
        }
        let holes = Set(waiting.keys).union(named.keys).sorted().map { key in
            Hole(
                key: key,
                missing: missing(of: key, named: named[key] ?? [], waiting: waiting[key] ?? [], in: library),
                pendingCount: waiting[key]?.count ?? 0
            )
        }
        let nameless = namelessCount > 0 ? [Hole(key: nil, pendingCount: namelessCount)] : []
        return nameless
            + holes.filter { hole in
                let isAbandoned = hole.key.map { abandoned.contains($0) } ?? false
                return hole.pendingCount > 0 || !hole.missing.isEmpty && !isAbandoned
            }
    }

    /// Batches that others in this log refer to and that the log has lost.
    func missingBatches(in library: Library) -> [(scope: ScopeID, reference: BatchReference)] {
        pending.inOrder.flatMap { entry -> [(scope: ScopeID, reference: BatchReference)] in
            guard let scope = entry.feed?.scope, let batch = entry.batch, !library.isLeft(scope) else { return [] }
            return missingReferences(of: batch, in: library.scopes[scope]).map { (scope, $0) }
        }
    }

    /// The batches that a waiting batch depends on and that are not here.
    private func missingReferences(of batch: NamedBatch, in slot: ScopeSlot?) -> [BatchReference] {
        (batch.header.context + [batch.predecessor].compactMap(\.self)).filter { reference in
            !pending.contains(reference.name) && !(slot?.state.ledger.contains(reference) ?? false)
        }
    }

    /// The numbers between the folded end of a feed and the batches named, without the waiting ones; also numbers that
    /// are named of another branch.
    private func missing(
        of key: FeedKey,
        named: Set<UInt64>,
        waiting: Set<UInt64>,
        in library: Library
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
