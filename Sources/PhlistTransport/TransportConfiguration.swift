/// The configuration of a transport.
package struct TransportConfiguration: Sendable {
    /// Our own key.
    package var identity: DeviceIdentity
    /// The ALPN protocol that both ends must name, such as `phlist/2`.
    package var applicationProtocol: String
    package var limits: TransportLimits
    /// Returns the letter for our certificate, usually empty; called for each connection.
    package var letter: @Sendable () -> [UInt8]
    /// Returns whether the owner of a key may connect; called during and after each handshake and at `recheck()`, on an
    /// event loop, so it must return at once.
    package var admission: @Sendable (PeerKey) -> Bool

    /// Creates a configuration.
    package init(
        identity: DeviceIdentity,
        applicationProtocol: String,
        limits: TransportLimits = TransportLimits(),
        letter: @escaping @Sendable () -> [UInt8] = { [] },
        admission: @escaping @Sendable (PeerKey) -> Bool
    ) {
        self.identity = identity
        self.applicationProtocol = applicationProtocol
        self.limits = limits
        self.letter = letter
        self.admission = admission
    }
}
