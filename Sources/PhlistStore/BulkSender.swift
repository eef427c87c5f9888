package import PhlistLog
package import PhlistModel
package import PhlistSync

/// The batches that wait to be sent on one connection.
///
/// Batches of a tier are sent in the order in which the replica asked for them, since one that overtook its predecessor
/// would have to wait for it. Control overtakes content, so that content of a list is sent after everything then known
/// about who may see it.
package struct BulkSender {
    private var control: [Job] = []
    private var content: [Job] = []
    private var finished: [ScopeID] = []

    private enum Job {
        case message(Message)
        case batches(Batches)

        var scope: ScopeID? {
            switch self {
            case .message(.batches(let message)): message.scope
            case .message: nil
            case .batches(let batches): batches.scope
            }
        }
    }

    /// One request, read from the log as the connection takes it.
    fileprivate struct Batches {
        let scope: ScopeID
        var packer: BatchPacker
        var places: ArraySlice<(part: Int, position: RecordPosition)>
    }

    package var isEmpty: Bool { control.isEmpty && content.isEmpty }

    package init() {}

    /// Queues the batches of a request.
    package mutating func add(_ request: BatchesRequest, places: [(part: Int, position: RecordPosition)]) {
        let job = Job.batches(Batches(scope: request.scope, packer: BatchPacker(request), places: places[...]))
        switch request.tier {
        case .control: control.append(job)
        case .content: content.append(job)
        }
    }

    /// Queues a message after the waiting control.
    package mutating func add(_ message: Message) {
        control.append(.message(message))
    }

    /// Discards the waiting batches of a scope; its requests count as sent.
    package mutating func drop(_ scope: ScopeID) {
        for case .batches in (control + content).filter({ $0.scope == scope }) { finished.append(scope) }
        control.removeAll { $0.scope == scope }
        content.removeAll { $0.scope == scope }
    }

    /// Returns the scopes of the requests sent since the last call.
    package mutating func takeFinished() -> [ScopeID] {
        defer { finished = [] }
        return finished
    }

    /// Returns the next message that fits a frame; nil if nothing is left.
    ///
    /// - Throws: If the disk does not return what was written; the connection cannot continue then.
    package mutating func next(from store: inout Store) throws(LogError) -> Message? {
        if let message = try Self.next(&control, from: &store, &finished) { return message }
        return try Self.next(&content, from: &store, &finished)
    }

    private static func next(
        _ jobs: inout [Job],
        from store: inout Store,
        _ finished: inout [ScopeID]
    ) throws(LogError) -> Message? {
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
    /// Returns the next full message; nil if the rest does not fill one.
    fileprivate mutating func next(from store: inout Store) throws(LogError) -> Message? {
        while let place = places.popFirst() {
            guard let batch = try store.batch(at: place.position) else { continue }
            if let message = packer.add(batch, ofPart: place.part) { return message }
        }
        return nil
    }
}
