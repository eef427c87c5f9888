import PhlistModel

/// Batches of this device's own log that cannot be folded, since a hole has swallowed what comes before them.
///
/// They stay here until they are folded: when the disk refuses them once more nothing is gone.
struct HeldBack: Sendable {
    /// In the order of their numbers, maybe with gaps.
    private var batches: [FeedID: ArraySlice<Batch>] = [:]
    /// What vouches for them, in the order of their numbers.
    private var heads: [FeedID: ArraySlice<SignedHead>] = [:]
    private(set) var count = 0
    /// By feed, the ends of other histories of it that what waits is signed not to follow.
    private var refusals: [FeedID: Set<ChainHead>] = [:]

    /// The feeds of which a batch waits, in the order of their ids.
    var feeds: [FeedID] { batches.keys.sorted() }

    /// The batches of a feed that wait.
    func batches(of feed: FeedID) -> ArraySlice<Batch> {
        batches[feed] ?? []
    }

    /// The batch of a feed that begins with a number.
    func batch(of feed: FeedID, from sequence: UInt64) -> Batch? {
        guard let queue = batches[feed] else { return nil }
        let index = Self.index(of: sequence, in: queue)
        guard index < queue.endIndex, queue[index].header.firstSequence == sequence else { return nil }
        return queue[index]
    }

    private static func index(of sequence: UInt64, in queue: ArraySlice<Batch>) -> Int {
        queue.partitioningIndex { $0.header.firstSequence >= sequence }
    }

    mutating func insert(_ batch: Batch, of feed: FeedID) {
        var queue = batches.removeValue(forKey: feed) ?? []
        let index = Self.index(of: batch.header.firstSequence, in: queue)
        if index == queue.endIndex || queue[index].header.firstSequence != batch.header.firstSequence {
            queue.insert(batch, at: index)
            count += 1
        }
        batches[feed] = queue
    }

    /// The first head behind an op, and what waits of the feed from that op on through the head; nil where either is
    /// missing.
    func signedRun(of feed: FeedID, after sequence: UInt64) -> (batches: ArraySlice<Batch>, head: SignedHead)? {
        guard let head = heads[feed]?.first(where: { $0.sequence > sequence }), let queue = batches[feed] else {
            return nil
        }
        let run = queue[Self.index(of: sequence + 1, in: queue)..<Self.index(of: head.sequence + 1, in: queue)]
        var end = sequence
        for batch in run {
            guard batch.header.firstSequence == end + 1 else { return nil }
            end = batch.header.lastSequence
        }
        return end == head.sequence ? (run, head) : nil
    }

    /// Notes that what waits of a feed does not follow an end.
    mutating func refuse(_ feed: FeedID, behind end: ChainHead) {
        refusals[feed, default: []].insert(end)
    }

    func isRefused(_ feed: FeedID, behind end: ChainHead) -> Bool {
        refusals[feed]?.contains(end) ?? false
    }

    /// Whether a batch waits and is known to be of another history than one that is folded of its feed.
    func isSetAside(_ batch: Batch, of feed: FeedID) -> Bool {
        refusals[feed] != nil && self.batch(of: feed, from: batch.header.firstSequence)?.bytes == batch.bytes
    }

    mutating func insert(_ head: SignedHead, of feed: FeedID) {
        var queue = heads.removeValue(forKey: feed) ?? []
        queue.insert(head, at: queue.partitioningIndex { $0.sequence > head.sequence })
        heads[feed] = queue
    }

    /// Lets go of a batch that has been folded; one of another history with the same numbers stays.
    ///
    /// - Returns: The heads that vouch for it.
    mutating func remove(_ batch: Batch, of feed: FeedID) -> ArraySlice<SignedHead> {
        let header = batch.header
        guard var queue = batches[feed] else { return [] }
        let index = Self.index(of: header.firstSequence, in: queue)
        guard index < queue.endIndex, queue[index].bytes == batch.bytes else { return [] }
        batches[feed] = nil
        queue.remove(at: index)
        count -= 1
        guard !queue.isEmpty else {
            refusals[feed] = nil
            return (heads.removeValue(forKey: feed) ?? []).filter { $0.sequence <= header.lastSequence }[...]
        }
        batches[feed] = queue
        guard let waiting = heads.removeValue(forKey: feed) else { return [] }
        let isOfBatch = { (head: SignedHead) in
            header.firstSequence...header.lastSequence ~= head.sequence
        }
        heads[feed] = waiting.filter { !isOfBatch($0) }[...]
        return waiting.filter(isOfBatch)[...]
    }
}
