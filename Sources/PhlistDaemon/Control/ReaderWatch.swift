import NIOCore
import Synchronization

/// Closes the connection of a client that has stopped reading, before its pending data costs anything.
final class ReaderWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let state: Mutex<State>
    private let streamTimeout: TimeAmount

    private struct State {
        var timeout: TimeAmount
        var timer: Scheduled<Void>?
    }

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - timeout: The time that a reply may wait for its reader.
    ///   - streamTimeout: The same for a stream.
    init(timeout: TimeAmount, streamTimeout: TimeAmount) {
        state = Mutex(State(timeout: timeout))
        self.streamTimeout = streamTimeout
    }

    /// Applies the timeout of a stream from now on.
    func expectStream() {
        state.withLock { $0.timeout = streamTimeout }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let channel = context.channel
        state.withLock { state in
            state.timer?.cancel()
            guard !channel.isWritable else { return }
            state.timer = channel.eventLoop.scheduleTask(in: state.timeout) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        state.withLock { $0.timer?.cancel() }
        context.fireChannelInactive()
    }
}
