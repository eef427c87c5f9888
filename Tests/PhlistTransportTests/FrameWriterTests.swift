import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import PhlistTransport

@Suite struct FrameWriterTests {
    @Test func `what may wait goes out behind what is sent after it, one frame at a time`() throws {
        let system = BusySystem()
        let channel = EmbeddedChannel(handlers: [system, Idle()])
        let writer = Writer(on: channel)
        let photo = Array(repeating: UInt8(7), count: 60_000)
        try writer.send(Frame(type: 1, body: photo))
        for number in 0..<3 { try writer.sendLater(Frame(type: UInt8(100 + number), body: photo)) }
        for number in 0..<2 { try writer.send(Frame(type: UInt8(50 + number), body: [1])) }
        // Until the system has taken what was sent, no photo is handed to it; then one, and nothing behind it.
        #expect(system.held == 3)
        for _ in 0..<3 { system.takeOne() }
        #expect(system.held == 1)
        try writer.send(Frame(type: 52, body: [1]))
        #expect(system.held == 2)
        while system.held > 0 { system.takeOne() }
        #expect(try writer.frames() == [1, 50, 51, 100, 52, 101, 102])
    }
}

/// The frame writer of one connection, and what reached the other end.
private struct Writer {
    private let channel: EmbeddedChannel
    private let connection: Connection
    private let writer: FrameWriter

    init(on channel: EmbeddedChannel) {
        self.channel = channel
        connection = Connection(id: ConnectionID(rawValue: 1), limits: TransportLimits(), eventLoop: channel.eventLoop)
        writer = FrameWriter(connection, limits: TransportLimits()) { _ in }
    }

    private var context: ChannelHandlerContext {
        get throws { try channel.pipeline.syncOperations.context(handlerType: Idle.self) }
    }

    func send(_ frame: Frame) throws {
        try #require(connection.outbound.withLock { $0.add(frame.encodedSize) } != nil)
        writer.write([frame], to: try context)
    }

    func sendLater(_ frame: Frame) throws {
        try #require(writer.writeLater(frame, to: try context))
    }

    /// The types of the frames that the system has taken, in their order.
    func frames() throws -> [UInt8] {
        var decoder = FrameDecoder(frameSizeMax: TransportLimits().frameSizeMax)
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
            decoder.append(bytes)
        }
        var types: [UInt8] = []
        while case .frame(let frame) = decoder.next() { types.append(frame.type) }
        return types
    }
}

/// The handler in whose place the writer writes.
private final class Idle: ChannelInboundHandler {
    typealias InboundIn = Any
}

/// A system that takes no bytes before it is told to.
private final class BusySystem: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private var writes: [() -> Void] = []

    /// How many writes wait for the system.
    var held: Int { writes.count }

    func takeOne() {
        writes.removeFirst()()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        writes.append { context.writeAndFlush(data, promise: promise) }
    }
}
