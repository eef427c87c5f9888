import Glibc

/// A connected Unix stream socket that is closed when its owner goes away.
///
/// Calls block for at most half a second at a time, so that a signal just before one of them is noticed as well.
struct UnixSocket: ~Copyable {
    /// The descriptor, for waiting only.
    let descriptor: Int32
    private let isInterrupted: @Sendable () -> Bool

    /// Connects to a socket; `isInterrupted` returns whether the user wants to stop, and is called before blocking.
    init(path: String, isInterrupted: @escaping @Sendable () -> Bool) throws(Errno) {
        self.isInterrupted = isInterrupted
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .last }
        // With a full backlog connect() blocks for as long as the send timeout.
        setTimeout(SO_SNDTIMEO, .milliseconds(Limits.waitSliceMilliseconds))
        let code = Self.connect(descriptor, path)
        guard code == 0 else { throw Errno(code: code) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Sends all bytes before the deadline.
    ///
    /// A closed peer is not an error: it may have answered before it had read everything.
    func send(_ bytes: [UInt8], deadline: ContinuousClock.Instant?) throws(ClientError) {
        var sent = 0
        while sent < bytes.count {
            setTimeout(SO_SNDTIMEO, try slice(until: deadline))
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                sent += count
            } else if !Self.isTransient(errno) {
                return
            }
        }
    }

    /// Receives at least one byte before the deadline; empty at the end of the stream.
    func receive(deadline: ContinuousClock.Instant?) throws(ClientError) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: Limits.readSizeMax)
        while true {
            setTimeout(SO_RCVTIMEO, try slice(until: deadline))
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count >= 0 { return bytes[..<count] }
            guard Self.isTransient(errno) else { return [] }
        }
    }

    /// Whether `receive` returns without waiting.
    var hasInput: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 1
    }

    /// Returns how long the next call may block.
    private func slice(until deadline: ContinuousClock.Instant?) throws(ClientError) -> Duration {
        guard !isInterrupted() else { throw .interrupted }
        let slice = Duration.milliseconds(Limits.waitSliceMilliseconds)
        guard let deadline else { return slice }
        let remaining = ContinuousClock.now.duration(to: deadline)
        guard remaining > .zero else { throw .timedOut }
        return min(remaining, slice)
    }

    private func setTimeout(_ option: Int32, _ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // Zero would mean no timeout.
        let microseconds = max(1, attoseconds / 1_000_000_000_000)
        var time = timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds))
        setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    private static func isTransient(_ code: Int32) -> Bool {
        code == EINTR || code == EAGAIN || code == EWOULDBLOCK
    }

    /// Returns 0 or the `errno`.
    private static func connect(_ descriptor: Int32, _ path: String) -> Int32 {
        guard path.utf8.count <= Limits.socketPathSizeMax else { return ENAMETOOLONG }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                Glibc.connect(descriptor, address, size) == 0 ? 0 : errno
            }
        }
    }
}
