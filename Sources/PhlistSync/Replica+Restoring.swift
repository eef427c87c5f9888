package import PhlistModel

/// Restoring the state from the log at the start, or from a snapshot.
extension Replica {
    /// Allows `restore` to hold back records that do not follow, because the log has lost some.
    ///
    /// Must be called before the first `restore`, including that of a snapshot, whenever the log has holes, even if
    /// they were healed long ago. Without it, a record that does not follow is an error.
    ///
    /// - Parameter lostBytes: Number of bytes that the log has lost in all; an earlier note of recovery, made when they
    ///   were fewer, does not cover the others.
    package mutating func expectHoles(lostBytes: UInt64) {
        repair = LogRepair(lostBytes: lostBytes)
    }

    /// Folds one record of the log at the start.
    ///
    /// - Throws: If this version cannot read the record although its checksum is right, or the record does not follow.
    package mutating func restore(_ record: Record) throws(CodecError) {
        guard let entry = try LogEntry(record) else { return }
        try restore(entry)
    }

    /// Folds one entry of the log at the start.
    ///
    /// - Throws: If the entry does not follow.
    package mutating func restore(_ entry: LogEntry) throws(CodecError) {
        library.count(entry)
        switch entry {
        case .feed, .local:
            apply(entry, publishing: nil)
        case .batch(var stored):
            if stored.isMinted { minter.note(stored.batch.header.stamp) }
            if try isNext(&stored) {
                apply(.batch(stored), publishing: nil)
            } else {
                library.passOver(stored)
            }
        case .head(let number, let head):
            library.see(number)
            if library.feeds[number].map({ isHere(head, of: $0) }) ?? false {
                apply(entry, publishing: nil)
            } else {
                repair.hold(head)
            }
        }
    }

    private func isHere(_ head: SignedHead, of feed: Feed) -> Bool {
        library.scopes[feed.scope]?.state.ledger.contains(head.reference(in: feed.hint)) ?? false
    }

    /// Whether a batch can be folded; in a log with holes, other batches are held back, unless they are here already.
    ///
    /// - Throws: If the batch cannot be folded in a log without holes; after a missing record, that is not an error.
    private mutating func isNext(_ stored: inout StoredBatch) throws(CodecError) -> Bool {
        library.see(stored.feed)
        guard let feed = library.feeds[stored.feed] else {
            guard repair.hasHoles else { throw .badValue("batch of the unnamed feed \(stored.feed)") }
            hold(stored)
            return false
        }
        let batch = stored.named(in: feed)
        stored.name = batch.name
        if repair.hasHoles { learnHousehold(from: batch.batch, in: feed.scope) }
        guard let slot = library.scopes[feed.scope], !slot.state.ledger.contains(batch.reference) else { return false }
        if slot.state.ledger.isReady(batch), !repair.hasHoles || slot.isProven(batch) {
            return true
        }
        guard repair.hasHoles else { throw .badValue("batch \(batch.name) without its predecessor or context") }
        hold(stored)
        return false
    }

    /// Learns the household's id from its founding, because the fact that names it may be lost.
    ///
    /// The founding is ours, or came with a backup: another founding is never taken in.
    private mutating func learnHousehold(from batch: Batch, in scope: ScopeID) {
        guard library.scopes[scope]?.state.kind == .list, library.scopes[scope]?.state.origin == nil else { return }
        guard batch.begins(scope) == .household else { return }
        apply(.local(.household(scope, lineage: nil)), publishing: nil)
    }

    private mutating func hold(_ stored: StoredBatch) {
        if let feed = repair.hold(stored, in: library) { library.apply(stored.feed, feed) }
    }

    // MARK: Snapshots

    /// The durable state, for a start that folds only later records of the log.
    ///
    /// Nil while entries are in flight, because some of the visible state is then not in the log, and while the log has
    /// holes that are not healed. Ask again after a later event.
    package var snapshot: ReplicaSnapshot? {
        guard appends.isEmpty, library.isHouseholdDurable, damage == nil else { return nil }
        return ReplicaSnapshot(library, membership, minter, repair, peers)
    }

    /// Restores a snapshot at the start, before the later records of the log.
    ///
    /// - Parameter bytes: The bytes of `ReplicaSnapshot.encoded`.
    /// - Throws: If the bytes are of another version or device, or malformed; nothing has changed then.
    package mutating func restore(snapshot bytes: [UInt8]) throws(CodecError) {
        restore(try ReplicaSnapshot(decoding: bytes, of: device))
    }

    private mutating func restore(_ snapshot: ReplicaSnapshot) {
        let slots = snapshot.scopes.map {
            ScopeSlot($0.state, of: device, heads: $0.heads, lastMinted: $0.lastMinted)
        }
        library.restore(
            slots,
            snapshot.feeds,
            snapshot.requests,
            snapshot.recentChanges,
            recordsSinceFacts: snapshot.recordsSinceFacts
        )
        for fact in snapshot.facts {
            apply(.local(fact), publishing: nil)
        }
        minter.note(snapshot.lastStamp)
    }

    // MARK: Facts

    /// Restates the facts about this device alone at the start of a run, unless they are near the end of the log.
    ///
    /// A hole takes one place of the log, and no peer has them.
    mutating func restateFacts() {
        guard library.householdID != nil,
            library.recordsSinceFacts > SyncLimits.recordsBetweenFactsMax || repair.isOpen
        else {
            return
        }
        append((householdFacts + library.removalFacts + library.loginFacts + peers.facts).map(LogEntry.local))
    }

    /// The household of this device, and who admitted it.
    var householdFacts: [LocalFact] {
        [library.householdFact, library.introducerFact, membership.letterFact].compactMap(\.self)
    }
}
