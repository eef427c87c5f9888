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
        case .feed, .local:
            apply(entry, publishing: nil)
        case .batch(var stored):
            if stored.isMinted { lastStamp = max(lastStamp, stored.batch.header.stamp) }
            if try isNext(&stored) {
                apply(.batch(stored), publishing: nil)
            } else {
                library.noteMinted(stored)
                folded.append(nil)
            }
        case .head(let number, let head):
            library.see(number)
            if library.feeds[number].map({ isHere(head, of: $0) }) ?? false {
                apply(entry, publishing: nil)
            } else {
                healing?.pending.insert(head)
            }
        }
    }

    private func isHere(_ head: SignedHead, of feed: Feed) -> Bool {
        library.scopes[feed.scope]?.state.ledger.contains(head.reference(in: feed.hint)) ?? false
    }

    /// Whether a batch can be folded; in a log with holes, one that cannot be is held back, or is here already.
    ///
    /// - Throws: When it cannot be folded though nothing is missing: a missing record must not make a bug of those that
    ///   follow it.
    private mutating func isNext(_ stored: inout StoredBatch) throws(CodecError) -> Bool {
        library.see(stored.feed)
        guard let feed = library.feeds[stored.feed] else {
            guard healing != nil else { throw .badValue("batch of the unnamed feed \(stored.feed)") }
            hold(stored)
            return false
        }
        let batch = stored.named(in: feed)
        stored.name = batch.name
        if healing != nil { learnHousehold(from: batch.batch, in: feed.scope) }
        guard let slot = library.scopes[feed.scope], !slot.state.ledger.contains(batch.reference) else { return false }
        if slot.state.ledger.isReady(batch), healing == nil || isProven(batch, in: slot, isMinted: stored.isMinted) {
            return true
        }
        guard healing != nil else { throw .badValue("batch \(batch.name) without its predecessor or context") }
        hold(stored)
        return false
    }

    /// The household's id may be lost while its founding is here.
    ///
    /// It is ours, or came with a backup: nobody else's founding is ever taken in.
    private mutating func learnHousehold(from batch: Batch, in scope: ScopeID) {
        guard library.scopes[scope]?.state.kind == .list, library.scopes[scope]?.state.origin == nil else { return }
        guard batch.begins(scope) == .household else { return }
        apply(.local(.household(scope, lineage: nil)), publishing: nil)
    }

    /// Whether it is proven what the scope of a batch is: the device's word that it is the household may be lost.
    ///
    /// An answer to an invitation is written before anything of its list is here; whoever reads the log of another
    /// device knows by `isMinted` that it is that one's.
    func isProven(_ batch: NamedBatch, in slot: ScopeSlot, isMinted: Bool) -> Bool {
        slot.state.kind == .household || slot.state.origin != nil || batch.begins(slot.state.id) == .list
            || (isMinted || batch.device == device) && batch.batch.answers
    }
}

extension Batch {
    /// Whether it answers an invitation to a list, and does nothing else.
    fileprivate var answers: Bool {
        let ops = (try? decodedOps()) ?? []
        return !ops.isEmpty && ops.allSatisfy(\.answers)
    }

    /// What the scope is that the batch proves to begin, as control; nil when it proves nothing.
    func begins(_ scope: ScopeID) -> ScopeState.Kind? {
        for op in (try? decodedOps()) ?? [] {
            switch op {
            case .originate(let origin) where origin.scope == scope: return .list
            case .roster(.found(let founding)) where founding.scope == scope: return .household
            case .originate, .roster, .write, .purge: continue
            }
        }
        return nil
    }
}

extension NamedBatch {
    /// What the scope is that the batch proves to begin; nil when it proves nothing.
    func begins(_ scope: ScopeID) -> ScopeState.Kind? {
        tier == .control ? batch.begins(scope) : nil
    }
}
