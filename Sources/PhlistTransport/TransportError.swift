/// An error that keeps a transport from starting.
package enum TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The bytes are not a P-256 private key.
    case unusableKey
    /// No socket could be opened for this place, for the described reason.
    case cannotListen(String, reason: String)
    /// The transport was shut down.
    case shutDown

    /// The error in one line, for a person.
    package var description: String {
        switch self {
        case .unusableKey: "the key of this device is damaged"
        case .cannotListen(let place, let reason): "\(place): \(reason)"
        case .shutDown: "phlistd is stopping"
        }
    }
}
