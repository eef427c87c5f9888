import FoundationEssentials
import Glibc
import PhlistControl
import PhlistVocabulary

/// Clients of the event stream, each at its own pace, that come back behind their cursor whenever their stream ends.
actor EventReaders {
    /// How a reader reads.
    enum Pace {
        case quick
        /// A few bytes at a time.
        case slow
        /// Nothing, though it is connected.
        case still
        /// Goes in the middle of its stream after so many events, and comes back.
        case leaving(after: Int)
    }

    struct Reader {
        var pace: Pace
        var cursor: String?
        var kinds: [ControlEvent.Kind: Int] = [:]
        /// The titles of the items that were added, in order.
        var titles: [String] = []
        var connectionCount = 0
        fileprivate var descriptor: Int32?
        fileprivate var text: [UInt8] = []
        fileprivate var eventsHere = 0

        var isConnected: Bool { descriptor != nil }
    }

    struct TimeUp: Error {
        var readers: String
    }

    private let path: String
    private(set) var readers: [Reader]

    init(path: String, paces: [Pace]) {
        self.path = path
        readers = paces.map { Reader(pace: $0) }
    }

    deinit {
        for case let descriptor? in readers.map(\.descriptor) { close(descriptor) }
    }

    func setPaces(_ paces: [Pace]) {
        for (index, pace) in paces.enumerated() { readers[index].pace = pace }
    }

    /// Reads until every reader is as wanted; those whose stream has ended come back, unless `isResuming` is false.
    func read(isResuming: Bool = true, until isDone: @Sendable (Reader) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(50)
        while !readers.allSatisfy(isDone) {
            guard ContinuousClock.now < deadline else { throw TimeUp(readers: "\(readers.filter { !isDone($0) })") }
            for index in readers.indices where isResuming && readers[index].descriptor == nil { connect(index) }
            try readOnce()
            await Task.yield()
        }
    }

    private func connect(_ index: Int) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        let query = readers[index].cursor.map { "?after=\($0)" } ?? ""
        let request = Array("GET /v1/events\(query) HTTP/1.1\r\nhost: phlist\r\n\r\n".utf8)
        guard status == 0, send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            close(descriptor)
            return
        }
        readers[index].descriptor = descriptor
        readers[index].connectionCount += 1
        readers[index].text = []
        readers[index].eventsHere = 0
    }

    /// Lets every reader that wants to, and can, read once; waits a little when nobody can.
    private func readOnce() throws {
        let reading = readers.indices.filter { readers[$0].descriptor != nil && !readers[$0].isStill }
        var polls = reading.map { pollfd(fd: readers[$0].descriptor ?? -1, events: Int16(POLLIN), revents: 0) }
        poll(&polls, nfds_t(polls.count), 10)
        for (index, poll) in zip(reading, polls) where poll.revents != 0 {
            try read(index)
        }
    }

    private func read(_ index: Int) throws {
        guard let descriptor = readers[index].descriptor else { return }
        var bytes = [UInt8](repeating: 0, count: readers[index].isSlow ? 100 : 16_384)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return leave(index) }
        readers[index].text += bytes[..<count]
        while let end = readers[index].text.firstIndex(of: UInt8(ascii: "\n")) {
            let line = readers[index].text[..<end]
            readers[index].text.removeSubrange(...end)
            // Neither a line of the head nor the size of a chunk begins like this.
            guard line.first == UInt8(ascii: "{"), line.starts(with: #"{"error"#.utf8) == false else { continue }
            try hear(JSONDecoder().decode(ControlEvent.self, from: Data(line)), index)
            if case .leaving(let most) = readers[index].pace, readers[index].eventsHere >= most {
                return leave(index)
            }
        }
    }

    private func hear(_ event: ControlEvent, _ index: Int) {
        readers[index].cursor = event.cursor
        readers[index].kinds[event.event, default: 0] += 1
        readers[index].eventsHere += 1
        if event.event == .itemAdded { readers[index].titles.append(event.item?.title ?? "") }
    }

    private func leave(_ index: Int) {
        readers[index].descriptor.map { _ = close($0) }
        readers[index].descriptor = nil
    }
}

extension EventReaders.Reader {
    fileprivate var isSlow: Bool {
        if case .slow = pace { true } else { false }
    }

    fileprivate var isStill: Bool {
        if case .still = pace { true } else { false }
    }

    /// Whether nobody waits for it to keep up.
    var isBehind: Bool { isSlow || isStill }
}
