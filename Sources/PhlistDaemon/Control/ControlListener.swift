import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
import PhlistControl
import ServiceLifecycle

/// Serves the control API on a control socket.
///
/// The caller's identity and the number of connections are checked here, once for each connection.
package struct ControlListener: Service {
    private let socket: ControlSocket
    private let responder: RouterResponder<ControlContext>
    private let idleTimeout: TimeAmount
    private let streamIdleTimeout: TimeAmount
    private let drainTimeout: TimeAmount
    private let streamDrainTimeout: TimeAmount
    private let isOwner: @Sendable (UInt32) -> Bool
    private let isOpenToOthers: Bool
    private let logger: Logger
    private let connections = ControlConnections()
    private let shares = UserShares()
    private let refusals: RefusalTeller

    /// Creates a listener; `run` takes over the socket and removes it at the end.
    ///
    /// A listener that is not open to others answers only owners, even if the directory and the socket were opened to
    /// others by mistake.
    package init(
        socket: ControlSocket,
        service: any ControlService,
        idleMilliseconds: Int64 = Int64(ControlLimits.idleSecondsMax) * 1000,
        streamIdleMilliseconds: Int64 = Int64(ControlLimits.streamIdleSecondsMax) * 1000,
        drainMilliseconds: Int64 = Int64(ControlLimits.drainSecondsMax) * 1000,
        isOwner: @escaping @Sendable (_ uid: UInt32) -> Bool = Caller.isOwner(uid:),
        isOpenToOthers: Bool,
        logger: Logger
    ) {
        self.socket = socket
        self.responder = ControlRoutes(service: service).responder()
        self.idleTimeout = .milliseconds(idleMilliseconds)
        self.streamIdleTimeout = .milliseconds(streamIdleMilliseconds)
        self.drainTimeout = .milliseconds(drainMilliseconds)
        self.streamDrainTimeout = .milliseconds(drainMilliseconds / ControlLimits.streamDrainDivisor)
        self.isOwner = isOwner
        self.isOpenToOthers = isOpenToOthers
        self.logger = logger
        let interval = RefusalLog.controlIntervalMilliseconds
        refusals = RefusalTeller(logger: logger, intervalMilliseconds: interval)
    }

    /// Serves until the task is told to shut down gracefully, then drains and removes the socket file.
    package func run() async throws {
        defer { socket.remove() }
        let served = ServedConnections()
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                setUp(channel).map { connection in served.add(channel) { await serve(connection) } }
            }
            .withBoundSocket(socket.descriptor).get()
        let close: @Sendable () -> Void = {
            server.close(promise: nil)
            connections.stop(within: drainTimeout)
        }
        await withGracefulShutdownHandler {
            await served.serve(until: server, onCancel: close)
        } onGracefulShutdown: {
            close()
        }
    }

    /// The outcome for a new connection.
    private enum Connection: Sendable {
        case admitted(HTTP1Channel, HTTP1Channel.Value)
        case refused(any Channel, ControlError)
    }

    /// Runs on the event loop of the channel, before it is active; it never fails, or the channel would leak.
    private func setUp(_ channel: any Channel) -> EventLoopFuture<Connection> {
        Self.uid(of: channel).flatMap { uid in
            if let refusal = admit(channel, of: uid) {
                return channel.eventLoop.makeSucceededFuture(.refused(channel, refusal))
            }
            let departure = Departure()
            let reader = ReaderWatch(timeout: idleTimeout, streamTimeout: streamIdleTimeout)
            let http = http(for: uid, departure, reader)
            return channel.pipeline.addHandlers(DepartureHandler(departure), reader)
                .flatMap { http.setup(channel: channel, logger: logger) }
                .map { .admitted(http, $0) }
        }.recover { cause in
            logger.error("control connection lost", metadata: ["cause": "\(cause)"])
            return .refused(channel, ControlError(.internal, "phlistd cannot tell who is calling"))
        }
    }

    private func admit(_ channel: any Channel, of uid: UInt32) -> ControlError? {
        guard isOpenToOthers || isOwner(uid) else { return Self.notForOthers }
        return connections.admit(channel, of: uid, isOwner: isOwner(uid))
    }

    private static var notForOthers: ControlError {
        ControlError(
            .notPermitted,
            "this phlistd serves uid \(geteuid()) alone",
            hint: "use your own, or the system service: systemctl start phlistd"
        )
    }

    private static func uid(of channel: any Channel) -> EventLoopFuture<UInt32> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let credentials: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(
            level: .socket,
            name: .init(rawValue: SO_PEERCRED)
        )
        return credentials.map(\.uid)
    }

    private func http(for uid: UInt32, _ departure: Departure, _ reader: ReaderWatch) -> HTTP1Channel {
        let share = shares.share(of: uid)
        return HTTP1Channel(
            responder: { request, writer, channel in
                let turn = RequestTurn(share.requests)
                defer { turn.giveBack() }
                let caller = Caller(uid: uid, loginName: Caller.loginName(of: uid), isOwner: isOwner(uid))
                let source = ControlContext.Source(
                    caller: caller,
                    hangUp: { channel.close(within: streamDrainTimeout) },
                    departure: departure,
                    reader: reader,
                    turn: turn,
                    uploads: share.uploads,
                    logger: logger
                )
                let response = try await responder.respond(to: request, context: ControlContext(source: source))
                try await Self.write(response, to: writer)
            },
            configuration: .init(idleTimeout: idleTimeout)
        )
    }

    @concurrent private static func write(_ response: Response, to writer: consuming ResponseWriter) async throws {
        do {
            try await writer.write(response: response.head, body: response.body)
        } catch {
            // A parse error of the next request must not insert a second head into a reply that has started.
            throw ChannelError.ioOnClosedChannel
        }
    }

    private func serve(_ connection: Connection) async {
        switch connection {
        case .admitted(let http, let value): await http.handle(value: value, logger: logger)
        case .refused(let channel, let error): await refuse(channel, error)
        }
    }

    /// Sends the reason in one reply, without reading a request.
    private func refuse(_ channel: any Channel, _ error: ControlError) async {
        let metadata: Logger.Metadata = ["code": "\(error.code.rawValue)", "reason": "\(error.message)"]
        refusals.tell("control connection refused", of: error.message, metadata)
        do {
            let body = try ControlBody.line(ErrorReply(error: error))
            let status = HTTPResponse.Status(code: error.code.httpStatus)
            var reply = ByteBuffer(
                string: "HTTP/1.1 \(status)\r\ncontent-type: application/json\r\n"
                    + "content-length: \(body.readableBytes)\r\nconnection: close\r\n\r\n"
            )
            reply.writeImmutableBuffer(body)
            try await channel.writeAndFlush(reply)
        } catch {
            logger.debug("control connection lost", metadata: ["cause": "\(error)"])
        }
        channel.close(promise: nil)
    }
}
