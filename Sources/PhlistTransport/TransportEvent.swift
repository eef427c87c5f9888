/// A connection, for as long as the process lives.
package struct ConnectionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: UInt64

    /// Wraps a number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The number.
    package var description: String { "\(rawValue)" }

    /// The order in which the connections were made.
    package static func < (left: ConnectionID, right: ConnectionID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Who dialled.
package enum Direction: Sendable, Hashable {
    case inbound
    case outbound
}

/// What happened on a connection.
///
/// An id lives like this: `connected`, then any number of `received` and `drained`, then `disconnected`. A dial that
/// fails has only `disconnected`. Nothing follows `disconnected`.
package enum TransportEvent: Sendable {
    /// Both ends proved their keys, and admission took the peer's.
    ///
    /// A dialler cannot know yet whether the other end admits *it*: until the first frame of the other end has
    /// arrived, nothing is to be considered agreed or synchronised.
    case connected(ConnectionID, PeerKey, Direction, NetworkAddress)
    /// A frame arrived; its `cost` counts against the connection until it is consumed.
    case received(ConnectionID, Frame)
    /// The queue to the peer has room again after a `send` that answered more than the low mark.
    case drained(ConnectionID)
    /// The connection, or the dial, is over.
    case disconnected(ConnectionID, DisconnectReason)
    /// Somebody connected to us and was turned away before there was a connection.
    case refused(NetworkAddress?, DisconnectReason)
}

/// Why a connection ended.
package enum DisconnectReason: Sendable, Hashable {
    case closedLocally
    case closedByPeer
    /// No TCP connection came about, for a reason in words.
    case unreachable(String)
    /// The connection broke, for a reason in words.
    case broken(String)
    /// TLS failed, here or there; a peer that does not admit us shows itself like this. The text is the library's.
    case tlsFailed(String)
    /// The peer speaks another protocol over TLS, or none.
    case wrongProtocol
    /// Not exactly one certificate with a P-256 key.
    case unusableCertificate
    /// Admission, or the expected fingerprint, did not take this key.
    case notAdmitted(PeerKey)
    /// The peer was not authenticated in time.
    case authenticationTimeout
    /// A frame, theirs or ours, with this length is over the limit or empty.
    case invalidFrame(length: UInt32)
    /// More was sent than the queue to the peer holds.
    case outboundQueueFull
    /// The peer took nothing from the queue for too long.
    case stalled
    case tooManyUnauthenticated
    case tooManyHandshakes
    case tooManyConnections
}
