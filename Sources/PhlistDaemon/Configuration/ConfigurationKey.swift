import Configuration

/// The keys of the configuration.
enum ConfigurationKey: String, CaseIterable {
    case stateDirectory = "state-directory"
    case socket
    case port
    case listen
    case discovery
    case peers
    case photos
    case deviceName = "device-name"
    case logLevel = "log-level"

    /// The type of the value.
    var type: ConfigType {
        switch self {
        case .stateDirectory, .socket, .photos, .deviceName, .logLevel: .string
        case .port: .int
        case .discovery: .bool
        case .listen, .peers: .stringArray
        }
    }

    /// The allowed values, worded to follow "must be".
    var expectation: String {
        switch self {
        case .stateDirectory, .socket: "an absolute path"
        case .port: "a whole number from 0 to 65535"
        case .listen: "a list of at most \(DaemonConfiguration.listenCountMax) addresses or interfaces of this machine"
        case .discovery: "true or false"
        case .peers: "a list of at most \(DaemonConfiguration.peerCountMax) addresses, each HOST or HOST:PORT"
        case .photos: "one of all, recent, on-demand"
        case .deviceName: "1 to \(DaemonConfiguration.deviceNameBytesMax) bytes of text without control characters"
        case .logLevel: "one of trace, debug, info, notice, warning, error, critical"
        }
    }

    /// The environment variable that sets it.
    var variable: String {
        "PHLIST_" + rawValue.uppercased().replacing("-", with: "_")
    }

    /// The flag that sets it.
    var flag: String {
        switch self {
        case .stateDirectory: "--state-dir"
        case .discovery: "--no-discovery"
        case .socket, .port, .listen, .peers, .photos, .deviceName, .logLevel: "--\(rawValue)"
        }
    }
}
