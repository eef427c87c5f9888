/// What keeps a transport from starting.
package enum TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The bytes are no private key of the P-256 curve.
    case unusableKey
    /// No socket could be opened for this address, for a reason in words.
    case cannotListen(String, reason: String)
    /// The transport was shut down.
    case shutDown

    /// The reason in words.
    package var description: String {
        switch self {
        case .unusableKey: "the key of this device is damaged"
        case .cannotListen(let place, let reason): "\(place): \(reason)"
        case .shutDown: "phlistd is stopping"
        }
    }
}
