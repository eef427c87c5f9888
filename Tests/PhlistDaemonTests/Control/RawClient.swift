import Dispatch
import Glibc

/// A client that speaks HTTP as plain text over a blocking Unix socket, so that it shares nothing with the daemon.
///
/// Its calls wait on a queue of their own: a test that blocked a thread of the task pool could starve the daemon.
final class RawClient: Sendable {
    struct Failure: Error {
        let call: String
        let code: Int32
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "RawClient")

    /// Connects; every later call gives up after two minutes, which a busy machine may need.
    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var deadline = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &deadline, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &deadline, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw Failure(call: "connect", code: errno) }
    }

    deinit { close(descriptor) }

    /// Connects to a daemon that is just starting.
    static func connecting(to path: String) async throws -> RawClient {
        let deadline = ContinuousClock.now + .seconds(120)
        while true {
            do {
                return try RawClient(path: path)
            } catch  where ContinuousClock.now < deadline {
                await Task.yield()
            }
        }
    }

    /// Whether anybody answers at a port of this machine.
    static func isListening(onPort port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Sends a request and reads its reply.
    func ask(_ method: String, _ path: String, body: String? = nil) async throws -> RawReply {
        try await send(RawClient.request(method, path, body: body))
        return try await reply()
    }

    /// The text of a request.
    static func request(_ method: String, _ path: String, body: String? = nil) -> String {
        let head = "\(method) \(path) HTTP/1.1\r\nhost: phlist\r\n"
        guard let body else { return head + "\r\n" }
        return head + "content-length: \(body.utf8.count)\r\n\r\n" + body
    }

    func send(_ text: String) async throws {
        try await onQueue { [self] in
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { throw Failure(call: "send", code: errno) }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads a head, and a body of the length that it names; a reply to HEAD names one and has none.
    func reply(hasBody: Bool = true) async throws -> RawReply {
        let head = try await read(until: "\r\n\r\n")
        var reply = RawReply(head: head)
        if hasBody, let length = reply.header("content-length").flatMap({ Int($0) }) {
            reply.body = try await read(count: length)
        }
        return reply
    }

    /// Reads one chunk of a chunked body; empty at its end.
    func chunk() async throws -> String {
        // The two bytes at the end of a line are one Character.
        let size = Int(try await read(until: "\r\n").dropLast(), radix: 16) ?? -1
        return String(try await read(count: size + 2).dropLast())
    }

    /// Reads until the other side closes; a reset counts as closing.
    func readToEnd() async throws -> String {
        try await onQueue { [self] in
            var text: [UInt8] = []
            while let byte = try next() { text.append(byte) }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Waits, without reading, until the other side closes.
    func waitForEnd() async throws {
        try await onQueue { [self] in
            var look = pollfd(fd: descriptor, events: 0, revents: 0)
            guard poll(&look, 1, 120_000) == 1 else { throw Failure(call: "poll", code: 0) }
        }
    }

    private func read(until end: String) async throws -> String {
        try await onQueue { [self] in
            var text: [UInt8] = []
            while !text.ends(with: end.utf8) {
                guard let byte = try next() else { throw Failure(call: "recv", code: 0) }
                text.append(byte)
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    private func read(count: Int) async throws -> String {
        try await onQueue { [self] in
            var text: [UInt8] = []
            while text.count < count {
                guard let byte = try next() else { throw Failure(call: "recv", code: 0) }
                text.append(byte)
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    private func next() throws -> UInt8? {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, 0)
        if count > 0 { return byte }
        guard count == 0 || errno == ECONNRESET else { throw Failure(call: "recv", code: errno) }
        return nil
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}

/// A reply as text.
struct RawReply: Equatable {
    var head: String
    var body = ""

    /// The number in the first line.
    var status: Int {
        Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
    }

    /// The value of a header.
    func header(_ name: String) -> String? {
        let lines = head.split(separator: "\r\n").dropFirst()
        let fields = lines.map { $0.split(separator: ":", maxSplits: 1) }
        return fields.first { $0[0].lowercased() == name }.map { $0[1].trimmingPrefix(" ") }.map(String.init)
    }
}

extension Array<UInt8> {
    fileprivate func ends(with end: some BidirectionalCollection<UInt8>) -> Bool {
        suffix(end.count).elementsEqual(end)
    }
}
