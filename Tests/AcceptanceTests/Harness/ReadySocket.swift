import Glibc

/// The socket at which a service manager hears of a daemon, by the protocol of sd_notify(3).
final class ReadySocket {
    let path: String
    private let descriptor: Int32

    init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        unlink(path)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else { throw HarnessError("cannot listen at \(path): \(String(cString: strerror(errno)))") }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Waits until the daemon says that it is ready; false when it ends before, or in time does neither.
    func wait(orEnd end: Int32, within time: Duration) -> Bool {
        let deadline = ContinuousClock.now + time
        while true {
            let readable = Descriptor.readable([descriptor, end], until: deadline)
            guard readable.contains(descriptor) else { return false }
            let lines = String(decoding: Descriptor.read(descriptor), as: UTF8.self).split(separator: "\n")
            if lines.contains("READY=1") { return true }
        }
    }
}
