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

    mutating func insert(_ head: SignedHead, of feed: FeedID) {
        var queue = heads.removeValue(forKey: feed) ?? []
        queue.insert(head, at: queue.partitioningIndex { $0.sequence > head.sequence })
        heads[feed] = queue
    }

    /// Lets go of what has been folded of a feed.
    ///
    /// - Returns: The heads that vouch for it.
    mutating func remove(of feed: FeedID, through sequence: UInt64) -> ArraySlice<SignedHead> {
        if let queue = batches.removeValue(forKey: feed) {
            let rest = queue[Self.index(of: sequence + 1, in: queue)...]
            count -= queue.count - rest.count
            batches[feed] = rest.isEmpty ? nil : rest
        }
        guard let waiting = heads.removeValue(forKey: feed) else { return [] }
        let end = waiting.partitioningIndex { $0.sequence > sequence }
        heads[feed] = end == waiting.endIndex ? nil : waiting[end...]
        return waiting[..<end]
    }
}
