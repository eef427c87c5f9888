import Dispatch
import Glibc

/// The socket on which a service manager listens.
final class DatagramReceiver: Sendable {
    struct Failure: Error {
        let code: Int32
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "DatagramReceiver")

    /// Binds a path, or an abstract name that begins with `@`.
    init(_ name: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var deadline = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &deadline, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = name.hasPrefix("@") ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(2 + bytes.count))
            }
        }
        guard status == 0 else { throw Failure(code: errno) }
    }

    deinit { close(descriptor) }

    /// The next datagram; gives up after twenty seconds.
    func next() async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [descriptor] in
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                let text = Result { () throws(Failure) -> String in
                    guard count >= 0 else { throw Failure(code: errno) }
                    return String(decoding: bytes[..<count], as: UTF8.self)
                }
                continuation.resume(with: text.mapError { $0 as any Error })
            }
        }
    }
}
