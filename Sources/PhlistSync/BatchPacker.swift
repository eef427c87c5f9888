package import PhlistModel

/// Packs the batches of a request into messages that fit a frame, small ones where batches allow it.
///
/// The shell reads the batches from the log, in log order, which is a causal order; it decides nothing.
package struct BatchPacker: Sendable {
    private let request: BatchesRequest
    /// The position of each feed in the request.
    private let ranges: [FeedID: Int]
    /// The heads that are still to be sent, of each range.
    private var heads: [ArraySlice<SignedHead>]
    private var message: Message.Batches
    /// The position of each feed in the message that is begun.
    private var feeds: [FeedID: Int] = [:]
    private var byteCount = Self.emptyBytesMax

    /// Starts to pack a request.
    package init(_ request: BatchesRequest) {
        self.request = request
        heads = request.ranges.map { $0.heads[...] }
        ranges = Dictionary(uniqueKeysWithValues: request.ranges.enumerated().map { ($1.origin.feed, $0) })
        message = Self.empty(request)
    }

    /// Adds the next batch.
    ///
    /// - Returns: A message that is full, without the batch.
    package mutating func add(_ batch: Batch, of feed: FeedID) -> Message? {
        guard let range = ranges[feed] else { return nil }
        let due = heads[range].prefix { $0.sequence <= batch.header.lastSequence }
        heads[range].removeFirst(due.count)
        let size = Self.size(of: batch, from: request.ranges[range].origin, due)
        let isFull = byteCount + size > SyncLimits.batchesBytesMax
        let finished = isFull || message.batches.count + 1 >= SyncLimits.inboxBatchesMax ? finish() : nil
        let index = index(of: feed, at: range)
        message.batches.append(Message.Batches.Entry(feed: index, bytes: batch.bytes))
        message.heads += due.map { Message.Batches.Head(feed: index, head: $0) }
        byteCount += size
        return finished
    }

    /// What a batch takes of a message, with its heads and its line in the feed table.
    private static func size(of batch: Batch, from origin: FeedOrigin, _ heads: ArraySlice<SignedHead>) -> Int {
        let branches = 1 + origin.branches.count * (HashName.byteCount + varintsBytesMax)
        let feed = DeviceID.byteCount + MemoryLayout<Incarnation>.size + branches
        return heads.reduce(feed + batch.bytes.count + varintsBytesMax) { $0 + $1.signature.count + varintsBytesMax }
    }

    /// The numbers that stand before a batch or a signature: an index, a length, a sequence.
    private static let varintsBytesMax = 2 + 3 + 10
    /// A frame without batches: its length and type, the scope, the vector, three counts.
    private static let emptyBytesMax = 5 + ScopeID.byteCount + 8 + 3 * 2

    /// The feed table names only the feeds of the message: all those of an old household would not fit beside a batch.
    private mutating func index(of feed: FeedID, at range: Int) -> Int {
        if let index = feeds[feed] { return index }
        message.feeds.append(request.ranges[range].origin)
        feeds[feed] = message.feeds.count - 1
        return message.feeds.count - 1
    }

    /// The message that is begun; nil when it is empty.
    package mutating func finish() -> Message? {
        guard !message.batches.isEmpty else { return nil }
        defer {
            message = Self.empty(request)
            feeds = [:]
            byteCount = Self.emptyBytesMax
        }
        return .batches(message)
    }

    private static func empty(_ request: BatchesRequest) -> Message.Batches {
        Message.Batches(scope: request.scope, holding: request.holding, feeds: [], batches: [], heads: [])
    }
}
