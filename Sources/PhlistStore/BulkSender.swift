package import PhlistLog
package import PhlistModel
package import PhlistSync

/// The batches that wait to be sent on one connection, in the order in which the replica asked for them.
///
/// Everything goes through the one queue: a new batch that overtook an old one of its feed would arrive as a gap.
package struct BulkSender {
    private var jobs: [Job] = []
    private var finishedCount = 0

    /// One request, read from the log as the connection takes it; or a message that waits its turn.
    private struct Job {
        var message: Message?
        var packer: BatchPacker?
        var places: ArraySlice<(feed: FeedID, position: RecordPosition)> = []
    }

    package var isEmpty: Bool { jobs.isEmpty }

    /// Creates a sender of nothing.
    package init() {}

    /// Queues what a request asks for.
    package mutating func add(_ request: BatchesRequest, places: [(feed: FeedID, position: RecordPosition)]) {
        jobs.append(Job(packer: BatchPacker(request), places: places[...]))
    }

    /// Queues a message behind what waits.
    package mutating func add(_ message: Message) {
        jobs.append(Job(message: message))
    }

    /// How many requests have been sent since this was asked last.
    package mutating func takeFinishedCount() -> Int {
        defer { finishedCount = 0 }
        return finishedCount
    }

    /// The next message that fits a frame; nil when nothing is left.
    ///
    /// - Throws: When the disk does not give back what was written; the connection cannot go on then.
    package mutating func next(from store: inout Store) throws(LogError) -> Message? {
        while !jobs.isEmpty {
            if let message = jobs[0].message {
                jobs.removeFirst()
                return message
            }
            while let place = jobs[0].places.popFirst() {
                guard let batch = try store.batch(at: place.position) else { continue }
                if let message = jobs[0].packer?.add(batch, of: place.feed) {
                    return message
                }
            }
            var job = jobs.removeFirst()
            finishedCount += 1
            if let message = job.packer?.finish() {
                return message
            }
        }
        return nil
    }
}
