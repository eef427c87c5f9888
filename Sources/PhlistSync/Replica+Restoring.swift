package import PhlistModel

/// What the log folds to at start.
extension Replica {
    /// Lets `restore` hold back what does not follow: the log has lost records.
    ///
    /// To be called before the first `restore`, also of a snapshot, whenever the log has holes: also such as have been
    /// healed long ago. Without it a record that does not follow is an error.
    ///
    /// - Parameter lostBytes: How many bytes the log has lost in all its life; what was noted to be whole again when
    ///   they were fewer says nothing of the others.
    package mutating func expectHoles(lostBytes: UInt64) {
        healing = Healing(lostBytes: lostBytes)
    }

    /// Folds in one record of the log, at start.
    ///
    /// - Throws: When the record's bytes mean nothing to this version or nothing here, though its checksum held.
    package mutating func restore(_ record: Record) throws(CodecError) {
        guard let entry = try LogEntry(record) else { return }
        countSinceFacts(entry)
        switch entry {
        case .feed, .local:
            apply(entry, publishing: nil)
        case .batch(let feed, let batch):
            if try isNext(batch, of: feed) {
                apply(entry, publishing: nil)
            }
        case .head(let feed, let head):
            if !isHeldBack(head, of: feed) {
                apply(entry, publishing: nil)
            }
        }
    }

    /// Whether a batch follows; beside holes, what does not is held back, or is here already.
    ///
    /// - Throws: When it does not follow though nothing is missing: a missing record must not make a bug of those
    ///   that follow it.
    private mutating func isNext(_ batch: Batch, of feed: FeedID) throws(CodecError) -> Bool {
        let scope = origins[feed]?.scope
        let last = scope.flatMap { scopes[$0]?.state.ledger[feed]?.head.sequence } ?? 0
        let first = batch.header.firstSequence
        guard origins[feed]?.branches.isEmpty ?? true else { throw .badValue("batch of the split feed \(feed)") }
        guard healing != nil else {
            guard scope != nil else { throw .badValue("batch of the unnamed feed \(feed)") }
            guard first == last + 1 else { throw .badValue("batch \(first) of feed \(feed) behind \(last)") }
            return true
        }
        guard first > last else { return false }
        if let scope {
            learnHousehold(from: batch, in: scope)
            if follows(batch, of: feed, in: scope, behind: scopes[scope]?.frontier ?? [:]) { return true }
        }
        healing?.heldBack.insert(batch, of: feed)
        return false
    }

    /// The household's id may be lost while its founding is here.
    ///
    /// It is ours: nobody else's founding is ever taken in.
    private mutating func learnHousehold(from batch: Batch, in scope: ScopeID) {
        guard scopes[scope]?.state.kind == .list, scopes[scope]?.state.origin == nil else { return }
        guard batch.begins(scope) == .household else { return }
        apply(.local(.household(scope)), publishing: nil)
    }

    /// Whether a batch can be folded behind what is here and what is on its way to the disk.
    ///
    /// What a scope holds must be proven first: the device's word that it is the household may be lost.
    func follows(
        _ batch: Batch,
        of feed: FeedID,
        in scope: ScopeID,
        behind frontier: [FeedID: ChainHead]
    ) -> Bool {
        guard let slot = scopes[scope], batch.header.firstSequence == (frontier[feed]?.sequence ?? 0) + 1 else {
            return false
        }
        let isProven = slot.state.kind == .household || slot.state.origin != nil
        return (isProven || batch.begins(scope) == .list) && slot.covers(batch, frontier: frontier)
    }

    private mutating func isHeldBack(_ head: SignedHead, of feed: FeedID) -> Bool {
        guard healing != nil else { return false }
        let last = origins[feed].flatMap { scopes[$0.scope]?.state.ledger[feed]?.head.sequence } ?? 0
        guard head.sequence > last else { return false }
        healing?.heldBack.insert(head, of: feed)
        return true
    }

    /// Makes room for a household under an id that was taken for a list's, since the record that names it is lost or
    /// comes later; nothing was folded there.
    mutating func ensureHousehold(_ scope: ScopeID) {
        guard scopes[scope]?.state.kind != .household else { return }
        scopes[scope] = ScopeSlot(ScopeState(.household, scope, decode: model.decode))
        for origin in origins.values.filter({ $0.scope == scope }).sorted(by: { $0.feed < $1.feed }) {
            scopes[scope]?.state.open(origin)
        }
    }
}

extension Batch {
    /// What the scope is that the batch proves to begin; nil when it proves nothing.
    fileprivate func begins(_ scope: ScopeID) -> ScopeState.Kind? {
        for op in (try? decodedOps()) ?? [] {
            switch op {
            case .originate(let origin) where origin.scope == scope: return .list
            case .found(let founding) where founding.scope == scope: return .household
            case .originate, .found, .write, .purge, .admit, .lose: continue
            }
        }
        return nil
    }
}
