import Glibc
package import PhlistControl
import PhlistLog

/// The control socket on disk: a file that only one daemon serves, in a directory that only its user can change.
///
/// The lock `PATH.lock` is held as long as the socket is. The socket is created under another name and renamed over the
/// path once it listens, so that a client finds either a daemon that answers or the old state.
package struct ControlSocket: Sendable {
    package let path: String
    /// The listening socket; the server that uses it closes it.
    package let descriptor: Int32
    private let mode: UInt32
    private let lock: Int32
    private let identity: FileIdentity?

    /// Creates the socket file and listens.
    ///
    /// - Parameters:
    ///   - path: The path that clients connect to.
    ///   - mode: The permissions of the socket: 0600 for the user's own daemon, 0660 for the system service.
    /// - Returns: The socket; `remove` or `discard` ends its use.
    /// - Throws: `tryAgain` when another daemon serves the path, `notPermitted` when the directory is not safe or not
    ///   writable, `configuration` when something else is at the path.
    package static func open(_ path: SocketPath, mode: UInt32) throws(ControlError) -> ControlSocket {
        let path = path.path
        try PrivateDirectory.make(PrivateDirectory.parent(of: path))
        let lock = try takeLock(path)
        do {
            try checkUnserved(path)
            let descriptor = try listen(path, mode: mode)
            let identity = try? PosixFileSystem().identity(of: path)
            return ControlSocket(path: path, descriptor: descriptor, mode: mode, lock: lock, identity: identity)
        } catch {
            close(lock)
            throw error
        }
    }

    /// Tells clients that wait how far the start is; nil when it is over.
    ///
    /// It is only a courtesy, so failures are ignored. Whoever may use the socket may read the file.
    package func tell(_ progress: StartProgress?) {
        let file = StartProgress.file(of: path)
        guard let bytes = progress.map({ Array($0.text.utf8) }) else {
            unlink(file)
            return
        }
        let descriptor = Glibc.open(file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        fchmod(descriptor, mode & 0o640)
        // A reader finds the beginning of one step or of the other.
        _ = pwrite(descriptor, bytes, bytes.count, 0)
        ftruncate(descriptor, off_t(bytes.count))
    }

    /// Closes and removes a socket that nobody serves yet.
    package func discard() {
        close(descriptor)
        remove()
    }

    /// Removes the socket file, unless it was replaced by another, and releases the lock.
    ///
    /// The lock file stays: removing it would let two daemons hold "the" lock at once.
    package func remove() {
        if let identity, (try? PosixFileSystem().identity(of: path)) == identity {
            unlink(path)
        }
        tell(nil)
        close(lock)
    }

    private static func takeLock(_ path: String) throws(ControlError) -> Int32 {
        let lockPath = path + ".lock"
        let descriptor = Glibc.open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Errno.last.about("lock \(lockPath)") }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        let cause = Errno.last
        close(descriptor)
        guard cause.code == EWOULDBLOCK else { throw cause.about("lock \(lockPath)") }
        throw inUse(path, by: try server(of: path))
    }

    /// Refuses a path that another process serves without our lock, and one that is not a socket.
    private static func checkUnserved(_ path: String) throws(ControlError) {
        let server = try server(of: path)
        guard server == .none else { throw inUse(path, by: server) }
        guard let status = FileStatus(path: path), status.kind != .socket else { return }
        throw ControlError(
            .configuration,
            "control socket \(path): something else is there",
            hint: "remove it, or name another path with --socket"
        )
    }

    /// The process that answers at a path.
    private enum Server: Equatable {
        case none
        /// A process listens and its queue of connections is full.
        case busy
        case process(Int32)
    }

    private static func server(of path: String) throws(ControlError) -> Server {
        do throws(Errno) {
            let probe = try SocketCalls.make()
            defer { close(probe) }
            try SocketCalls.connect(probe, to: path)
            return .process(try SocketCalls.peerCredentials(probe).pid)
        } catch {
            switch error.code {
            case EAGAIN: return .busy
            case ENOENT, ECONNREFUSED, EPROTOTYPE: return .none
            default: throw error.about("control socket \(path)")
            }
        }
    }

    private static func listen(_ path: String, mode: UInt32) throws(ControlError) -> Int32 {
        // As long as the path itself, so that it fits whenever the path does.
        let newPath = String(path.dropLast()) + (path.hasSuffix("~") ? "#" : "~")
        unlink(newPath)
        do throws(Errno) {
            let descriptor = try SocketCalls.make()
            do throws(Errno) {
                try SocketCalls.bind(descriptor, to: newPath)
                try Errno.check(chmod(newPath, mode))
                try Errno.check(Glibc.listen(descriptor, ControlLimits.backlog))
                try Errno.check(rename(newPath, path))
                return descriptor
            } catch {
                close(descriptor)
                unlink(newPath)
                throw error
            }
        } catch {
            throw error.about("control socket \(path)")
        }
    }

    private static func inUse(_ path: String, by server: Server) -> ControlError {
        switch server {
        case .none: ControlError(.tryAgain, "another phlistd is starting on this socket: \(path)")
        case .busy: ControlError(.tryAgain, "another phlistd serves this socket: \(path)")
        case .process(let pid): ControlError(.tryAgain, "another phlistd (pid \(pid)) serves this socket: \(path)")
        }
    }
}
