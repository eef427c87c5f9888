/// What makes one transport different from another.
package struct TransportConfiguration: Sendable {
    /// Our own key.
    package var identity: DeviceIdentity
    /// The protocol that both ends must name, such as `phlist/2`.
    package var applicationProtocol: String
    package var limits: TransportLimits
    /// What our certificate says beside the key from the next connection on; most often nothing.
    package var letter: @Sendable () -> [UInt8]
    /// Whether the owner of a key may connect; asked during and after each handshake and at `recheck()`, on an event
    /// loop, so it must answer at once.
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
