import Glibc

/// The control socket on disk: a file that only one daemon serves, in a directory that only its user can change.
///
/// The lock `PATH.lock` is held as long as the socket is. The socket is made under another name and renamed over the
/// path once it listens, so that a client either meets a daemon that answers or the old state.
package struct ControlSocket: Sendable {
    package let path: String
    /// The listening socket; whoever serves it closes it.
    package let descriptor: Int32
    private let lock: Int32
    private let identity: FileIdentity?

    /// Makes the socket file and listens.
    ///
    /// - Parameters:
    ///   - path: where clients connect, at most `ControlLimits.socketPathBytesMax` bytes.
    ///   - mode: the permissions of the socket: 0600 for the user's own daemon, 0660 for the system service.
    /// - Throws: status 75 when another daemon serves the path, 77 when the directory is not safe or not writable,
    ///   78 when the path cannot be a socket.
    package static func open(path: String, mode: UInt32) throws(DaemonError) -> ControlSocket {
        try checkPath(path)
        try PrivateDirectory.make(PrivateDirectory.parent(of: path))
        let lock = try takeLock(path)
        do {
            try checkUnserved(path)
            let descriptor = try listen(path, mode: mode)
            return ControlSocket(path: path, descriptor: descriptor, lock: lock, identity: FileIdentity(path: path))
        } catch {
            close(lock)
            throw error
        }
    }

    /// Removes the socket file, unless somebody has put another in its place, and gives up the lock.
    ///
    /// The lock file stays: removing it would let two daemons hold "the" lock at once.
    package func remove() {
        if identity != nil, FileIdentity(path: path) == identity {
            unlink(path)
        }
        close(lock)
    }

    private static func checkPath(_ path: String) throws(DaemonError) {
        guard path.hasPrefix("/"), !path.hasSuffix("/"), !path.utf8.contains(0) else {
            throw DaemonError(
                .configuration,
                "control socket \(path): not an absolute path of a file; use --socket PATH"
            )
        }
        guard path.utf8.count <= ControlLimits.socketPathBytesMax else {
            throw DaemonError(
                .configuration,
                "control socket \(path): the path has \(path.utf8.count) bytes, a socket takes at most "
                    + "\(ControlLimits.socketPathBytesMax); use --socket PATH"
            )
        }
    }

    private static func takeLock(_ path: String) throws(DaemonError) -> Int32 {
        let lockPath = path + ".lock"
        let descriptor = Glibc.open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(lockPath, .last) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        let cause = Errno.last
        close(descriptor)
        guard cause.code == EWOULDBLOCK else { throw failure(lockPath, cause) }
        throw inUse(path, by: try server(of: path))
    }

    /// Refuses a path that somebody serves without our lock, and one that is no socket at all.
    private static func checkUnserved(_ path: String) throws(DaemonError) {
        let server = try server(of: path)
        guard server == .none else { throw inUse(path, by: server) }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return }
        throw DaemonError(.configuration, "control socket \(path): exists and is not a socket; use --socket PATH")
    }

    /// Who answers at a path.
    private enum Server: Equatable {
        case none
        /// Somebody listens and its queue of connections is full.
        case busy
        case process(Int32)
    }

    private static func server(of path: String) throws(DaemonError) -> Server {
        do throws(Errno) {
            let probe = try UnixSocket.make()
            defer { close(probe) }
            try UnixSocket.connect(probe, to: path)
            return .process(try UnixSocket.peerCredentials(probe).pid)
        } catch {
            switch error.code {
            case EAGAIN: return .busy
            case ENOENT, ECONNREFUSED, EPROTOTYPE: return .none
            default: throw failure(path, error)
            }
        }
    }

    private static func listen(_ path: String, mode: UInt32) throws(DaemonError) -> Int32 {
        // As long as the path itself, so that it fits whenever the path does.
        let newPath = String(path.dropLast()) + (path.hasSuffix("~") ? "#" : "~")
        unlink(newPath)
        do throws(Errno) {
            let descriptor = try UnixSocket.make()
            do throws(Errno) {
                try UnixSocket.bind(descriptor, to: newPath)
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
            throw failure(path, error)
        }
    }

    private static func inUse(_ path: String, by server: Server) -> DaemonError {
        switch server {
        case .none: DaemonError(.tryAgain, "another phlistd is starting on this socket: \(path)")
        case .busy: DaemonError(.tryAgain, "another phlistd serves this socket: \(path)")
        case .process(let pid): DaemonError(.tryAgain, "another phlistd (pid \(pid)) serves this socket: \(path)")
        }
    }

    private static func failure(_ path: String, _ cause: Errno) -> DaemonError {
        DaemonError(cause.exitStatus, "control socket \(path): \(cause)")
    }
}

/// Which file a path leads to; two files that exist at once never share it.
private struct FileIdentity: Equatable {
    var device: UInt
    var inode: UInt

    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}
