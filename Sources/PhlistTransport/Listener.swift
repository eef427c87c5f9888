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

    /// Listens on every host at one port: the wanted one, or a free one where that is taken on any of them.
    func bind(hosts: [IPAddress], port: UInt16) async throws(TransportError) -> (channels: [any Channel], port: UInt16)
    {
        do {
            return try await bindAll(hosts: hosts, port: port)
        } catch .taken where port != 0 {
            do {
                return try await bindAll(hosts: hosts, port: 0)
            } catch {
                throw error.transportError
            }
        } catch {
            throw error.transportError
        }
    }

    private enum BindError: Error {
        case taken(NetworkAddress)
        case failed(NetworkAddress, reason: String)

        var transportError: TransportError {
            switch self {
            case .taken(let address): .cannotListen("\(address)", reason: "address already in use")
            case .failed(let address, let reason): .cannotListen("\(address)", reason: reason)
            }
        }
    }

    private func bindAll(
        hosts: [IPAddress],
        port: UInt16
    ) async throws(BindError) -> (channels: [any Channel], port: UInt16) {
        var channels: [any Channel] = []
        var port = port
        for host in hosts {
            do {
                let channel = try await bindOne(host: host, port: port)
                channels.append(channel)
                port = NetworkAddress(channel.localAddress)?.port ?? port
            } catch {
                await Self.close(channels)
                throw error
            }
        }
        return (channels, port)
    }

    private func bindOne(host: IPAddress, port: UInt16) async throws(BindError) -> any Channel {
        do {
            return try await bootstrap.bind(to: SocketAddress(host, port: port)).get()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw .taken(NetworkAddress(host, port: port))
        } catch let error as IOError where host == .any && [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.errnoCode) {
            // A machine without IPv6.
            return try await bindOne(host: .anyIPv4, port: port)
        } catch {
            throw .failed(NetworkAddress(host, port: port), reason: NetworkFault.words(for: error))
        }
    }

    private var bootstrap: ServerBootstrap {
        let surroundings = surroundings
        return ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: Int32(surroundings.configuration.limits.backlogMax))
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try Self.accept(channel, in: surroundings) }
            }
    }

    private struct NotAdmitted: Error {}

    /// Gives an accepted socket its connection; by throwing it is closed before a byte is read.
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
    static func close(_ channels: [any Channel]) async {
        for channel in channels {
            try? await channel.close()
        }
    }
}
