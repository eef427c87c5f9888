import Glibc
import Synchronization

/// A Unix socket server that answers one connection after the other by a script, for tests of clients.
package final class ScriptedServer: Sendable {
    /// A step of the server on a connection, which it closes after the last one.
    package enum Step: Sendable {
        /// Reads a whole request and records it.
        case readRequest
        /// Sends text.
        case send(String)
        /// Sends text byte by byte, one call each.
        case drip(String)
        /// Sends a byte every few milliseconds until the client closes the connection.
        case dripForever(UInt8)
        /// Sends nothing until the client closes the connection.
        case waitForClient
    }

    /// The path of the socket.
    package let path: String

    private let log = RequestLog()

    /// Listens at a path, or in a new temporary directory, and answers one connection per script.
    ///
    /// The socket is removed with the last connection, or when nobody has connected for half a minute.
    package init(path: String? = nil, _ scripts: [Step]...) {
        let directory = path == nil ? Self.makeDirectory() : nil
        let path = path ?? "\(directory ?? "")/control.sock"
        self.path = path
        let listener = Self.listen(at: path)
        // A thread of its own: many waiting servers would use up the threads of any pool.
        DetachedThread.run { [log] in
            for (index, script) in scripts.enumerated() {
                let connection = Self.accept(listener)
                if index == scripts.count - 1 { Self.remove(listener, path, directory) }
                for step in script { Self.perform(step, connection, log) }
                close(connection)
            }
        }
    }

    /// The requests read so far.
    package var requests: [String] {
        log.requests.withLock { $0 }
    }

    /// Returns the requests as soon as there are `countMin`, or after 20 seconds.
    package func requests(countMin: Int) -> [String] {
        let deadline = ContinuousClock.now + .seconds(20)
        while requests.count < countMin, ContinuousClock.now < deadline {
            poll(nil, 0, 2)
        }
        return requests
    }

    /// Makes a directory that only this user can enter, with a path short enough for sockets.
    package static func makeDirectory() -> String {
        var template = Array("/tmp/phlist-test-XXXXXX".utf8CString)
        mkdtemp(&template)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func listen(at path: String) -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(listener, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        _ = Glibc.listen(listener, 16)
        return listener
    }

    private static func accept(_ listener: Int32) -> Int32 {
        var request = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 30_000) == 1 ? Glibc.accept(listener, nil, nil) : -1
    }

    private static func remove(_ listener: Int32, _ path: String, _ directory: String?) {
        close(listener)
        unlink(path)
        if let directory { rmdir(directory) }
    }

    private static func perform(_ step: Step, _ connection: Int32, _ log: RequestLog) {
        switch step {
        case .readRequest: log.append(readRequest(connection))
        case .send(let text): send(Array(text.utf8), connection)
        case .drip(let text): text.utf8.forEach { send([$0], connection) }
        case .dripForever(let byte): while send([byte], connection) { poll(nil, 0, 5) }
        case .waitForClient: while !receive(connection).isEmpty {}
        }
    }

    @discardableResult
    private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    private static func receive(_ connection: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    private static func readRequest(_ connection: Int32) -> String {
        var request = ""
        while bytesMissing(request) > 0 {
            let bytes = receive(connection)
            guard !bytes.isEmpty else { break }
            request += String(decoding: bytes, as: UTF8.self)
        }
        return request
    }

    /// Returns the least number of missing bytes: up to the empty line, and then as many as the head says.
    private static func bytesMissing(_ request: String) -> Int {
        let lines = request.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let end = lines.dropLast().firstIndex(of: "") else { return 1 }
        let lengths = lines[..<end].filter { $0.hasPrefix("Content-Length: ") }.compactMap {
            $0.split(separator: " ").last
        }
        let received = lines[(end + 1)...].joined(separator: "\r\n").utf8.count
        return (lengths.first.flatMap { Int($0) } ?? 0) - received
    }
}

/// The requests that a server has read.
private final class RequestLog: Sendable {
    let requests = Mutex<[String]>([])

    func append(_ request: String) {
        requests.withLock { $0.append(request) }
    }
}

/// A thread that is never joined.
private enum DetachedThread {
    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    static func run(_ work: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Work(run: work)).toOpaque()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                context.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            },
            context
        )
        if code == 0 { pthread_detach(thread) }
    }
}
