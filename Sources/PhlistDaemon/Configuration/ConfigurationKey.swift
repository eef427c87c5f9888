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
    case web
    case webPort = "web-port"
    case webNames = "web-names"
    case webCertificate = "web-certificate"
    case webKey = "web-key"
    case webAnywhere = "web-anywhere"

    /// The type of the value.
    var type: ConfigType {
        switch self {
        case .stateDirectory, .socket, .photos, .deviceName, .logLevel, .webCertificate, .webKey: .string
        case .port, .webPort: .int
        case .discovery, .web, .webAnywhere: .bool
        case .listen, .peers, .webNames: .stringArray
        }
    }

    /// The allowed values, worded to follow "must be".
    var expectation: String {
        switch self {
        case .stateDirectory, .socket: "an absolute path"
        case .webCertificate, .webKey: "an absolute path, or empty"
        case .port, .webPort: "a whole number from 0 to 65535"
        case .listen: "a list of at most \(DaemonConfiguration.listenCountMax) addresses or interfaces of this machine"
        case .discovery, .web, .webAnywhere: "true or false"
        case .webNames: "a list of at most \(WebConfiguration.nameCountMax) names of this machine"
        case .peers: "a list of at most \(DaemonConfiguration.peerCountMax) addresses, each HOST or HOST:PORT"
        case .photos: "one of all, recent, on-demand"
        case .deviceName: "1 to \(DaemonConfiguration.deviceNameBytesMax) bytes of text without control characters"
        case .logLevel: "one of trace, debug, info, notice, warning, error, critical"
        }
    }

    /// The beginning of all environment variables.
    static let variablePrefix = "PHLIST_"

    /// The environment variable that sets it.
    var variable: String {
        Self.variablePrefix + rawValue.uppercased().replacing("-", with: "_")
    }

    /// The flag that sets it.
    var flag: String {
        switch self {
        case .stateDirectory: "--state-dir"
        case .discovery: "--no-discovery"
        case .socket, .port, .listen, .peers, .photos, .deviceName, .logLevel: "--\(rawValue)"
        case .web, .webPort, .webNames, .webCertificate, .webKey, .webAnywhere: "--\(rawValue)"
        }
    }
}
