import PhlistVocabulary

/// Another device of the household, with the state of its connection.
package struct PeerView: Codable, Sendable, Equatable {
    /// The device id in base32, in groups of four letters.
    package var device: String
    package var name: String
    package var state: State
    /// The address in use or last tried, as `192.168.1.7:7454` or `[fe80::1%eth0]:7454`.
    package var address: String?
    /// When its last frame arrived, in milliseconds since 1970.
    package var lastSeenAt: Int64?
    /// Whether both sides hold the same state, by digest; nil while unknown.
    package var isInSync: Bool?
    /// Its clock minus the local clock, in milliseconds.
    package var clockOffset: Int64?
    /// The reason why it is not connected, as text.
    package var reason: String?
    /// The number of lists that differ by digest, the household counted as one; nil while not connected.
    package var differingCount: Int?

    /// The state of the connection to a peer.
    package enum State: String, NamedValue {
        case connected
        case connecting
        case disconnected
    }

    package init(
        device: String,
        name: String,
        state: State,
        address: String?,
        lastSeenAt: Int64?,
        isInSync: Bool?,
        clockOffset: Int64?,
        reason: String?,
        differingCount: Int? = nil
    ) {
        self.differingCount = differingCount
        self.device = device
        self.name = name
        self.state = state
        self.address = address
        self.lastSeenAt = lastSeenAt
        self.isInSync = isInSync
        self.clockOffset = clockOffset
        self.reason = reason
    }
}
