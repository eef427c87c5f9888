import PhlistHousehold
import PhlistModel
import PhlistStore
import PhlistSync

/// The narration for an observer of a history.
extension Simulation {
    func tell(_ words: @autoclosure () -> String) {
        guard let observer else { return }
        let seconds = String(time / 1000)
        let fraction = String(time % 1000 + 1000).dropFirst()
        observer("\(seconds).\(fraction) \(words())")
    }

    func tell(_ event: Event, to number: Int) {
        guard observer != nil else { return }
        switch event {
        case .timerFired(.keepAlive), .timerFired(.upkeep), .appended, .appendFailed, .batchesSent: break
        case .received(let connection, let type, let body):
            let message = (try? Message(type: type, body: body)).flatMap { $0 }
            tell("\(nodes[number].name) gets \(message?.summary ?? "message \(type)") on \(connection.rawValue)")
        case .command(_, let command): tell("\(nodes[number].name) is asked for \(command)")
        case .connected(let connection, let device, let role, _):
            tell("\(nodes[number].name) is connected to \(device), \(role), as \(connection.rawValue)")
        case .disconnected(let connection): tell("\(nodes[number].name) loses connection \(connection.rawValue)")
        case .timerFired(let timer): tell("\(nodes[number].name): \(timer)")
        case .started, .instanceFound, .instanceLost, .endpointConfigured, .dialFailed, .stopping, .networkChanged,
            .looked, .chunkWritten, .announcementNameTaken, .endpointUnconfigured,
            .blobsFound, .blobStored, .blobLost, .blobRefused, .blobDemanded, .blobPolicyChanged:
            tell("\(nodes[number].name): \(event)")
        }
    }

    func tell(_ appends: [PendingAppend], of number: Int, failure: String?) {
        guard observer != nil else { return }
        let entries = appends.flatMap(\.records).compactMap { (try? LogEntry($0)).flatMap { $0 } }
        let words = entries.map(\.summary).joined(separator: ", ")
        tell("\(nodes[number].name) \(failure.map { "cannot store (\($0))" } ?? "stores") \(words)")
    }
}

extension Message {
    /// A short description of the message.
    fileprivate var summary: String {
        switch self {
        case .batches(let batches):
            "\(batches.batches.count) batches of \(batches.devices.count) devices in \(batches.scope)"
        case .summary(let scopes, let isRequest):
            "summary of \(scopes.count) scopes\(isRequest ? ", and a request" : "")"
        case .versionVector(let vector):
            "vector of \(vector.vector.entries.map { "\($0.number):\($0.name)" }) in \(vector.scope), "
                + "points of \(vector.pointed.count)"
        case .ack(let ack): "ack of \(ack.scope)"
        case .hello: "hello"
        case .overview: "overview"
        case .addresses(let addresses): "addresses of \(addresses.count) devices"
        case .invitations(let invitations): "\(invitations.open.count) invitations, \(invitations.ended.count) ended"
        case .removal: "removal"
        case .blobWant(_, let blob): "want of blob \(blob)"
        case .blobHave(let manifest): "blob of \(manifest.chunkCount) chunks"
        case .blobCredit(_, let blob, let chunk): "credit for chunk \(chunk) of \(blob)"
        case .blobChunk(let blob, let chunk, _): "chunk \(chunk) of \(blob)"
        case .blobCancel(let blob): "no blob \(blob)"
        case .ping: "ping"
        case .pong: "pong"
        case .goodbye(let reason): "goodbye: \(reason)"
        }
    }
}

extension LogEntry {
    /// A short description of the entry.
    fileprivate var summary: String {
        switch self {
        case .feed(let number, let feed): "feed \(number) of \(feed.device) in \(feed.scope)"
        case .batch(let stored):
            "batch \(stored.batch.header.number) of feed \(stored.feed), \(stored.isMinted ? "minted" : "received")"
        case .head(let feed, let head): "head of feed \(feed) at \(head.number)"
        case .local(let fact): "\(fact)"
        }
    }
}
