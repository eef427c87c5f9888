import NIOCore
import Synchronization

/// Writes the frames of one connection and detects when the peer stops taking them; on the connection's event loop.
final class FrameWriter {
    /// A condition that the writer reports.
    enum Notice {
        case drained
        case stalled
    }

    /// The size of one write, in bytes: small, so that a slow peer's progress shows long before the whole queue is out.
    private static let pieceSize = 64 << 10

    private let connection: Connection
    private let stallTimeout: TimeAmount
    private let laterFramesMax: Int
    private let notify: (Notice) -> Void
    private var stallTimer: Scheduled<Void>?
    private var lastProgress = NIODeadline.now()
    private var waiting = 0
    /// Frames that are sent one at a time, each when nothing else waits.
    private var later: [Frame] = []

    init(_ connection: Connection, limits: TransportLimits, notify: @escaping (Notice) -> Void) {
        self.connection = connection
        stallTimeout = limits.stallTimeout
        laterFramesMax = limits.laterFramesMax
        self.notify = notify
    }

    /// Writes frames that were already added to the connection's outbound queue, with one flush.
    func write(_ frames: [Frame], to context: ChannelHandlerContext) {
        var bytes = context.channel.allocator.buffer(capacity: frames.reduce(0) { $0 + $1.encodedSize })
        for frame in frames {
            bytes.writeFrame(frame)
        }
        if waiting == 0 {
            lastProgress = .now()
        }
        waiting += bytes.readableBytes
        while let piece = bytes.readSlice(length: min(bytes.readableBytes, Self.pieceSize)), piece.readableBytes > 0 {
            write(piece, to: context)
        }
        context.flush()
        watch(on: context.eventLoop)
    }

    /// Writes a frame when everything else is out; at most one such frame is ever ahead of the next regular one.
    ///
    /// - Returns: Whether there was room for it.
    func writeLater(_ frame: Frame, to context: ChannelHandlerContext) -> Bool {
        guard later.count < laterFramesMax else { return false }
        later.append(frame)
        writeNextLater(to: context)
        return true
    }

    private func writeNextLater(to context: ChannelHandlerContext) {
        guard waiting == 0, !later.isEmpty else { return }
        let frame = later.removeFirst()
        guard connection.outbound.withLock({ $0.add(frame.encodedSize) }) != nil else { return }
        write([frame], to: context)
    }

    /// Cancels the timer and drops the waiting frames when the connection ends.
    func stop() {
        stallTimer?.cancel()
        stallTimer = nil
        waiting = 0
        later = []
    }

    private func write(_ piece: ByteBuffer, to context: ChannelHandlerContext) {
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess { [self] in
            taken(piece.readableBytes)
            writeNextLater(to: context)
        }
        context.write(NIOAny(piece), promise: promise)
    }

    private func taken(_ count: Int) {
        waiting = max(0, waiting - count)
        lastProgress = .now()
        if connection.outbound.withLock({ $0.remove(count) }) {
            notify(.drained)
        }
    }

    /// Schedules a check for the time at which the last progress is `stallTimeout` old.
    private func watch(on eventLoop: any EventLoop) {
        guard waiting > 0, stallTimer == nil else { return }
        stallTimer = eventLoop.assumeIsolated().scheduleTask(deadline: lastProgress + stallTimeout) { [self] in
            stallTimer = nil
            if waiting > 0, .now() - lastProgress >= stallTimeout {
                notify(.stalled)
            } else {
                watch(on: eventLoop)
            }
        }
    }
}
