/// Tells commands apart.
package struct CommandID: Hashable, Sendable {
    package let rawValue: UInt64

    /// Wraps a number that the shell uses once.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// Tells appends apart.
package struct AppendID: Hashable, Sendable {
    package let rawValue: UInt64
}

/// Tells connections apart.
package struct ConnectionID: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    /// Wraps a number that the shell uses once.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The order in which they came.
    package static func < (left: ConnectionID, right: ConnectionID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Which side opened a connection.
package enum ConnectionRole: Hashable, Sendable {
    case dialled(Endpoint)
    /// From this address, which cannot be dialled: its port is the peer's own choice of the moment.
    case accepted(from: Endpoint)

    package var endpoint: Endpoint {
        switch self {
        case .dialled(let endpoint), .accepted(let endpoint): endpoint
        }
    }
}

/// Tells timers apart; starting one that runs starts it anew.
package enum TimerID: Hashable, Sendable {
    case summary(ConnectionID)
    case keepAlive(ConnectionID)
    case dial(Endpoint)
    case upkeep
}
