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

    typealias Server = NIOAsyncChannel<HTTP2UpgradeChannel.Value?, Never>

    /// Opens the socket, for IPv6 and IPv4.
    ///
    /// - Throws: `unavailable` with the reason if it cannot be opened.
    func open(port: Int) async throws(ControlError) -> Server {
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

    private func bind(_ host: String, _ port: Int) async throws -> Server {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: ControlLimits.backlog)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .bind(host: host, port: port) { channel in self.setUp(channel) }
    }

    /// Runs on the event loop of the channel; nil for a connection that is closed again.
    private func setUp(_ channel: any Channel) -> EventLoopFuture<HTTP2UpgradeChannel.Value?> {
        let surroundings = current.withLock { $0 }
        guard let address = IPAddress(channel),
            surroundings.policy.admits(address, besides: surroundings.addresses)
        else { return refuse(channel, because: "not in the home network") }
        let served = surroundings.isEverywhere ? nil : surroundings.addresses
        guard let local = IPAddress(channel.localAddress), WebPolicy.serves(local, on: served) else {
            return refuse(channel, because: "on an address where nothing is served")
        }
        guard connections.admit(channel, from: address) else {
            return refuse(channel, because: "too many connections")
        }
        return surroundings.http.setup(channel: channel, logger: logger)
            .flatMapThrowing { value in
                try HandshakeWatch.add(to: channel, patience: .seconds(Int64(WebLimits.handshakeSecondsMax)))
                try channel.pipeline.syncOperations.addHandler(PlainRequest(), position: .first)
                return value
            }
            .recover { _ in nil }
    }

    private func refuse(_ channel: any Channel, because reason: String) -> EventLoopFuture<HTTP2UpgradeChannel.Value?> {
        let address = IPAddress(channel)?.description ?? "unknown"
        refusals.tell("browser refused", of: address, ["address": "\(address)", "reason": "\(reason)"])
        channel.close(promise: nil)
        return channel.eventLoop.makeSucceededFuture(nil)
    }

    /// Serves connections until the socket is closed.
    func serve(_ server: Server) async {
        try? await server.executeThenClose { inbound in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in inbound {
                    guard let connection else { continue }
                    let http = current.withLock { $0.http }
                    group.addTask { await http.handle(value: connection, logger: self.logger) }
                }
            }
        }
    }
}
