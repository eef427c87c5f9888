import Glibc
import Synchronization

/// Asks the daemon over its control socket: one connection for each request, blocking.
///
/// The first daemon that it reaches is the one for all requests: another daemon is another household.
package struct ControlClient: Daemon {
    private let socket: SocketPath
    let timeout: Duration
    private let isInterrupted: @Sendable () -> Bool
    private let found = FoundPath()

    /// Creates a client; it connects with each request.
    ///
    /// - Parameters:
    ///   - socket: Where the daemon listens.
    ///   - timeout: How long the daemon may take for a reply, from the connection to the last byte.
    ///   - isInterrupted: Whether the user wants to stop; asked at least twice a second while waiting.
    package init(
        socket: SocketPath,
        timeout: Duration,
        isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) {
        self.socket = socket
        self.timeout = timeout
        self.isInterrupted = isInterrupted
    }

    /// Sends a request and returns the reply.
    ///
    /// When the connection breaks, the daemon may be restarting: a request with a key is sent once more, because the
    /// key makes sure that nothing is changed twice.
    package func reply<Reply>(to request: ControlRequest<Reply>) throws(ClientError) -> Reply {
        do throws(ClientError) {
            return try ask(request, restartPatience: .zero)
        } catch .connectionClosed where request.key != nil {
            return try ask(request, restartPatience: Limits.restartPatience)
        }
    }

    private func ask<Reply>(
        _ request: ControlRequest<Reply>,
        restartPatience: Duration
    ) throws(ClientError) -> Reply {
        let connection = try connect(restartPatience: restartPatience)
        var reader = try exchange(request, on: connection, timeout: timeout + request.patience)
        let body = try reader.readBody()
        do {
            return try JSONText.decode(Reply.self, from: body)
        } catch {
            throw .replyMalformed(error.reason)
        }
    }

    /// Begins to listen to events.
    package func events(
        after cursor: String?,
        restartPatience: Duration
    ) throws(ClientError) -> any EventSource {
        let query = cursor.map { [(name: "after", value: $0)] } ?? []
        let request = ControlRequest<ControlEvent>(route: .events, query: query)
        let connection = try connect(restartPatience: restartPatience)
        var reader = try exchange(request, on: connection, timeout: timeout)
        // From here on silence only means that nothing happens.
        reader.deadline = nil
        return EventStream(reader: reader)
    }

    /// Sends a request and reads the head of the reply; an error of the daemon is thrown.
    func exchange<Reply>(
        _ request: ControlRequest<Reply>,
        on connection: consuming UnixSocket,
        timeout: Duration
    ) throws(ClientError) -> HTTPReader {
        let deadline = ContinuousClock.now + timeout
        try connection.send(try request.bytes(), deadline: deadline)
        return try readHead(from: connection, deadline: deadline)
    }

    func readHead(
        from connection: consuming UnixSocket,
        deadline: ContinuousClock.Instant
    ) throws(ClientError) -> HTTPReader {
        var reader = HTTPReader(socket: connection, deadline: deadline)
        let status = try reader.readHead()
        guard (200..<300).contains(status) else { throw Self.refusal(status, try reader.readBody()) }
        return reader
    }

    private static func refusal(_ status: Int, _ body: [UInt8]) -> ClientError {
        do {
            return .refused(try JSONText.decode(ErrorReply.self, from: body).error)
        } catch {
            return .replyMalformed("HTTP status \(status)")
        }
    }
}

extension ControlClient {
    /// What a failed attempt to connect says about the daemon.
    enum Absence {
        /// Nothing is there, and nothing tells that it will be.
        case missing
        /// There is a socket that nobody serves, or somebody has locked it to make it: it may come.
        case starting
    }

    /// Connects, with patience for a daemon that is just starting.
    func connect(restartPatience: Duration) throws(ClientError) -> UnixSocket {
        // The waiting alone counts: on a busy machine an attempt takes long by itself.
        var waited = Duration.zero
        let fallback = found.path == nil ? socket.fallback : nil
        let wanted = found.path ?? socket.path
        while true {
            guard !isInterrupted() else { throw .interrupted }
            let absence: Absence
            do {
                let connection = try UnixSocket(path: wanted, isInterrupted: isInterrupted)
                found.path = wanted
                return connection
            } catch {
                absence = try self.absence(after: error, path: wanted)
            }
            if case .missing = absence, let fallback, let connection = try connect(to: fallback) {
                found.path = fallback
                return connection
            }
            let patience = max(restartPatience, absence == .starting ? Limits.startingPatience : .zero)
            guard waited < patience else { throw missing }
            poll(nil, 0, Limits.retryMilliseconds)
            waited += .milliseconds(Limits.retryMilliseconds)
        }
    }

    /// Connects to the socket of the system service; nil when there is none.
    private func connect(to fallback: String) throws(ClientError) -> UnixSocket? {
        do {
            return try UnixSocket(path: fallback, isInterrupted: isInterrupted)
        } catch {
            _ = try absence(after: error, path: fallback)
            return nil
        }
    }

    /// Tells why an attempt failed; what patience cannot cure is thrown.
    func absence(after failure: UnixSocket.Failure, path: String) throws(ClientError) -> Absence {
        switch failure.code {
        case ENOENT, ENOTDIR: FileLock(path: socket.lockFile).isHeld ? .starting : .missing
        case ECONNREFUSED, EAGAIN, EINTR: .starting
        case EACCES, EPERM: throw .notPermitted(path: path)
        default: throw .socketUnusable(path: path, reason: failure.reason)
        }
    }

    private var missing: ClientError {
        .daemonMissing(path: socket.path, startCommand: socket.startCommand)
    }
}

/// Where the daemon is that a client has reached.
private final class FoundPath: Sendable {
    private let value = Mutex<String?>(nil)

    var path: String? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
