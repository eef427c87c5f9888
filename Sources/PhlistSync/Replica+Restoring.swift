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
        try restore(entry)
    }

    /// Folds in what one record of the log means, at start.
    ///
    /// - Throws: When it means nothing here.
    package mutating func restore(_ entry: LogEntry) throws(CodecError) {
        countSinceFacts(entry)
        switch entry {
        case .feed, .fork, .local:
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
        let first = batch.header.firstSequence
        guard let origin = origins[feed] else {
            guard healing != nil else { throw .badValue("batch of the unnamed feed \(feed)") }
            healing?.heldBack.insert(batch, of: feed)
            return false
        }
        // What comes under a new name follows nothing that is here under the old one; all is folded again at the end.
        if isFoldDue(in: origin.scope), !isFollowing(batch, of: origin) {
            lastStamp = origin.device == device ? max(lastStamp, batch.header.stamp) : lastStamp
            return false
        }
        guard healing != nil else {
            guard isFollowing(batch, of: origin) else {
                throw .badValue("batch \(first) of feed \(feed) follows nothing")
            }
            return true
        }
        guard first > foldedEnd(of: feed, at: first) else { return false }
        learnHousehold(from: batch, in: origin.scope)
        let frontier = scopes[origin.scope]?.frontier ?? Frontier()
        if follows(batch, of: feed, in: origin.scope, behind: frontier) { return true }
        healing?.heldBack.insert(batch, of: feed)
        return false
    }

    private func isFollowing(_ batch: Batch, of origin: FeedOrigin) -> Bool {
        guard let ledger = scopes[origin.scope]?.state.ledger else { return false }
        guard ledger.hasSplits || !origin.branches.isEmpty else {
            return batch.header.firstSequence == (ledger[origin.feed]?.head.sequence ?? 0) + 1
        }
        return ledger.isNext(batch, of: origin.feed)
    }

    /// The last op that is folded of the feed to which an op belongs that was stored under a name.
    func foldedEnd(of feed: FeedID, at sequence: UInt64) -> UInt64 {
        guard let scope = origins[feed]?.scope else { return 0 }
        return scopes[scope]?.state.ledger[currentName(of: feed, at: sequence)]?.head.sequence ?? 0
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
        behind frontier: Frontier
    ) -> Bool {
        guard let slot = scopes[scope], let origin = origins[feed] else { return false }
        guard let tip = slot.tip(of: origin, in: frontier)?.head, batch.header.firstSequence == tip.sequence + 1 else {
            return false
        }
        return isReady(batch, of: origin, behind: frontier)
    }

    /// Whether a batch that comes next in its feed can be folded.
    func isReady(_ batch: Batch, of origin: FeedOrigin, behind frontier: Frontier) -> Bool {
        let scope = origin.scope
        guard let slot = scopes[scope], slot.knowsSplits(of: origin) else { return false }
        // An answer to an invitation is written before anything of its list is here.
        let isProven =
            slot.state.kind == .household || slot.state.origin != nil || batch.begins(scope) == .list
            || origin.device == device && batch.answers
        return isProven && slot.covers(batch, frontier: frontier)
    }

    private mutating func isHeldBack(_ head: SignedHead, of feed: FeedID) -> Bool {
        guard healing != nil else { return false }
        guard head.sequence > foldedEnd(of: feed, at: head.sequence) else { return false }
        healing?.heldBack.insert(head, of: feed)
        return true
    }

    /// Makes room for a household under an id that was taken for a list's, since the record that names it is lost or
    /// comes later; nothing was folded there.
    mutating func ensureHousehold(_ scope: ScopeID) {
        guard scopes[scope]?.state.kind != .household else { return }
        let proofs = scopes[scope]?.proofs ?? [:]
        let slot = emptySlot(.household, scope)
        openFeeds(of: scope, in: slot)
        slot.proofs = proofs
        scopes[scope] = slot
        note(proofs.keys.sorted(), in: scope)
    }
}

extension Batch {
    /// Whether it answers an invitation to a list, and does nothing else.
    fileprivate var answers: Bool {
        let ops = (try? decodedOps()) ?? []
        return !ops.isEmpty
            && ops.allSatisfy {
                guard case .write(.root, let fields) = $0 else { return false }
                return fields.allSatisfy(\.field.isAnswer)
            }
    }

    /// What the scope is that the batch proves to begin; nil when it proves nothing.
    func begins(_ scope: ScopeID) -> ScopeState.Kind? {
        for op in (try? decodedOps()) ?? [] {
            switch op {
            case .originate(let origin) where origin.scope == scope: return .list
            case .roster(.found(let founding)) where founding.scope == scope: return .household
            case .originate, .roster, .write, .purge, .lose: continue
            }
        }
        return nil
    }
}
