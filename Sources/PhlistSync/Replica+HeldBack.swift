import PhlistModel

/// How what waits behind holes in the log finds its place again.
extension Replica {
    /// Appends again, behind what a peer has given back, the batches that waited for it: so the log stays in a causal
    /// order.
    ///
    /// A part at a time: the next one follows when this one is durable.
    mutating func appendHeldBack(of scope: ScopeID) {
        guard healing != nil, !formerScopes.contains(scope), var frontier = scopes[scope]?.frontier else { return }
        var (entries, byteCount): ([LogEntry], Int) = ([], 0)
        var vouched: [FeedID: UInt64] = [:]
        while let next = nextHeldBack(in: scope, behind: frontier, &vouched), byteCount < SyncLimits.heldBackBytesMax {
            guard frontier[next.name] == nil || next.name == next.tip.feed else {
                // It has come under the name that a split gave it: a fold finds out where what follows it belongs.
                forkWork[scope, default: ForkWork()].mustFold = scopes[scope]?.state.ledger[next.name] != nil
                break
            }
            frontier.advance(next.name, to: next.tip.head.appending(next.batch))
            if origins[next.target] == nil, let origin = scopes[scope]?.state.ledger[next.target]?.origin {
                origins[next.target] = origin
                entries.append(.feed(origin))
            }
            entries.append(.batch(next.target, next.batch))
            byteCount += next.batch.bytes.count
        }
        guard !entries.isEmpty else { return }
        scopes[scope]?.frontier = frontier
        // Peers send this, too; whatever of it waits for a head would wait for ever.
        scopes[scope]?.inbox.remove(through: frontier)
        append(entries, source: scopes[scope]?.newestSource)
    }

    /// A batch that may be stored again, and where it goes.
    private struct NextHeldBack {
        /// The name that it is stored under, and the one that its feed has now.
        var target: FeedID
        var name: FeedID
        var batch: Batch
        var tip: (feed: FeedID, head: ChainHead)
    }

    /// The next batch that has a place; `vouched` notes how far signed heads are known to vouch for what follows the
    /// ends of feeds.
    private mutating func nextHeldBack(
        in scope: ScopeID,
        behind frontier: Frontier,
        _ vouched: inout [FeedID: UInt64]
    ) -> NextHeldBack? {
        guard let held = healing?.heldBack, let slot = scopes[scope] else { return nil }
        for feed in held.feeds {
            guard let origin = origins[feed], origin.scope == scope else { continue }
            let usual = slot.tip(of: origin, in: frontier)
            for tip in [usual].compactMap({ $0 }) + slot.otherTips(of: origin, than: usual?.feed, in: frontier) {
                guard let batch = held.batch(of: feed, from: tip.head.sequence + 1) else { continue }
                guard isReady(batch, of: origin, behind: frontier) else { continue }
                let isUsual = tip.feed == usual?.feed
                guard belongs(batch, of: feed, behind: tip, &vouched) ?? isUsual else { continue }
                let name = slot.name(of: batch, from: origin, behind: tip)
                guard isUsual || name == tip.feed else { continue }
                return NextHeldBack(target: isUsual ? feed : tip.feed, name: name, batch: batch, tip: tip)
            }
        }
        return nil
    }

    /// Whether what waits of a feed goes on the history that has come back: a device that was put back to an old state
    /// has written another one with the same numbers.
    ///
    /// - Returns: Nil when no head that waits, or no key, tells.
    private mutating func belongs(
        _ batch: Batch,
        of feed: FeedID,
        behind tip: (feed: FeedID, head: ChainHead),
        _ vouched: inout [FeedID: UInt64]
    ) -> Bool? {
        guard batch.header.lastSequence > vouched[tip.feed] ?? 0 else { return true }
        guard let held = healing?.heldBack, let origin = origins[feed] else { return nil }
        guard !held.isRefused(feed, behind: tip.head) else { return false }
        guard let (run, head) = held.signedRun(of: feed, after: tip.head.sequence) else { return nil }
        guard let key = key(of: origin.device, in: origin.scope) else { return nil }
        let end = run.reduce(tip.head) { $0.appending($1) }
        guard authority.isValid(head.signature, of: end.signedBytes(feed: origin.root.feed), by: key) else {
            healing?.heldBack.refuse(feed, behind: tip.head)
            return false
        }
        vouched[tip.feed] = head.sequence
        return true
    }

    /// Lets go of what a fold has found a place for.
    mutating func forgetFolded(of scope: ScopeID) {
        guard let held = healing?.heldBack, let ledger = scopes[scope]?.state.ledger else { return }
        for feed in held.feeds {
            guard let origin = origins[feed], origin.scope == scope else { continue }
            for batch in held.batches(of: feed) where ledger.holds(batch, ofFeed: origin.root.feed) {
                forgetHeldBack(batch, of: origin)
            }
        }
    }

    /// Lets go of a batch that has been folded, under whatever name of its feed it waits, and puts up the heads that
    /// vouch for it.
    mutating func forgetHeldBack(_ batch: Batch, of origin: FeedOrigin) {
        guard let held = healing?.heldBack, held.count > 0 else { return }
        for feed in held.feeds where origins[feed]?.root == origin.root {
            for head in healing?.heldBack.remove(batch, of: feed) ?? [] {
                let name = currentName(of: origin, at: head.sequence)
                scopes[origin.scope]?.shelves[name, default: HeadShelf()].insert(head)
            }
        }
    }

    /// What of the log is to be folded: not what waits and is of another history, and of what waited once and was
    /// stored again only the second, which is where it belongs.
    func placed(_ stored: [StoredBatch]) -> [StoredBatch] {
        guard let held = healing?.heldBack else { return stored }
        var later: Set<[UInt8]> = []
        return stored.reversed().filter { item in
            let root = item.origin.root.feed
            guard !held.isSetAside(item.batch, of: item.origin.feed) else { return false }
            return later.insert(root.bytes + item.batch.bytes).inserted
        }.reversed()
    }
}
