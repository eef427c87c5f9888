package import PhlistLog
package import PhlistModel
package import PhlistSync

/// The batches that wait to be sent on one connection, in the order in which the replica asked for them.
///
/// Everything goes through the one queue: a new batch that overtook its predecessor would have to wait for it.
package struct BulkSender {
    private var jobs: [Job] = []
    private var finished: [ScopeID] = []

    private enum Job {
        case message(Message)
        case batches(Batches)
    }

    /// One request, read from the log as the connection takes it.
    fileprivate struct Batches {
        let scope: ScopeID
        var packer: BatchPacker
        var places: ArraySlice<(part: Int, position: RecordPosition)>
    }

    package var isEmpty: Bool { jobs.isEmpty }

    /// Creates a sender of nothing.
    package init() {}

    /// Queues what a request asks for.
    package mutating func add(_ request: BatchesRequest, places: [(part: Int, position: RecordPosition)]) {
        jobs.append(.batches(Batches(scope: request.scope, packer: BatchPacker(request), places: places[...])))
    }

    /// Queues a message behind what waits.
    package mutating func add(_ message: Message) {
        jobs.append(.message(message))
    }

    /// The scopes of the requests that have been sent since this was asked last.
    package mutating func takeFinished() -> [ScopeID] {
        defer { finished = [] }
        return finished
    }

    /// The next message that fits a frame; nil when nothing is left.
    ///
    /// - Throws: When the disk does not give back what was written; the connection cannot go on then.
    package mutating func next(from store: inout Store) throws(LogError) -> Message? {
        while !jobs.isEmpty {
            switch jobs.removeFirst() {
            case .message(let message): return message
            case .batches(var batches):
                if let message = try batches.next(from: &store) {
                    jobs.insert(.batches(batches), at: 0)
                    return message
                }
                finished.append(batches.scope)
                if let message = batches.packer.finish() { return message }
            }
        }
        return nil
    }
}

extension BulkSender.Batches {
    /// The next full message; nil when the rest does not fill one.
    fileprivate mutating func next(from store: inout Store) throws(LogError) -> Message? {
        while let place = places.popFirst() {
            guard let batch = try store.batch(at: place.position) else { continue }
            if let message = packer.add(batch, ofPart: place.part) { return message }
        }
        return nil
    }
}
