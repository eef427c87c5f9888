/// One scope: its feeds with their chains and contexts, and the fold of their batches.
package struct ScopeState: Sendable {
    package let id: ScopeID
    package private(set) var feeds: [FeedID: FeedState] = [:]
    package private(set) var content: Content
    /// Batches whose ops this version cannot read: kept and relayed.
    package private(set) var opaqueCount = 0

    /// What a scope holds.
    package enum Content: Sendable {
        case household(HouseholdState)
        case list(ListState)

        fileprivate mutating func apply(_ op: Op, dot: Dot, act: Act, knowing context: Context) {
            switch self {
            case .household(var household):
                // Let go of the stored value first, or the change would copy all of it.
                self = .list(ListState(scope: household.scope))
                household.apply(op, dot: dot, act: act, knowing: context)
                self = .household(household)
            case .list(var list):
                self = .list(ListState(scope: list.scope))
                list.apply(op, dot: dot, act: act, knowing: context)
                self = .list(list)
            }
        }
    }

    /// What is known of one feed.
    package struct FeedState: Sendable {
        package let origin: FeedOrigin
        package fileprivate(set) var head: ChainHead
        /// All that the author had applied of other feeds by its newest batch; the batches carry only the differences.
        package fileprivate(set) var context: [FeedID: FeedVersion] = [:]
    }

    /// Creates a scope without batches.
    package init(household id: ScopeID) {
        self.id = id
        content = .household(HouseholdState(scope: id))
    }

    /// Creates a scope without batches.
    package init(list id: ScopeID) {
        self.id = id
        content = .list(ListState(scope: id))
    }

    package var list: ListState? {
        guard case .list(let list) = content else { return nil }
        return list
    }

    package var household: HouseholdState? {
        guard case .household(let household) = content else { return nil }
        return household
    }

    package var versionVector: VersionVector {
        feeds.mapValues { FeedVersion(sequence: $0.head.sequence, tag: $0.head.tag) }
    }

    /// The digest of the state; equal vectors mean equal digests.
    package var digest: UInt128 {
        switch content {
        case .household(let household): household.digest
        case .list(let list): list.table.digest
        }
    }

    /// Folds in the next batch of a feed.
    ///
    /// The caller has checked that it follows the feed's head and that its context is covered.
    ///
    /// - Returns: The ops, for those who tell people what has changed; empty when the batch is opaque.
    @discardableResult
    package mutating func apply(_ batch: Batch, from origin: FeedOrigin) -> [Op] {
        let feed = origin.feed
        advance(feed, origin: origin, with: batch)
        guard let ops = try? batch.decodedOps() else {
            opaqueCount += 1
            return []
        }
        fold(ops, of: batch.header, from: origin, feed: feed)
        return ops
    }

    private mutating func advance(_ feed: FeedID, origin: FeedOrigin, with batch: Batch) {
        var state = feeds[feed] ?? FeedState(origin: origin, head: ChainHead(startOf: feed))
        invariant(
            batch.header.firstSequence == state.head.sequence + 1,
            "batch \(batch.header.firstSequence) of feed \(feed) applied behind \(state.head.sequence)"
        )
        for entry in batch.header.context {
            state.context[entry.feed] = entry.version
        }
        state.head = state.head.appending(batch)
        feeds[feed] = state
    }

    private mutating func fold(_ ops: [Op], of header: BatchHeader, from origin: FeedOrigin, feed: FeedID) {
        let act = Act(stamp: header.stamp, by: header.by, device: origin.device)
        var sequences = (feeds[feed]?.context ?? [:]).mapValues(\.sequence)
        for (index, op) in ops.enumerated() {
            let dot = Dot(feed: feed, sequence: header.firstSequence + UInt64(index))
            // A feed's earlier ops are always known to it, those of the same batch included.
            sequences[feed] = dot.sequence - 1
            let context = Context(sequences)
            content.apply(op, dot: dot, act: act, knowing: context)
        }
    }
}
