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
    /// More than the log takes at once.
    case tooLarge
    case readOnly
    case failed
}
