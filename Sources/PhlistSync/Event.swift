package import PhlistModel

/// What has happened outside; the shell reports it to `Replica.handle`.
package enum Event: Sendable {
    /// Everything in the log has been restored.
    case started
    case command(CommandID, Command)
    /// The records of an `append` effect are durable. Reported in the order of the effects.
    case appended(AppendID)
    /// Nothing of the append is in the log, nor will ever be.
    case appendFailed(AppendID, StorageFailure)

    /// Another daemon announces itself on the network, or does so with other addresses.
    case instanceFound(Instance)
    case instanceLost(name: String)
    /// An address from the configuration.
    case endpointConfigured(Endpoint)
    case dialFailed(Endpoint)
    /// TLS stands and the peer's key is one that `Replica.admits(_:)` accepts.
    case connected(ConnectionID, DeviceID, ConnectionRole)
    case received(ConnectionID, type: UInt8, body: [UInt8])
    case disconnected(ConnectionID)
    case timerFired(TimerID)
    /// The daemon stops: say goodbye.
    case stopping
}

/// What the shell shall do; it decides nothing about it.
package enum Effect: Sendable {
    /// Makes records durable, all of them or none; reports `appended` or `appendFailed`.
    case append(AppendID, [Record])
    case reply(CommandID, Result<CommandResult, CommandError>)
    /// Tells the clients that watch.
    case notify([Change])
    case send(ConnectionID, Message)
    /// Reads batches from the log and sends them.
    case sendBatches(ConnectionID, BatchesRequest)
    case close(ConnectionID, Message.Goodbye)
    case dial(Endpoint)
    case startTimer(TimerID, milliseconds: Int64)
    /// `Replica.admits(_:)` may answer differently now: judge live connections again.
    case rosterChanged
    /// `Replica.announcement` is another one now.
    case announcementChanged
    /// The state of a peer, or how far it is in sync, is another one now.
    case peersChanged
    /// Two devices hold equal vectors and unequal states: a bug of ours.
    case alarm(ScopeID, DeviceID)
}

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
}

/// Another daemon as it announces itself.
package struct Instance: Hashable, Sendable {
    package var name: String
    package var nonce: [UInt8]
    /// Proves to members of the household that the announcement is one of theirs.
    package var tag: [UInt8]
    package var endpoints: [Endpoint]

    /// Creates an announcement as it was received.
    package init(name: String, nonce: [UInt8], tag: [UInt8], endpoints: [Endpoint]) {
        self.name = name
        self.nonce = nonce
        self.tag = tag
        self.endpoints = endpoints
    }
}

/// Why the log did not take records.
package enum StorageFailure: Error, Hashable, Sendable {
    case diskFull
    case readOnly
    case failed
}

/// Which batches of one scope to read and send.
package struct BatchesRequest: Hashable, Sendable {
    package var scope: ScopeID
    package var holding: UInt64
    package var ranges: [FeedRange]

    /// The batches of one feed behind `after`, with the heads that vouch for them; the last head is the end.
    package struct FeedRange: Hashable, Sendable {
        package var origin: FeedOrigin
        package var after: UInt64
        package var heads: [SignedHead]

        /// The number of the last op.
        package var through: UInt64 {
            heads.last?.sequence ?? after
        }
    }
}

/// What an applied batch changed, for those who watch.
package struct Change: Hashable, Sendable {
    package var scope: ScopeID
    package var entity: EntityID
    package var kind: Kind
    package var by: MemberID
    package var device: DeviceID
    package var isLocal: Bool

    /// What happened to the list (`EntityID.root`) or the item.
    package enum Kind: Hashable, Sendable {
        case added
        case changed
        case trashed
        case restored
    }
}
