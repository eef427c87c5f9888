package import PhlistHousehold

/// Identifies a command.
package struct CommandID: Hashable, Sendable {
    package let rawValue: UInt64

    /// Wraps a number that the shell uses once.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// Identifies an append.
package struct AppendID: Hashable, Sendable {
    package let rawValue: UInt64
}

/// Identifies a connection.
package struct ConnectionID: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    /// Wraps a number that the shell uses once.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Orders connections by when they were opened.
    package static func < (left: ConnectionID, right: ConnectionID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The side that opened a connection.
package enum ConnectionRole: Hashable, Sendable {
    case dialled(Endpoint)
    /// Accepted from this address, which cannot be dialled: its port is ephemeral.
    case accepted(from: Endpoint)

    package var endpoint: Endpoint {
        switch self {
        case .dialled(let endpoint), .accepted(let endpoint): endpoint
        }
    }
}

/// Identifies a timer; starting a running one restarts it.
package enum TimerID: Hashable, Sendable {
    case summary(ConnectionID)
    case keepAlive(ConnectionID)
    case dial(Endpoint)
    case upkeep
}
