import Foundation
import Testing

/// The eavesdropper of the other tests, which shares their process.
struct EavesdropperTests {
    private static let connectionCount = 2_000

    @Test func `an eavesdropper ends no socket but those of its own connections`() throws {
        let (listener, port) = try LoopbackSocket.listen()
        let eve = try Eavesdropper(before: port)
        Thread.detachNewThread {
            while case let host = accept(listener, nil, nil), host >= 0 { close(host) }
            close(listener)
        }
        defer { shutdown(listener, Int32(SHUT_RDWR)) }
        var lost = 0
        for _ in 0..<Self.connectionCount {
            close(try LoopbackSocket.connect(to: eve.port))
            lost += try Self.isOpenForOthers() ? 0 : 1
        }
        #expect(lost == 0)
    }

    /// Whether a pair of sockets of somebody else, with the lowest free numbers, passes on what is sent.
    private static func isOpenForOthers() throws -> Bool {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw HarnessError("no pair of sockets: \(String(cString: strerror(errno)))")
        }
        defer { pair.forEach { close($0) } }
        sched_yield()
        return LoopbackSocket.send([1], to: pair[0]) && Descriptor.read(pair[1]) == [1]
    }
}
