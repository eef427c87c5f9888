package import Logging
package import PhlistControl
package import PhlistSync
import PhlistTransport

/// The configuration of the daemon; log level, peers, photos and the page for phones can
/// change while it runs.
package struct DaemonConfiguration: Sendable, Equatable {
    /// The default TCP port for peers.
    package static let standardPort = 7454
    /// Peers by address are for networks without multicast; a household has a handful.
    package static let peerCountMax = 64
    /// More than the networks of a machine.
    package static let listenCountMax = 16
    /// A DNS name has at most 253 bytes; the rest is for brackets and the port.
    static let peerBytesMax = 264
    /// The limit of every name that other devices are shown.
    package static let deviceNameBytesMax = 64

    /// The directory of the log and the device's key.
    package var stateDirectory: String
    /// The socket for clients.
    package var socket: SocketPath
    /// The permissions of the socket: 0660 for the system service, whose group may use it, else 0600.
    package var socketMode: UInt32
    /// The TCP port for peers; zero takes any free one.
    package var port: Int
    /// Addresses and interfaces to listen on for peers and joining devices; all when empty.
    package var listen: [String]
    /// Whether to announce this device and to look for peers with DNS-SD.
    package var isDiscoveryEnabled: Bool
    /// Peers to reach by address, each `HOST` or `HOST:PORT`.
    package var peers: [String]
    /// The name that other devices show for this one.
    package var deviceName: String
    package var logLevel: Logger.Level
    /// The photos to fetch before somebody wants to see them.
    package var photos: BlobPolicy
    /// The page for phones.
    package var web = WebConfiguration()

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

    /// The places to listen on.
    var listenPlaces: [ListenPlace] {
        listen.isEmpty ? [.everywhere] : listen.compactMap { ListenPlace($0) }
    }
}
