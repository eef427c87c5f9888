import PhlistModel

/// How this device's own ops become batches.
extension Replica {
    func ownOrigin(in scope: ScopeID) -> FeedOrigin {
        let slot = scopes[scope]
        if let known = slot?.ownOrigin, known.incarnation == incarnation { return known }
        let origin = FeedOrigin(scope: scope, device: device, incarnation: incarnation)
        slot?.ownOrigin = origin
        return origin
    }

    /// Whether a feed is what this run writes in its scope; without making the feed's name, which takes a hash.
    func isOwn(_ origin: FeedOrigin) -> Bool {
        origin.device == device && origin.incarnation == incarnation && origin.branches.isEmpty
    }

    /// Makes the batches of one user action in one scope, on top of all that is applied or in flight.
    ///
    /// - Parameters:
    ///   - ops: What to do.
    ///   - scope: Where.
    ///   - member: Who does it.
    ///   - group: The action's number; a new one when nil.
    ///   - now: The time.
    /// - Returns: What to append.
    mutating func mint(
        _ ops: [Op],
        in scope: ScopeID,
        by member: MemberID,
        group: UInt64? = nil,
        now: Now
    ) -> [LogEntry] {
        ensureScope(scope)
        healing?.note(ops, in: scope)
        let origin = ownOrigin(in: scope)
        let feed = origin.feed
        var entries: [LogEntry] = []
        if origins[feed] == nil {
            entries.append(.feed(origin))
            origins[feed] = origin
        }
        let group = group ?? randomNumber()
        lastStamp = lastStamp.next(wallMilliseconds: now.wall)
        for run in ops.runs() {
            entries += mintOne(run, in: scope, feed: feed, by: member, group: group)
        }
        draft(ops, in: scope, by: member)
        return entries
    }

    private mutating func mintOne(
        _ ops: [Op],
        in scope: ScopeID,
        feed: FeedID,
        by member: MemberID,
        group: UInt64
    ) -> [LogEntry] {
        let head = scopes[scope]?.frontier[feed] ?? ChainHead(startOf: feed)
        let header = BatchHeader(
            by: member,
            firstSequence: head.sequence + 1,
            opCount: ops.count,
            stamp: lastStamp,
            group: group,
            context: takeContext(in: scope, ownFeed: feed, beside: ops)
        )
        return chain(Batch(header: header, ops: ops), in: scope, feed: feed)
    }

    /// Adds the next batch to a feed of this device.
    mutating func chain(_ batch: Batch, in scope: ScopeID, feed: FeedID) -> [LogEntry] {
        let head = scopes[scope]?.frontier[feed] ?? ChainHead(startOf: feed)
        let next = head.appending(batch)
        scopes[scope]?.frontier.advance(feed, to: next)
        let entry = LogEntry.batch(feed, batch)
        guard let signed = signAtBoundary(next, feed: feed, in: scope) else { return [entry] }
        return [entry, .head(feed, signed)]
    }

    /// What this device has applied of other feeds since its previous batch in the scope.
    ///
    /// What does not fit a batch is left for the next one: a value that this one replaces may stay beside it then.
    private mutating func takeContext(
        in scope: ScopeID,
        ownFeed: FeedID,
        beside ops: [Op]
    ) -> [BatchHeader.ContextEntry] {
        guard let slot = scopes[scope] else { return [] }
        let news = slot.state.ledger.chainVector.filter { $0.key != ownFeed && slot.ownContext[$0.key] != $0.value }
        let context = news.context(beside: ops)
        for entry in context {
            scopes[scope]?.ownContext[entry.feed] = entry.version
        }
        return context
    }

    /// Signs often enough that a peer that catches up never has to hold an unverified run larger than its inbox.
    private mutating func signAtBoundary(_ head: ChainHead, feed: FeedID, in scope: ScopeID) -> SignedHead? {
        let newest = scopes[scope]?.shelves[feed]?.newest?.sequence ?? 0
        guard head.sequence - newest >= SyncLimits.opsBetweenHeadsMax else { return nil }
        return sign(head, of: ownOrigin(in: scope), in: scope)
    }

    /// Vouches for this device's own feed up to a head.
    mutating func sign(_ head: ChainHead, of origin: FeedOrigin, in scope: ScopeID) -> SignedHead? {
        // A branch is signed as what it was written as: the feed before any split.
        guard let signature = try? authority.sign(head.signedBytes(feed: origin.root.feed)) else {
            invariant(false, "this device's key does not sign")
            return nil
        }
        let signed = SignedHead(sequence: head.sequence, signature: signature)
        scopes[scope]?.shelves[origin.feed, default: HeadShelf()].insert(signed)
        return signed
    }

    /// Lets the next command see what this one will have done, though nothing is applied before it is durable.
    private mutating func draft(_ ops: [Op], in scope: ScopeID, by member: MemberID) {
        let act = Act(stamp: lastStamp, by: member, device: device)
        scopes[scope]?.anticipate(ops, act)
    }
}

extension [Op] {
    /// The ops in runs that each fit one batch.
    func runs() -> [[Op]] {
        var runs: [[Op]] = []
        var byteCount = 0
        for op in self {
            let size = op.encodedSize
            if runs.last?.count ?? Limits.batchOpsMax == Limits.batchOpsMax || byteCount + size > Limits.batchBytesMax {
                runs.append([])
                byteCount = 0
            }
            runs[runs.count - 1].append(op)
            byteCount += size
        }
        return runs
    }
}

extension VersionVector {
    /// As much of it, in order, as fits the header of a batch of some ops.
    func context(beside ops: [Op]) -> [BatchHeader.ContextEntry] {
        let room = SyncLimits.batchWithContextBytesMax - ops.reduce(0) { $0 + $1.encodedSize }
        let countMax = Swift.min(Limits.contextEntriesMax, Swift.max(0, room) / BatchHeader.ContextEntry.encodedSizeMax)
        return sorted { $0.key < $1.key }.prefix(countMax).map {
            BatchHeader.ContextEntry(feed: $0.key, version: $0.value)
        }
    }
}
