import Glibc

/// The few socket calls that the control socket needs, each with `errno` as its error.
enum UnixSocket {
    /// Creates a stream socket that does not block and that no child inherits.
    static func make() throws(Errno) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return try Errno.check(socket(AF_UNIX, kind, 0))
    }

    /// Binds a socket to a path of at most `ControlLimits.socketPathBytesMax` bytes.
    static func bind(_ descriptor: Int32, to path: String) throws(Errno) {
        let status = withAddress(path) { address, length in Glibc.bind(descriptor, address, length) }
        try Errno.check(status)
    }

    /// Connects a socket to a path of at most `ControlLimits.socketPathBytesMax` bytes.
    static func connect(_ descriptor: Int32, to path: String) throws(Errno) {
        let status = withAddress(path) { address, length in Glibc.connect(descriptor, address, length) }
        try Errno.check(status)
    }

    /// The credentials of the other side; for a connected client those of the process that listens.
    static func peerCredentials(_ descriptor: Int32) throws(Errno) -> PeerCredentials {
        var credentials = PeerCredentials()
        var length = socklen_t(MemoryLayout<PeerCredentials>.size)
        try Errno.check(getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length))
        return credentials
    }

    private static func withAddress(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                call(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// What SO_PEERCRED tells: the layout of `struct ucred`, which Glibc's module does not import.
struct PeerCredentials {
    var pid: Int32 = 0
    var uid: UInt32 = 0
    var gid: UInt32 = 0
}
