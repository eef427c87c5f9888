import NIOCore
import NIOSSL
import NIOTLS
import Synchronization

/// The life of one connection, on its event loop: handshake, frames in and out, limits and the end.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    /// The state shared by all connections of a transport.
    struct Surroundings {
        let configuration: TransportConfiguration
        let registry: Registry
        let emit: @Sendable (TransportEvent) -> Void
    }

    private enum Phase {
        /// There is no TCP connection yet.
        /// Can transition to:
        /// - handshaking: the socket was accepted, or the dial succeeded
        /// - ended: the dial failed or was cancelled
        case waiting
        /// The TLS handshake decides whether the two ends accept each other.
        /// Can transition to:
        /// - open: both keys are proven, and this end admits the other
        /// - closing: refused, failed, too slow, or no longer wanted
        /// - ended: the peer went away
        case handshaking(ChannelHandlerContext)
        /// Frames go both ways.
        /// Can transition to:
        /// - closing: for every reason but the peer going away
        /// - ended: the peer went away
        case open(ChannelHandlerContext, PeerKey)
        /// Nothing more is delivered or accepted for sending; frames sent before may still go out.
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

    /// Adds TLS and this handler to the pipeline of a new socket.
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

    /// Ends a dial that got no socket.
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

    /// Decides, for TLS, whether the peer's certificates are acceptable.
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

    /// Repeats the checks of the handshake, because a resumed session would have skipped them.
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

    /// Switches to the limits of a session, now that the caller has authenticated the peer.
    func authenticated() {
        guard case .open(let context, _) = phase, !inbound.isAuthenticated else { return }
        guard surroundings.registry.authenticated(connection.id) else { return abort(.tooManyConnections) }
        authenticationTimer?.cancel()
        decoder.frameSizeMax = limits.frameSizeMax
        inbound.authenticated()
        proceed(context)
    }

    /// Allows large frames from now on, and `provenTimeout` for them.
    func takesLargeFrames() {
        decoder.frameSizeMax = limits.frameSizeMax
        allow(limits.provenTimeout)
    }

    /// Allows `diskTimeout` from now on, because one side has to write to its disk before the next frame.
    func waitsForDisk() {
        allow(limits.diskTimeout)
    }

    private func allow(_ time: TimeAmount) {
        guard case .open(let context, _) = phase, !inbound.isAuthenticated else { return }
        startAuthenticationTimer(time, context)
    }

    /// Asks admission again, and aborts the connection if the key is no longer admitted.
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

    /// Returns the cost of frames that the caller has finished with, which may resume reading.
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

    /// Sends frames that were already added to the outbound queue.
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

    /// Sends a frame when nothing else waits to be sent; drops it if it is too large or too many wait.
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

    /// Closes once all sent frames are out.
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
        default: abort(.broken(NetworkFault(error)))
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
        // Last, so that a caller that waits for the end of all connections has received every event.
        surroundings.registry.ended(connection.id)
    }
}
