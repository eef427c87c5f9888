import Glibc
import PhlistControl

/// Socket calls for Unix sockets; paths that do not fit fail with ENAMETOOLONG.
enum SocketCalls {
    /// Creates a socket that does not block and is not inherited by children.
    static func make(_ type: __socket_type = SOCK_STREAM) throws(Errno) -> Int32 {
        let kind = Int32(type.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return try Errno.check(socket(AF_UNIX, kind, 0))
    }

    /// Binds a socket to a path.
    static func bind(_ descriptor: Int32, to path: String) throws(Errno) {
        try withAddress(path) { address, length in Glibc.bind(descriptor, address, length) }
    }

    /// Connects a socket to a path; one that starts with `@` is abstract.
    static func connect(_ descriptor: Int32, to path: String) throws(Errno) {
        try withAddress(path) { address, length in Glibc.connect(descriptor, address, length) }
    }

    /// Sends one datagram to a path; one that starts with `@` is abstract.
    static func send(_ bytes: [UInt8], to path: String) throws(Errno) {
        let descriptor = try make(SOCK_DGRAM)
        defer { close(descriptor) }
        try withAddress(path) { address, length in
            Int32(clamping: sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length))
        }
    }

    /// Returns the credentials of the peer; for a connected client those of the process that listens.
    static func peerCredentials(_ descriptor: Int32) throws(Errno) -> PeerCredentials {
        var credentials = PeerCredentials()
        var length = socklen_t(MemoryLayout<PeerCredentials>.size)
        try Errno.check(getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length))
        return credentials
    }

    private static func withAddress(
        _ path: String,
        _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(Errno) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The address ends after its last byte: an abstract name may contain zeros, a path gets one from the padding.
        let bytes = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Errno(code: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + bytes.count } ?? 0
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(length)) }
        }
        try Errno.check(status)
    }
}

/// The credentials from SO_PEERCRED: the layout of `struct ucred`, which Glibc's module does not import.
struct PeerCredentials {
    var pid: Int32 = 0
    var uid: UInt32 = 0
    var gid: UInt32 = 0
}
