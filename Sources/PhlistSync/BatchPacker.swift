package import PhlistModel

/// Packs the batches of a request into messages that fit a frame.
///
/// The shell reads the batches from the log, in log order, which is a causal order; it decides nothing.
package struct BatchPacker: Sendable {
    private let request: BatchesRequest
    private let indices: [FeedID: Int]
    private var heads: [[SignedHead]]
    private var message: Message.Batches
    private var byteCount = 0

    /// Starts to pack a request.
    package init(_ request: BatchesRequest) {
        self.request = request
        heads = request.ranges.map(\.heads)
        indices = Dictionary(uniqueKeysWithValues: request.ranges.enumerated().map { ($1.origin.feed, $0) })
        message = Self.empty(request)
    }

    /// Adds the next batch.
    ///
    /// - Returns: A message that is full, without the batch.
    package mutating func add(_ batch: Batch, of feed: FeedID) -> Message? {
        guard let index = indices[feed] else { return nil }
        let finished =
            byteCount + batch.bytes.count > SyncLimits.batchesBytesMax
                || message.batches.count + 1 >= SyncLimits.inboxBatchesMax ? finish() : nil
        message.batches.append(Message.Batches.Entry(feed: index, bytes: batch.bytes))
        byteCount += batch.bytes.count
        while let head = heads[index].first, head.sequence <= batch.header.lastSequence {
            message.heads.append(Message.Batches.Head(feed: index, head: heads[index].removeFirst()))
            byteCount += head.signature.count
        }
        return finished
    }

    /// The message that is begun; nil when it is empty.
    package mutating func finish() -> Message? {
        guard !message.batches.isEmpty else { return nil }
        defer {
            message = Self.empty(request)
            byteCount = 0
        }
        return .batches(message)
    }

    private static func empty(_ request: BatchesRequest) -> Message.Batches {
        Message.Batches(
            scope: request.scope,
            holding: request.holding,
            feeds: request.ranges.map(\.origin),
            batches: [],
            heads: []
        )
    }
}
