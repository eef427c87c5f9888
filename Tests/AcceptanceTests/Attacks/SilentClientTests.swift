import Foundation
import Testing

/// Clients that hold a connection to a running phlistd and never finish a handshake.
struct SilentClientTests {
    /// How a handshake begins that will be half a kilobyte long.
    private static let beginning: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3]

    @Test(arguments: [false, true])
    func `phlistd hangs up after five seconds on who says nothing, or a byte now and then`(isDripping: Bool) throws {
        let home = try Home()
        let descriptor = try LoopbackSocket.connect(to: Pairing.port(of: home))
        defer { close(descriptor) }
        let began = ContinuousClock.now
        var bytes = Self.beginning[...]
        while !Descriptor.isReadable(descriptor, until: .now + .milliseconds(100)) {
            try #require(ContinuousClock.now - began < .seconds(15), "it is still open")
            if isDripping { #expect(LoopbackSocket.send([bytes.popFirst() ?? 0], to: descriptor)) }
        }
        #expect(Descriptor.read(descriptor).isEmpty)
        #expect((.seconds(4)...(.seconds(8))).contains(ContinuousClock.now - began))
    }
}
