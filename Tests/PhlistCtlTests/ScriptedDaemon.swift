import PhlistControl
import Testing

/// A daemon that answers by a script and remembers what it was asked.
final class ScriptedDaemon: Daemon {
    /// One answer to one request.
    enum Answer: Sendable {
        case reply(any Encodable & Sendable)
        case error(ClientError)
    }

    /// One connection of events; it ends, or breaks with an error.
    struct Stream: Sendable {
        var events: [ControlEvent]
        var error: ClientError?
    }

    private(set) var requests: [String] = []
    private var answers: [ControlRoute: [Answer]]
    private var streams: [Stream]

    init(answers: [ControlRoute: [Answer]], streams: [Stream]) {
        self.answers = answers
        self.streams = streams
    }

    func reply<Reply>(to request: ControlRequest<Reply>) throws(ClientError) -> Reply {
        let body = request.body.flatMap { try? JSONText.encode($0) }
        requests.append("\(request.route.rawValue)\(request.escapedQuery)\(body.map { " \($0)" } ?? "")")
        switch nextAnswer(to: request.route) {
        case .error(let error): throw error
        case .reply(let document): return try decode(document)
        }
    }

    func receive(_ request: ControlRequest<ByteReply>, take: (ArraySlice<UInt8>) throws -> Void) throws {
        requests.append("\(request.route.rawValue)\(request.escapedQuery)")
        switch nextAnswer(to: request.route) {
        case .error(let error): throw error
        case .reply(let document): try take(Array(JSONText.encode(document).utf8)[...])
        }
    }

    func send<Reply>(
        _ request: ControlRequest<Reply>,
        byteCount: Int,
        piece: (_ offset: Int) throws -> [UInt8]
    ) throws -> Reply {
        try reply(to: request)
    }

    func events(
        after cursor: String?,
        actsAs member: String?,
        restartPatience: Duration
    ) throws(ClientError) -> any EventSource {
        let words = [cursor.map { "after=\($0)" }, member.map { "as=\($0)" }].compactMap(\.self)
        let query = words.isEmpty ? "" : "?\(words.joined(separator: "&"))"
        requests.append("\(ControlRoute.events.rawValue)\(query), patient for \(restartPatience)")
        guard !streams.isEmpty else { throw .daemonMissing(path: "/run/s", startCommand: "start it") }
        return ScriptedEvents(streams.removeFirst())
    }

    /// The last answer is given again and again.
    private func nextAnswer(to route: ControlRoute) -> Answer {
        guard let answer = answers[route]?.first else {
            return .error(.daemonMissing(path: "/run/s", startCommand: "start it"))
        }
        if answers[route, default: []].count > 1 { answers[route]?.removeFirst() }
        return answer
    }

    private func decode<Reply: Decodable>(_ document: any Encodable & Sendable) throws(ClientError) -> Reply {
        do {
            return try JSONText.decode(Reply.self, from: Array(JSONText.encode(document).utf8))
        } catch {
            throw .replyMalformed("\(error)")
        }
    }
}

/// The events of one scripted connection.
private final class ScriptedEvents: EventSource {
    private var stream: ScriptedDaemon.Stream

    init(_ stream: ScriptedDaemon.Stream) {
        self.stream = stream
    }

    func next() throws(ClientError) -> ControlEvent? {
        guard stream.events.isEmpty else { return stream.events.removeFirst() }
        if let error = stream.error { throw error }
        return nil
    }

    func hasNext() throws(ClientError) -> Bool {
        !stream.events.isEmpty
    }

    /// None, because nothing has to be waited for.
    let descriptor: Int32 = -1
}
