package import Logging
package import PhlistControl
package import PhlistSync
import PhlistTransport

/// What the daemon is told; of it the level of the log, the peers and the photos can change while it runs.
package struct DaemonConfiguration: Sendable, Equatable {
    /// The TCP port for peers when nothing else is said.
    package static let standardPort = 7454
    /// Peers by address are for networks without multicast; a household has a handful.
    package static let peerCountMax = 64
    /// More places than a machine has networks.
    package static let listenCountMax = 16
    /// A name of the DNS has at most 253 bytes; the rest is for brackets and the port.
    static let peerBytesMax = 264
    /// The same limit as for every name that other devices are shown.
    package static let deviceNameBytesMax = 64

    /// Where the log and the device's key are kept.
    package var stateDirectory: String
    /// Where clients connect.
    package var socket: SocketPath
    /// The permissions of the socket: 0660 for the system service, whose group may use it, else 0600.
    package var socketMode: UInt32
    /// The TCP port for peers; zero takes any that is free.
    package var port: Int
    /// Addresses and interfaces to listen on for peers and for devices that join; all when there are none.
    package var listen: [String]
    /// Whether to look for peers, and be found, by DNS-SD.
    package var isDiscoveryEnabled: Bool
    /// Peers to reach by address, each `HOST` or `HOST:PORT`.
    package var peers: [String]
    /// How other devices show this one.
    package var deviceName: String
    package var logLevel: Logger.Level
    /// Which photos are fetched before somebody wants to see them.
    package var photos: BlobPolicy

    /// Creates a configuration.
    package init(
        stateDirectory: String,
        socket: SocketPath,
        socketMode: UInt32,
        port: Int,
        listen: [String] = [],
        isDiscoveryEnabled: Bool,
        peers: [String],
        deviceName: String,
        logLevel: Logger.Level,
        photos: BlobPolicy = .all
    ) {
        self.stateDirectory = stateDirectory
        self.socket = socket
        self.socketMode = socketMode
        self.port = port
        self.listen = listen
        self.isDiscoveryEnabled = isDiscoveryEnabled
        self.peers = peers
        self.deviceName = deviceName
        self.logLevel = logLevel
        self.photos = photos
    }

    /// Where to listen.
    var listenPlaces: [ListenPlace] {
        listen.isEmpty ? [.everywhere] : listen.compactMap { ListenPlace($0) }
    }
}
