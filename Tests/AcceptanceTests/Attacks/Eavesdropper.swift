import Foundation
import Synchronization

/// Passes TCP connections on to a port of this machine, and keeps what the dialler has said on each of them.
final class Eavesdropper: Sendable {
    let port: UInt16
    private let listener: OpenSocket
    private let heard = Heard()

    /// What all threads have heard, by connection.
    private final class Heard: Sendable {
        let recordings = Mutex<[Data]>([])
    }

    /// Listens at a free port of loopback.
    init(before target: UInt16) throws {
        let (descriptor, port) = try LoopbackSocket.listen()
        self.port = port
        listener = OpenSocket(descriptor)
        // They end when the sockets do: the listener's with this object, a connection's with either of its ends.
        Thread.detachNewThread { [listener, heard] in Self.accept(on: listener, target, heard) }
    }

    deinit {
        listener.end()
    }

    /// What was said on each connection so far.
    var recordings: [Data] { heard.recordings.withLock { $0 } }

    private static func accept(on listener: OpenSocket, _ target: UInt16, _ heard: Heard) {
        while true {
            let descriptor = Glibc.accept(listener.descriptor, nil, nil)
            guard descriptor >= 0 else { return }
            let dialler = OpenSocket(descriptor)
            guard let host = try? OpenSocket(LoopbackSocket.connect(to: target)) else { continue }
            let index = heard.recordings.withLock { recordings in
                recordings.append(Data())
                return recordings.count - 1
            }
            Thread.detachNewThread {
                pass(from: dialler, to: host) { piece in heard.recordings.withLock { $0[index] += piece } }
            }
            Thread.detachNewThread { pass(from: host, to: dialler) { _ in } }
        }
    }

    /// Passes bytes on to the end of either side.
    private static func pass(from source: OpenSocket, to target: OpenSocket, _ note: (Data) -> Void) {
        while true {
            let bytes = Descriptor.read(source.descriptor)
            guard !bytes.isEmpty, LoopbackSocket.send(bytes, to: target.descriptor) else { break }
            note(Data(bytes))
        }
        target.end()
        source.end()
    }
}

/// A socket that is closed once no thread uses it: until then nobody else's socket gets its number.
private final class OpenSocket: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Ends it in both directions, for all who use it.
    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}

/// Blocking TCP on loopback.
enum LoopbackSocket {
    static func listen() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var (address, size) = (address(port: 0), socklen_t(MemoryLayout<sockaddr_in>.size))
        let status = withPointer(to: &address) { bind(descriptor, $0, size) }
        guard status == 0, Glibc.listen(descriptor, 64) == 0 else { throw HarnessError("cannot listen") }
        _ = withPointer(to: &address) { getsockname(descriptor, $0, &size) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    static func connect(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = address(port: port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard withPointer(to: &address, { Glibc.connect(descriptor, $0, size) }) == 0 else {
            close(descriptor)
            throw HarnessError("nobody listens at port \(port)")
        }
        return descriptor
    }

    /// Whether all of it could be sent.
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func withPointer<Result>(
        to address: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
