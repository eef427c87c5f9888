package import PhlistModel

/// Signed heads to keep, and heads that are due.
extension ScopeSlot {
    /// Returns the end of a chain for which no head vouches yet.
    func unvouchedEnd(of chain: Int) -> Unvouched {
        let (end, head) = (UInt64(state.ledger.chains[chain].end), heads[chain]?.newest?.number ?? 0)
        return Unvouched(
            opCount: state.ledger.opCount(of: chain, after: head, through: end),
            byteCount: state.byteCount(of: chain, after: head, through: end)
        )
    }

    /// Keeps a head of a batch that is in the log.
    package func keep(_ head: SignedHead, of feed: FeedHint) {
        let ledger = state.ledger
        guard let place = ledger.place(of: head.reference(in: feed)) else { return }
        var kept = heads[place.chain] ?? SignedHeads()
        heads[place.chain] = nil
        kept.insert(head) { isDispensable($1, between: $0, and: $2, of: place.chain) }
        heads[place.chain] = kept
        if place.number == ledger.chains[place.chain].end { cuts.vouched(forEndOf: place.chain) }
    }

    /// Whether a chain needs no head at a batch if it has one before and one after it.
    private func isDispensable(_ number: UInt64, between former: UInt64, and later: UInt64, of chain: Int) -> Bool {
        let ledger = state.ledger
        return ledger.opCount(of: chain, after: former, through: later) <= HouseholdLimits.opsBetweenHeadsMax
            && state.byteCount(of: chain, after: former, through: later) <= HouseholdLimits.bytesBetweenHeadsMax
            && !cuts.mayDivide(ledger.row(of: chain, number: number), from: ledger.row(of: chain, number: later))
    }

    /// Returns the batches of a chain after a number that lack a head: the last one before each cut, and the end.
    package func headless(of chain: Int, after number: UInt32) -> [BatchReference] {
        let ledger = state.ledger
        guard ledger.chains[chain].end > number else { return [] }
        let rows = ledger.chains[chain].rows[Int(number - ledger.chains[chain].start)...]
        var ends = [rows.endIndex - 1]
        for cut in cuts.cuts(behind: Int(rows.first ?? 0)).reversed() {
            guard let index = rows[...(ends.last ?? 0)].lastIndex(where: { $0 < cut }) else { break }
            if index != ends.last { ends.append(index) }
        }
        let references = ends.reversed().map { ledger.reference(ofRow: Int(rows[$0])) }
        return references.filter { heads[chain]?.contains($0.number) != true }
    }

    /// Keeps a head that this device has signed for one of its own batches.
    package func keepOwn(_ head: SignedHead, of chain: Int) {
        guard head.number < heads[chain]?.newest?.number ?? 0 else {
            return keep(head, of: state.ledger.chains[chain].hint)
        }
        heads[chain]?.insert(older: head)
    }

    /// Restores the cuts of a scope from a snapshot, which keeps all heads that they depend on.
    func findCuts() {
        let ledger = state.ledger
        var nextHeads = heads.mapValues { $0.heads.map(\.number)[...] }
        for row in 0..<ledger.batchCount {
            let place = ledger.place(ofBatch: row)
            let isOwn = ledger.chains[place.chain].device == own
            cuts.folded(in: place.chain, byteCount: state.byteCount(ofBatch: row), isOwn: isOwn)
            guard nextHeads[place.chain]?.first == UInt64(place.number) else { continue }
            nextHeads[place.chain]?.removeFirst()
            cuts.vouched(forEndOf: place.chain)
        }
    }
}
