import NIOCore
import NIOSSL
import NIOTLS
import Synchronization

/// The life of one connection, on its event loop: handshake, frames in and out, limits and the end.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    /// What is the same for all connections of a transport.
    struct Surroundings {
        let configuration: TransportConfiguration
        let registry: Registry
        let emit: @Sendable (TransportEvent) -> Void
    }

    private enum Phase {
        /// There is no TCP connection yet.
        /// Can transition to:
        /// - handshaking: the socket was accepted, or the dial succeeded
        /// - ended: the dial failed or was taken back
        case waiting
        /// TLS decides whether the two ends want each other.
        /// Can transition to:
        /// - open: both keys are proven, and this end admits the other
        /// - closing: refused, failed, too slow, or not wanted any more
        /// - ended: the peer went away
        case handshaking(ChannelHandlerContext)
        /// Frames go both ways.
        /// Can transition to:
        /// - closing: for every reason but the peer's own
        /// - ended: the peer went away
        case open(ChannelHandlerContext, PeerKey)
        /// Nothing is delivered or taken for sending any more; what was sent before may still go out.
        /// Can transition to:
        /// - ended: the socket is closed
        case closing(DisconnectReason)
        case ended
    }

    private let connection: Connection
    private let direction: Direction
    private let expected: Fingerprint?
    private let surroundings: Surroundings
    private let limits: TransportLimits

    private var phase = Phase.waiting
    private var remote: NetworkAddress?
    private var wasOpen = false
    private var decoder: FrameDecoder
    private var inbound: InboundFlow
    private var readIsHeldBack = false
    private var refusal: DisconnectReason?
    private var authenticationTimer: Scheduled<Void>?
    private lazy var writer = FrameWriter(connection, limits: limits) { [weak self] in self?.noticed($0) }

    init(
        _ connection: Connection,
        _ direction: Direction,
        remote: NetworkAddress?,
        expecting expected: Fingerprint?,
        in surroundings: Surroundings
    ) {
        self.connection = connection
        self.direction = direction
        self.remote = remote
        self.expected = expected
        self.surroundings = surroundings
        limits = surroundings.configuration.limits
        decoder = FrameDecoder(frameSizeMax: limits.unauthenticatedFrameSizeMax)
        inbound = InboundFlow(limits: limits)
    }

    // MARK: - From nothing to a handshake

    /// The socket is there: puts TLS and this handler on top of it.
    func attach(to channel: any Channel) {
        guard case .waiting = phase else {
            channel.close(promise: nil)
            return
        }
        do {
            remote = NetworkAddress(channel.remoteAddress) ?? remote
            let tls = try TLS(surroundings.configuration).handler(direction) { [weak self] in self?.judge($0) ?? .failed
            }
            try channel.pipeline.syncOperations.addHandlers(tls, self)
        } catch {
            channel.close(promise: nil)
            finish(.tlsFailed("\(error)"))
        }
    }

    /// There will be no socket.
    func dialFailed(_ reason: DisconnectReason) {
        guard case .waiting = phase else { return }
        finish(reason)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        phase = .handshaking(context)
        let ofDials = direction == .outbound ? limits.outboundAuthenticationTimeout : nil
        startAuthenticationTimer(ofDials ?? limits.authenticationTimeout, context)
    }

    private func startAuthenticationTimer(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        authenticationTimer?.cancel()
        authenticationTimer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
            abort(.authenticationTimeout)
        }
    }

    // MARK: - From the handshake to an open connection

    /// TLS asks whether these certificates will do.
    private func judge(_ certificates: [NIOSSLCertificate]) -> NIOSSLVerificationResult {
        guard certificates.count == 1, let key = PeerKey(certificates[0]) else {
            refusal = .unusableCertificate
            return .failed
        }
        guard admits(key) else {
            refusal = .notAdmitted(key)
            return .failed
        }
        return .certificateVerified
    }

    private func admits(_ key: PeerKey) -> Bool {
        (expected == nil || expected == key.fingerprint) && surroundings.configuration.admission(key)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiated) = event as? TLSUserEvent, case .handshaking = phase {
            handshakeCompleted(context, negotiated: negotiated)
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Asks again what was asked during the handshake, because a resumed one would not have asked.
    private func handshakeCompleted(_ context: ChannelHandlerContext, negotiated: String?) {
        guard negotiated == surroundings.configuration.applicationProtocol else { return abort(.wrongProtocol) }
        let tls = try? context.pipeline.syncOperations.handler(type: NIOSSLHandler.self)
        guard let key = tls?.peerCertificate.flatMap(PeerKey.init), let remote else {
            return abort(.unusableCertificate)
        }
        guard admits(key) else { return abort(.notAdmitted(key)) }
        phase = .open(context, key)
        wasOpen = true
        surroundings.emit(.connected(connection.id, key, direction, remote))
    }

    /// The caller knows who this is: from now on the limits are those of a session.
    func authenticated() {
        guard case .open(let context, _) = phase, !inbound.isAuthenticated else { return }
        guard surroundings.registry.authenticated(connection.id) else { return abort(.tooManyConnections) }
        authenticationTimer?.cancel()
        decoder.frameSizeMax = limits.frameSizeMax
        inbound.authenticated()
        proceed(context)
    }

    /// What comes may be large from now on, and take its time.
    func takesLargeFrames() {
        decoder.frameSizeMax = limits.frameSizeMax
        allow(limits.provenTimeout)
    }

    /// Somebody has to write to a disk before the next frame.
    func allowsWriting() {
        allow(limits.writingTimeout)
    }

    private func allow(_ time: TimeAmount) {
        guard case .open(let context, _) = phase, !inbound.isAuthenticated else { return }
        startAuthenticationTimer(time, context)
    }

    /// Admission may have changed its mind.
    func recheck() {
        guard case .open(_, let key) = phase, !admits(key) else { return }
        abort(.notAdmitted(key))
    }

    // MARK: - Frames in

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .open = phase else { return }
        decoder.append(Self.unwrapInboundIn(data))
        deliver()
    }

    private func deliver() {
        while case .open = phase, inbound.mayDeliver {
            switch decoder.next() {
            case .frame(let frame):
                inbound.delivered(cost: frame.cost)
                surroundings.emit(.received(connection.id, frame))
            case .needMore:
                return
            case .invalid(let length):
                abort(.invalidFrame(length: length))
            }
        }
    }

    /// The caller is done with frames of this cost.
    func consumed(cost: Int) {
        guard case .open(let context, _) = phase else { return }
        inbound.consumed(cost: cost)
        proceed(context)
    }

    private func proceed(_ context: ChannelHandlerContext) {
        deliver()
        if inbound.mayRead {
            releaseRead(context)
        }
    }

    func read(context: ChannelHandlerContext) {
        // A closing connection reads on, or it would never see the peer's farewell.
        if case .open = phase, !inbound.mayRead {
            readIsHeldBack = true
        } else {
            context.read()
        }
    }

    private func releaseRead(_ context: ChannelHandlerContext) {
        guard readIsHeldBack else { return }
        readIsHeldBack = false
        context.read()
    }

    // MARK: - Frames out

    /// Sends frames that have their place in the queue.
    func send(_ frames: [Frame]) {
        guard case .open(let context, _) = phase else {
            let count = frames.reduce(0) { $0 + $1.encodedSize }
            return connection.outbound.withLock { _ = $0.remove(count) }
        }
        if let large = frames.first(where: { $0.size > limits.frameSizeMax }) {
            return abort(.invalidFrame(length: UInt32(clamping: large.size)))
        }
        writer.write(frames, to: context)
    }

    /// Sends a frame when nothing else waits to be sent; one too many is dropped.
    func sendLater(_ frame: Frame) {
        guard case .open(let context, _) = phase, frame.size <= limits.frameSizeMax else { return }
        _ = writer.writeLater(frame, to: context)
    }

    private func noticed(_ notice: FrameWriter.Notice) {
        guard case .open = phase else { return }
        switch notice {
        case .drained: surroundings.emit(.drained(connection.id))
        case .stalled: abort(.stalled)
        }
    }

    // MARK: - The end

    /// Closes after what was sent is out.
    func close() {
        switch phase {
        case .waiting:
            finish(.closedLocally)
        case .handshaking:
            abort(.closedLocally)
        case .open(let context, _):
            phase = .closing(.closedLocally)
            context.close(promise: nil)
            releaseRead(context)
        case .closing, .ended:
            break
        }
    }

    /// Closes the socket below TLS: nothing more goes out, not even a farewell.
    func abort(_ reason: DisconnectReason) {
        switch phase {
        case .waiting:
            finish(reason)
        case .handshaking(let context), .open(let context, _):
            phase = .closing(reason)
            let tls = try? context.pipeline.syncOperations.context(handlerType: NIOSSLHandler.self)
            (tls ?? context).close(promise: nil)
        case .closing, .ended:
            break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOSSLError.uncleanShutdown: abort(.closedByPeer)
        case is NIOSSLError, is BoringSSLError: abort(refusal ?? .tlsFailed("\(error)"))
        default: abort(.broken(NetworkFault.words(for: error)))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .closing(let reason) = phase {
            finish(reason)
        } else {
            finish(.closedByPeer)
        }
    }

    private func finish(_ reason: DisconnectReason) {
        if case .ended = phase { return }
        phase = .ended
        authenticationTimer?.cancel()
        writer.stop()
        connection.stop()
        if wasOpen || direction == .outbound {
            surroundings.emit(.disconnected(connection.id, reason))
        } else {
            surroundings.emit(.refused(remote, reason))
        }
        // Last, so that who waits for the end of all connections has heard of every one.
        surroundings.registry.ended(connection.id)
    }
}
