import PhlistModel

/// What devices have written durably, and so have promised to everybody.
struct Promises {
    private var feeds: [FeedID: Feed] = [:]

    private struct Feed {
        var end: UInt64 = 0
        /// A digest of each batch, by its first number.
        var batches: [UInt64: UInt64] = [:]
    }

    /// The ends that somebody has to have, in the order of the feeds.
    var ends: [(feed: FeedID, sequence: UInt64)] {
        feeds.sorted { $0.key < $1.key }.map { ($0.key, $0.value.end) }
    }

    /// Notes a batch that its author has made durable.
    ///
    /// - Returns: Whether its number is new and not below one before it.
    mutating func note(_ batch: Batch, of feed: FeedID) -> Bool {
        let first = batch.header.firstSequence
        var trace = Trace()
        trace.note(batch.bytes)
        var promise = feeds[feed] ?? Feed()
        let isNew = first > promise.end
        let isSame = promise.batches[first] == trace.digest
        promise.batches[first] = trace.digest
        promise.end = max(promise.end, batch.header.lastSequence)
        feeds[feed] = promise
        return isNew || isSame
    }

    /// Lowers each promise to what somebody still holds.
    mutating func keep(_ end: (FeedID) -> UInt64) {
        for (feed, promise) in feeds {
            feeds[feed]?.end = min(promise.end, end(feed))
        }
    }
}
