import NIOCore
import NIOSSL
import NIOTLS
import Synchronization

/// Closes a connection whose handshake takes too long; it stands behind the handler of TLS.
final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let patience: TimeAmount
    private let timer = Mutex<Scheduled<Void>?>(nil)

    private init(patience: TimeAmount) {
        self.patience = patience
    }

    /// Watches a connection that has a handler of TLS; runs on its event loop.
    static func add(to channel: any Channel, patience: TimeAmount) throws {
        let pipeline = channel.pipeline.syncOperations
        let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
        try pipeline.addHandler(HandshakeWatch(patience: patience), position: .after(tls))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        timer.withLock { $0 = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) } }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer.withLock { $0?.cancel() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { timer.withLock { $0?.cancel() } }
        context.fireUserInboundEventTriggered(event)
    }
}
