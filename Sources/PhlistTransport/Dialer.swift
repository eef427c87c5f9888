import NIOCore
import NIOPosix

/// Opens outbound connections.
struct Dialer {
    private let surroundings: ConnectionHandler.Surroundings

    init(surroundings: ConnectionHandler.Surroundings) {
        self.surroundings = surroundings
    }

    /// Dials an address; called on the event loop of the connection.
    func dial(_ connection: Connection, to address: NetworkAddress, expecting: Fingerprint?, on loop: any EventLoop) {
        let handler = ConnectionHandler(connection, .outbound, remote: address, expecting: expecting, in: surroundings)
        connection.start(handler)
        // A shutdown before this line found no handler to close.
        guard !surroundings.registry.isShutDown else { return handler.close() }
        tcpConnection(to: address, on: loop).assumeIsolated().whenComplete { result in
            switch result {
            // Handlers are added only to the TCP connection that won: a name may be tried at several addresses at once.
            case .success(let channel): handler.attach(to: channel)
            case .failure(let error): handler.dialFailed(.unreachable(NetworkFault(error)))
            }
        }
    }

    private func tcpConnection(to address: NetworkAddress, on loop: any EventLoop) -> EventLoopFuture<any Channel> {
        let bootstrap = ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connectTimeout(surroundings.configuration.limits.connectTimeout)
        return switch address.host {
        case .address(let host): bootstrap.connect(to: SocketAddress(host, port: address.port))
        case .name(let name): bootstrap.connect(host: name, port: Int(address.port))
        }
    }
}
