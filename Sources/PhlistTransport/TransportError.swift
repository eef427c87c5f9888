/// What keeps a transport from starting.
package enum TransportError: Error, Sendable, Equatable {
    /// The bytes are no private key of the P-256 curve.
    case unusableKey
    /// No socket could be opened for this address, for a reason in words.
    case cannotListen(String, reason: String)
    /// The transport was shut down.
    case shutDown
}
