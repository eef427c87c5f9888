import Glibc

/// Both ends of a plain TCP connection between machines of the bench.
final class NetworkFloor {
    private typealias SetNamespace = @convention(c) (Int32, Int32) -> Int32

    private let near: Int32
    private let far: Int32

    /// Connects two machines; each end belongs to the namespace where it was created.
    init(from near: BenchHost.Place, to far: BenchHost.Place) throws {
        let listener = try Self.inside(far.process) { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, far.address, &address.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = Self.with(&address) { place in
            bind(listener, place, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, place, &size) == 0
        }
        self.near = try Self.inside(near.process) { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        let end = self.near
        guard port, Self.with(&address, { connect(end, $0, size) == 0 }) else {
            throw TimedProcess.Failure(description: "no TCP connection to \(far.address)")
        }
        self.far = accept(listener, nil, nil)
        var isOn: Int32 = 1
        for end in [self.near, self.far] {
            setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    deinit {
        close(near)
        close(far)
    }

    /// Measures sending one byte and receiving it back.
    func roundTrip() -> Duration {
        var byte: UInt8 = 0
        return ContinuousClock().measure {
            write(near, &byte, 1)
            read(far, &byte, 1)
            write(far, &byte, 1)
            read(near, &byte, 1)
        }
    }

    /// Measures the transfer of `count` bytes from one end to the other.
    func transfer(_ count: Int) -> Duration {
        var buffer = [UInt8](repeating: 7, count: 1 << 15)
        return ContinuousClock().measure {
            for _ in 0..<(count + buffer.count - 1) / buffer.count {
                write(near, buffer, buffer.count)
                recv(far, &buffer, buffer.count, Int32(MSG_WAITALL))
            }
        }
    }

    private static func with<Answer>(
        _ address: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>) -> Answer
    ) -> Answer {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }

    /// Runs a function with its thread in the network namespace of a process.
    private static func inside(_ process: pid_t, _ body: () -> Int32) throws -> Int32 {
        // The header that declares setns needs _GNU_SOURCE.
        guard let address = dlsym(nil, "setns") else { throw TimedProcess.Failure(description: "no setns") }
        let enter = unsafeBitCast(address, to: SetNamespace.self)
        let (here, there) = (open("/proc/self/ns/net", O_RDONLY), open("/proc/\(process)/ns/net", O_RDONLY))
        defer {
            _ = enter(here, 0)
            close(here)
            close(there)
        }
        guard enter(there, 0) == 0 else {
            throw TimedProcess.Failure(description: "namespace of \(process): \(String(cString: strerror(errno)))")
        }
        return body()
    }
}
