import Glibc
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import PhlistControl
import PhlistTransport
import PhlistWeb
import Synchronization

/// An open listening socket for browsers: HTTP/2 and HTTP/1.1 over TLS, from the home network.
final class WebListener: Sendable {
    private let connections: WebConnections
    private let logger: Logger
    private let refusals: RefusalTeller
    /// The parts that judge and serve the next connection.
    private let current: Mutex<Surroundings>
    private let served = ServedConnections()
    private let isClosing = Mutex(false)

    /// The parts that may change while it is open.
    struct Surroundings: Sendable {
        var http: HTTP2UpgradeChannel
        var policy: WebPolicy
        /// The addresses of this machine, of the places that the configuration names.
        var addresses: [IPAddress]
        /// Whether the configuration names no places, and all are served.
        var isEverywhere: Bool
    }

    init(connections: WebConnections, surroundings: Surroundings, logger: Logger) {
        (self.connections, self.logger) = (connections, logger)
        refusals = RefusalTeller(logger: logger)
        current = Mutex(surroundings)
    }

    /// Applies other names, addresses or certificates to connections from now on.
    func change(to surroundings: Surroundings) {
        current.withLock { $0 = surroundings }
    }

    /// Returns the connections for a certificate.
    static func http(_ tls: TLSConfiguration, _ responder: WebResponder) throws(ControlError) -> HTTP2UpgradeChannel {
        var tls = tls
        tls.minimumTLSVersion = .tlsv12
        do {
            return try HTTP2UpgradeChannel(
                tlsConfiguration: tls,
                configuration: .init(
                    idleTimeout: .seconds(WebLimits.idleSecondsMax),
                    streamConfiguration: .init(
                        additionalChannelHandlers: [Self.readerWatch()],
                        idleTimeout: .seconds(Int64(WebLimits.idleSecondsMax))
                    )
                )
            ) { request, writer, channel in try await responder.respond(to: request, writer, channel) }
        } catch {
            throw ControlError(.configuration, "the certificate cannot be used: \(error)")
        }
    }

    private static func readerWatch() -> ReaderWatch {
        ReaderWatch(
            timeout: .seconds(Int64(WebLimits.replySecondsMax)),
            streamTimeout: .seconds(Int64(WebLimits.replySecondsMax))
        )
    }

    /// Opens the socket, for IPv6 and IPv4.
    ///
    /// - Throws: `unavailable` with the reason if it cannot be opened.
    func open(port: Int) async throws(ControlError) -> any Channel {
        do {
            return try await bind("::", port)
        } catch let error as IOError where [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.errnoCode) {
            // This machine has no IPv6.
            do {
                return try await bind("0.0.0.0", port)
            } catch {
                throw Self.cannotListen(port, error)
            }
        } catch {
            throw Self.cannotListen(port, error)
        }
    }

    private static func cannotListen(_ port: Int, _ error: any Error) -> ControlError {
        let reason = (error as? IOError).map { Errno(code: $0.errnoCode).description } ?? "\(error)"
        return ControlError(
            .unavailable,
            "port \(port) for the page cannot be opened: \(reason)",
            hint: "choose another one: phlistctl config set web-port NUMBER"
        )
    }

    private func bind(_ host: String, _ port: Int) async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: ControlLimits.backlog)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in self.setUp(channel) }
            .bind(host: host, port: port).get()
    }

    /// Runs on the event loop of the channel, before it is active.
    private func setUp(_ channel: any Channel) -> EventLoopFuture<Void> {
        let surroundings = current.withLock { $0 }
        guard let address = IPAddress(channel),
            surroundings.policy.admits(address, besides: surroundings.addresses)
        else { return refuse(channel, because: "not in the home network") }
        let places = surroundings.isEverywhere ? nil : surroundings.addresses
        guard let local = IPAddress(channel.localAddress), WebPolicy.serves(local, on: places) else {
            return refuse(channel, because: "on an address where nothing is served")
        }
        guard connections.admit(channel, from: address) else {
            return refuse(channel, because: "too many connections")
        }
        guard !isClosing.withLock({ $0 }) else { return refuse(channel, because: "the page is closing") }
        let http = surroundings.http
        return http.setup(channel: channel, logger: logger)
            .flatMapThrowing { [served, logger] value in
                try HandshakeWatch.add(to: channel, patience: .seconds(Int64(WebLimits.handshakeSecondsMax)))
                try channel.pipeline.syncOperations.addHandler(PlainRequest(), position: .first)
                served.add(channel) { await http.handle(value: value, logger: logger) }
            }
    }

    private func refuse(_ channel: any Channel, because reason: String) -> EventLoopFuture<Void> {
        let address = IPAddress(channel)?.description ?? "unknown"
        refusals.tell("browser refused", of: address, ["address": "\(address)", "reason": "\(reason)"])
        channel.close(promise: nil)
        return channel.eventLoop.makeSucceededVoidFuture()
    }

    /// Serves connections until the socket is closed.
    func serve(_ server: any Channel) async {
        await served.serve(until: server) { server.close(promise: nil) }
    }

    /// Closes the socket, and the connections within a time.
    func close(_ server: any Channel, within time: TimeAmount) async {
        // Before the connections are listed: one that was set up without seeing this is in the list.
        isClosing.withLock { $0 = true }
        try? await server.close()
        connections.stop(within: time)
    }
}
