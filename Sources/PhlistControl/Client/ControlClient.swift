import Glibc
import Synchronization

/// A blocking client of the daemon's control socket; every request has its own connection.
///
/// All requests go to the first daemon that it reaches, because another daemon is another household.
package struct ControlClient: Daemon {
    private let socket: SocketPath
    let timeout: Duration
    private let isInterrupted: @Sendable () -> Bool
    private let watch: StartWatch
    private let found = FoundPath()

    /// Creates a client, without connecting.
    ///
    /// - Parameters:
    ///   - socket: The path of the control socket.
    ///   - timeout: Time for a reply, from connecting to the last byte.
    ///   - isInterrupted: Whether the user wants to stop; called at least twice a second while waiting.
    ///   - whileStarting: Is told once if the first reply takes long because the daemon is still starting.
    package init(
        socket: SocketPath,
        timeout: Duration,
        isInterrupted: @escaping @Sendable () -> Bool = { false },
        whileStarting: (@Sendable (StartProgress) -> Void)? = nil
    ) {
        watch = StartWatch(whileStarting)
        self.socket = socket
        self.timeout = timeout
        self.isInterrupted = isInterrupted
    }

    /// Sends a request and returns the reply.
    ///
    /// When the connection breaks, the daemon may be restarting: a request with a key is sent once more, because the
    /// key prevents a second change.
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

    /// Starts listening to events.
    package func events(
        after cursor: String?,
        actsAs member: String? = nil,
        restartPatience: Duration
    ) throws(ClientError) -> any EventSource {
        let query = [("after", cursor), ("as", member)].compactMap { name, value in
            value.map { (name: name, value: $0) }
        }
        let request = ControlRequest<ControlEvent>(route: .events, query: query)
        let connection = try connect(restartPatience: restartPatience)
        var reader = try exchange(request, on: connection, timeout: timeout)
        // From here on, silence only means that nothing happens.
        reader.deadline = nil
        return EventStream(reader: reader)
    }

    /// Sends a request and reads the head of the reply; throws an error that the daemon replies.
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
        let status: Int
        do throws(ClientError) {
            status = try reader.readHead()
        } catch .timedOut {
            throw StartProgress(socket: found.path ?? socket.path).map { .starting($0) } ?? .timedOut
        }
        watch.end()
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
    /// The meaning of a failed attempt to connect.
    enum Absence {
        /// No daemon is there, and none is starting.
        case missing
        /// The socket is not served, or its lock is held: a daemon may be starting.
        case starting
    }

    /// Connects; waits for a daemon that is just starting.
    func connect(restartPatience: Duration) throws(ClientError) -> UnixSocket {
        // Only the waits count, because on a busy machine an attempt takes long by itself.
        var waited = Duration.zero
        let fallback = found.path == nil ? socket.fallback : nil
        let wanted = found.path ?? socket.path
        while true {
            guard !isInterrupted() else { throw .interrupted }
            let absence: Absence
            do {
                let connection = try open(wanted)
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

    private func open(_ path: String) throws(Errno) -> UnixSocket {
        try UnixSocket(path: path) { [watch, isInterrupted] in
            watch.tellIfSlow(socket: path)
            return isInterrupted()
        }
    }

    /// Connects to the socket of the system service; returns nil without one.
    private func connect(to fallback: String) throws(ClientError) -> UnixSocket? {
        do {
            return try open(fallback)
        } catch {
            _ = try absence(after: error, path: fallback)
            return nil
        }
    }

    /// Classifies a failed attempt; throws an error when waiting cannot help.
    func absence(after failure: Errno, path: String) throws(ClientError) -> Absence {
        switch failure.code {
        case ENOENT, ENOTDIR: FileLock(path: socket.lockFile).isHeld ? .starting : .missing
        case ECONNREFUSED, EAGAIN, EINTR: .starting
        case EACCES, EPERM: throw .notPermitted(path: path)
        default: throw .socketUnusable(path: path, reason: failure.description)
        }
    }

    private var missing: ClientError {
        let isUsual = socket.fallback == SocketPath.system
        return .daemonMissing(
            path: socket.path,
            startCommand: socket.startCommand,
            elsewhere: isUsual ? LoginSockets().inUse(besides: socket.path) : nil
        )
    }
}

/// The path of the daemon that a client has reached.
private final class FoundPath: Sendable {
    private let value = Mutex<String?>(nil)

    var path: String? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
