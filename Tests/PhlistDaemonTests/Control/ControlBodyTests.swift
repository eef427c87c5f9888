import NIOCore
import Testing

@testable import PhlistDaemon

/// What is read of a body that nobody wants.
@Suite(.timeLimit(.minutes(1))) struct ControlBodyTests {
    @Test func `a body that never ends is read on until a client can have sent all that is taken`() async throws {
        let (body, client) = AsyncStream.makeStream(of: ByteBuffer.self)
        for _ in 0..<10 { client.yield(ByteBuffer(repeating: 1, count: 100)) }
        try await body.drain(upTo: 450)
        client.finish()
        #expect(await body.reduce(0) { count, _ in count + 1 } == 5)
    }
}
