import PhlistModel

/// All that a replica keeps of one scope.
///
/// A class, though nobody but its replica has it: it is looked up many times in every turn, and a copy would take
/// dozens of reference counts, and make what changes next be copied whole.
final class ScopeSlot {
    /// What is durable and applied.
    var state: ScopeState
    /// The heads of all feeds, what is being appended included.
    var frontier = Frontier()
    var shelves: [FeedID: HeadShelf] = [:]
    /// What convinces others of the splits that are known, each once.
    var proofs: [Fork: ForkProof] = [:]
    var inbox = Inbox()
    /// Whether something waits there for room behind what is on its way to the disk.
    var isCrowded = false
    /// Who delivered last: what waits in the inbox is acknowledged to it.
    var newestSource: ConnectionID?
    /// What this run writes here; to name it takes a hash.
    var ownOrigin: FeedOrigin?
    /// What this device's newest batch here knew of other feeds, what is being appended included.
    var ownContext: [FeedID: FeedVersion] = [:]
    /// What this device's batches in flight will change.
    var draft: ScopeDraft?
    /// Who may see the list, as it was when it was last asked.
    var audience: KnownAudience?
    /// How many batches were folded in since this was made; within one slot the state never goes back.
    private(set) var foldedCount = 0

    init(_ state: ScopeState) {
        self.state = state
    }

    var holding: Holding {
        Holding(vector: state.ledger.vectorDigest, state: UInt64(truncatingIfNeeded: state.digest))
    }

    /// Of a household: whether a device is in.
    func isIn(_ device: DeviceID) -> Bool {
        state.roster.devices[device] != nil
    }

    /// Whether nobody has said anything on who may see a list: then everybody may.
    var isUnspoken: Bool {
        state.origin != nil && state.sharing.wordCount == 0
    }

    /// The list as it will be once all that is in flight is applied.
    var upcomingList: ListState? {
        state.kind == .list ? ListState(state, with: draft) : nil
    }

    /// Lets the next command see what ops will have done that are on their way to the disk.
    func anticipate(_ ops: [Op], _ act: Act) {
        var next = draft ?? ScopeDraft()
        draft = nil
        next.anticipate(ops, upon: state, act: act)
        draft = next
    }

    /// Folds in a batch that is in the log.
    func apply(_ batch: Batch, from origin: FeedOrigin) -> [Touch] {
        let end = frontier.end(of: origin.feed, at: batch.header.lastSequence)
        let touches = state.apply(batch, of: origin.feed, endingAt: end)
        foldedCount += 1
        let name = state.ledger.name(of: origin, at: batch.header.lastSequence)
        if let head = state.ledger[name]?.head {
            frontier.becameDurable(name, through: head)
        }
        return touches
    }

    /// Whether everything that the author of a batch had applied is in the log or being appended.
    func covers(_ batch: Batch, frontier: Frontier) -> Bool {
        batch.header.context.allSatisfy { entry in
            state.ledger.covers(entry) || frontier.covers(entry)
        }
    }

    /// Where the next batch that is stored under a name goes, and what it follows; nil when that is not here.
    func tip(of origin: FeedOrigin, in frontier: Frontier) -> (feed: FeedID, head: ChainHead)? {
        let name = state.ledger.name(of: origin, at: .max)
        if let head = frontier[name] { return (name, head) }
        let feed = origin.feed
        return origin.tip(of: feed) { frontier[$0] }.map { (feed, $0) }
    }

    /// The ends of all other histories of a feed that has split.
    func otherTips(
        of origin: FeedOrigin,
        than usual: FeedID?,
        in frontier: Frontier
    ) -> [(feed: FeedID, head: ChainHead)] {
        guard state.ledger.hasSplits else { return [] }
        return state.ledger.knownFeeds.compactMap { feed in
            guard feed.id != usual, feed.origin.root == origin.root else { return nil }
            return frontier[feed.id].map { (feed.id, $0) }
        }
    }

    /// What the feed of a batch is called that goes on behind a tip: where a split is known, each history has a name of
    /// its own.
    func name(of batch: Batch, from origin: FeedOrigin, behind tip: (feed: FeedID, head: ChainHead)) -> FeedID {
        let base = state.ledger[tip.feed]?.origin ?? origin
        let fork = Fork(feed: origin.root.feed, sequence: batch.header.firstSequence)
        guard state.ledger.knows(fork), base.branches.last?.sequence != fork.sequence else { return tip.feed }
        return base.branching(at: fork.sequence, hash: tip.head.appending(batch).hash).feed
    }

    /// Whether the splits that a feed's name tells of are known, so that it can be folded.
    func knowsSplits(of origin: FeedOrigin) -> Bool {
        origin.branches.isEmpty || origin.forks.allSatisfy { state.ledger.knows($0) }
    }

    /// Whether a batch comes under a name that it does not have any more: a split is known where it begins.
    func isMisnamed(_ batch: Batch, of origin: FeedOrigin) -> Bool {
        guard state.ledger.hasSplits else { return false }
        let first = batch.header.firstSequence
        return origin.branches.last?.sequence != first
            && state.ledger.knows(Fork(feed: origin.root.feed, sequence: first))
    }

    /// Whether a batch comes under the name that all splits known by now give it.
    func isNamedAsNow(_ batch: Batch, of origin: FeedOrigin) -> Bool {
        !isMisnamed(batch, of: origin) && state.ledger.name(of: origin, at: batch.header.lastSequence) == origin.feed
    }

    /// The end of every feed in the log.
    var durableHeads: [FeedID: ChainHead] {
        Dictionary(uniqueKeysWithValues: state.ledger.knownFeeds.map { ($0.id, $0.head) })
    }

    /// Takes over the heads of the same scope under the names that their feeds have here.
    func takeHeads(of old: ScopeSlot) {
        var heads: [(feed: FeedID, head: SignedHead)] = []
        for (feed, shelf) in old.shelves {
            guard let origin = old.state.ledger[feed]?.origin else { continue }
            heads += shelf.heads.map { (state.ledger.name(of: origin, at: $0.sequence), $0) }
        }
        for (feed, head) in heads.sorted(by: { $0.head.sequence < $1.head.sequence }) {
            shelves[feed, default: HeadShelf()].insert(head)
        }
    }

    /// Forgets all that was in flight: the log did not take it.
    func dropInFlight(ownFeed: FeedID) {
        frontier = Frontier(durableHeads)
        ownContext = state.ledger.context(of: ownFeed)
        draft = nil
        // What waits was chained to what is gone.
        inbox.drop()
        for feed in shelves.keys {
            shelves[feed]?.removeHeads(after: frontier[feed]?.sequence ?? 0)
        }
    }
}
