/// A failed request to libdns_sd.
enum ServiceError: Error, Equatable, CustomStringConvertible {
    /// The name is taken on this host, and avahi does not choose another one in that case.
    case nameConflict
    /// avahi-daemon or dbus is not running or has gone away.
    case notRunning
    /// Our own attributes do not fit into a TXT record.
    case textTooLarge
    case other(code: Int32)

    init(code: Int32) {
        self =
            switch code {
            case -65_548: .nameConflict
            case -65_537: .notRunning
            default: .other(code: code)
            }
    }

    var description: String {
        switch self {
        case .nameConflict: "the service name is taken on this host"
        case .notRunning: "avahi is not running"
        case .textTooLarge: "the service attributes are too large"
        case .other(let code): "avahi answered with error \(code)"
        }
    }
}
