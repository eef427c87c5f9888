/// The way in which an observation was made.
package enum ObservationMode: UInt8, NamedValue {
    case automatic = 0
    case manual = 1

    package var name: String {
        switch self {
        case .automatic: "automatic"
        case .manual: "manual"
        }
    }
}
