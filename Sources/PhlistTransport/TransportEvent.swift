/// The id of a connection, unique within one transport.
package struct ConnectionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: UInt64

    /// Wraps a number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The number.
    package var description: String { "\(rawValue)" }

    /// Orders connections by creation.
    package static func < (left: ConnectionID, right: ConnectionID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The direction in which a connection was dialled.
package enum Direction: Sendable, Hashable {
    case inbound
    case outbound
}

/// An event on a connection.
///
/// The events of an id are `connected`, then any number of `received` and `drained`, then `disconnected`. A dial that
/// fails has only `disconnected`. Nothing follows `disconnected`.
package enum TransportEvent: Sendable {
    /// Both ends proved their keys, and our admission accepted the peer's.
    ///
    /// A dialler cannot know yet whether the other end admits *it*: until the other end's first frame arrives, nothing
    /// may be considered agreed or synchronised.
    case connected(ConnectionID, PeerKey, Direction, NetworkAddress)
    /// A frame arrived; its `cost` counts against the connection until it is consumed.
    case received(ConnectionID, Frame)
    /// The queue to the peer has room again after a `send` that returned more than the low mark.
    case drained(ConnectionID)
    /// The connection or the dial has ended.
    case disconnected(ConnectionID, DisconnectReason)
    /// An incoming connection was refused before it was established.
    case refused(NetworkAddress?, DisconnectReason)
}

/// The reason for which a connection ended.
package enum DisconnectReason: Sendable, Hashable {
    case closedLocally
    case closedByPeer
    /// The TCP connection could not be established.
    case unreachable(NetworkFault)
    /// The connection broke.
    case broken(NetworkFault)
    /// TLS failed on either side, also when the peer does not admit us. The text is the library's.
    case tlsFailed(String)
    /// The peer named another application protocol, or none.
    case wrongProtocol
    /// The peer did not show exactly one certificate with a P-256 key.
    case unusableCertificate
    /// The key is not admitted, or does not have the expected fingerprint.
    case notAdmitted(PeerKey)
    /// The peer was not authenticated in time.
    case authenticationTimeout
    /// A frame, sent or received, has this length, which is zero or exceeds the limit.
    case invalidFrame(length: UInt32)
    /// More was sent than the queue to the peer holds.
    case outboundQueueFull
    /// The peer took nothing from the queue for `stallTimeout`.
    case stalled
    case tooManyUnauthenticated
    case tooManyHandshakes
    case tooManyConnections
}
