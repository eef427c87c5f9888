import Glibc
import NIOCore
import NIOPosix

/// Opens the listening sockets of a transport.
struct Listener {
    private let group: any EventLoopGroup
    private let surroundings: ConnectionHandler.Surroundings

    init(group: any EventLoopGroup, surroundings: ConnectionHandler.Surroundings) {
        self.group = group
        self.surroundings = surroundings
    }

    /// An open listening socket.
    struct Socket {
        let place: ListenPlace
        /// The index of the interface when the socket was opened.
        let interfaceIndex: UInt32
        let channel: any Channel

        /// Whether the socket is open and its interface is still the same.
        var isCurrent: Bool { channel.isActive && place.interfaceIndex == interfaceIndex }
    }

    /// Listens on one port on all places that this machine has: the wanted port, one of a few after it if that is taken
    /// on any of them, or else a free one.
    func bind(_ places: [ListenPlace], port: UInt16) async throws(TransportError) -> (sockets: [Socket], port: UInt16) {
        let others = Self.offsets.compactMap { port.addingReportingOverflow($0).overflow ? nil : port + $0 }
        for candidate in port == 0 ? [] : [port] + others {
            do {
                return try await bindAll(places, port: candidate)
            } catch .taken {
                continue
            } catch {
                throw error.transportError
            }
        }
        do {
            return try await bindAll(places, port: 0)
        } catch {
            throw error.transportError
        }
    }

    /// Few enough for a firewall rule, and even: the ports between them are for pairing.
    private static let offsets: [UInt16] = [2, 4, 6]

    /// Listens on more places with the same port.
    func bindMore(_ places: [ListenPlace], port: UInt16) async throws(TransportError) -> [Socket] {
        do {
            return try await bindAll(places, port: port).sockets
        } catch {
            throw error.transportError
        }
    }

    private enum BindError: Error {
        case taken(ListenPlace, UInt16)
        case failed(ListenPlace, UInt16, reason: String)

        var transportError: TransportError {
            switch self {
            case .taken(let place, let port): Self.error(place, port, "address already in use")
            case .failed(let place, let port, let reason): Self.error(place, port, reason)
            }
        }

        private static func error(_ place: ListenPlace, _ port: UInt16, _ reason: String) -> TransportError {
            if case .interface(let name) = place { return .cannotListen("\(name), port \(port)", reason: reason) }
            return .cannotListen("\(NetworkAddress(place.host, port: port))", reason: reason)
        }
    }

    private func bindAll(
        _ places: [ListenPlace],
        port: UInt16
    ) async throws(BindError) -> (sockets: [Socket], port: UInt16) {
        var sockets: [Socket] = []
        var port = port
        for place in places {
            do {
                guard let socket = try await bindOne(place, port: port) else { continue }
                sockets.append(socket)
                port = NetworkAddress(socket.channel.localAddress)?.port ?? port
            } catch {
                await Self.close(sockets)
                throw error
            }
        }
        return (sockets, port)
    }

    /// Returns nil if this machine does not have the address or the interface.
    private func bindOne(_ place: ListenPlace, port: UInt16) async throws(BindError) -> Socket? {
        let index = place.interfaceIndex
        if case .interface = place, index == 0 { return nil }
        do {
            let channel = try await bind(to: place.host, port: port, interfaceIndex: index)
            return Socket(place: place, interfaceIndex: index, channel: channel)
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw .taken(place, port)
        } catch let error as IOError where [EADDRNOTAVAIL, ENODEV].contains(error.errnoCode) {
            return nil
        } catch {
            throw .failed(place, port, reason: NetworkFault(error).words)
        }
    }

    private func bind(to host: IPAddress, port: UInt16, interfaceIndex: UInt32) async throws -> any Channel {
        do {
            return try await bootstrap(interfaceIndex).bind(to: SocketAddress(host, port: port)).get()
        } catch let error as IOError where host == .any && [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.errnoCode) {
            // This machine has no IPv6.
            return try await bootstrap(interfaceIndex).bind(to: SocketAddress(.anyIPv4, port: port)).get()
        }
    }

    /// SO_BINDTOIFINDEX, which no module declares for Swift.
    private static let bindToInterface = ChannelOptions.Types.SocketOption(
        level: .socket,
        name: NIOBSDSocket.Option(rawValue: 62)
    )

    private func bootstrap(_ interfaceIndex: UInt32) -> ServerBootstrap {
        let surroundings = surroundings
        var bootstrap = ServerBootstrap(group: group)
        if interfaceIndex != 0 {
            bootstrap = bootstrap.serverChannelOption(Self.bindToInterface, value: Int(interfaceIndex))
        }
        return bootstrap.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: Int32(surroundings.configuration.limits.backlogMax))
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try Self.accept(channel, in: surroundings) }
            }
    }

    private struct NotAdmitted: Error {}

    /// Creates the connection of an accepted socket; throwing closes the socket before a byte is read.
    private static func accept(_ channel: any Channel, in surroundings: ConnectionHandler.Surroundings) throws {
        guard let remote = NetworkAddress(channel.remoteAddress), case .address(let source) = remote.host else {
            throw NotAdmitted()
        }
        switch surroundings.registry.accepted(from: source, on: channel.eventLoop) {
        case .refuse(let reason):
            surroundings.emit(.refused(remote, reason))
            throw NotAdmitted()
        case .admit(let connection):
            let handler = ConnectionHandler(connection, .inbound, remote: remote, expecting: nil, in: surroundings)
            connection.start(handler)
            handler.attach(to: channel)
        }
    }

    /// Closes listening sockets.
    static func close(_ sockets: [Socket]) async {
        for socket in sockets {
            try? await socket.channel.close()
        }
    }
}
