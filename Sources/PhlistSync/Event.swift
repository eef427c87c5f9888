package import PhlistHousehold
package import PhlistModel

/// An external event, which the shell reports to `Replica.handle`.
package enum Event: Sendable {
    /// Everything in the log has been restored.
    case started
    /// Indirect, because events are moved often and most of them are small.
    indirect case command(CommandID, Command)
    /// The records of an `append` effect are durable; reported in the order of the effects.
    case appended(AppendID)
    /// Nothing of the append is in the log, and never will be.
    case appendFailed(AppendID, StorageFailure)

    /// Another daemon announces itself on the network, or announces other addresses.
    case instanceFound(Instance)
    case instanceLost(name: String)
    /// Another service on the network has the name of this device's announcement.
    case announcementNameTaken(String)
    /// An address from the configuration.
    case endpointConfigured(Endpoint)
    /// An address was taken out of the configuration; a connection there stays.
    case endpointUnconfigured(Endpoint)
    /// The addresses of this machine, at which others may reach it, have changed to these.
    case networkChanged([Endpoint])
    /// A person looks at what this device shows.
    case looked
    case dialFailed(Endpoint)
    /// TLS is established, and the door admitted the peer's key, perhaps by its letter.
    case connected(ConnectionID, DeviceID, ConnectionRole, letter: [UInt8] = [])
    case received(ConnectionID, type: UInt8, body: [UInt8])
    /// All batches of one `sendBatches` effect are handed to the connection, or there were none.
    case batchesSent(ConnectionID, ScopeID)
    case disconnected(ConnectionID)
    case timerFired(TimerID)
    /// The contents of the blob folder.
    case blobsFound(BlobHoldings)
    /// The write of a `keepChunk` effect has ended, whether it succeeded or failed.
    case chunkWritten
    /// A blob is complete and durable, after a download or after a person set a photo.
    case blobStored(BlobID)
    /// A blob that was stored is damaged or gone.
    case blobLost(BlobID)
    /// The disk cannot take the data of a blob; nothing of it is stored.
    case blobRefused(BlobID)
    /// A person wants to see a photo.
    case blobDemanded(BlobID)
    case blobPolicyChanged(BlobPolicy)
    /// The daemon stops and says goodbye to its peers.
    case stopping
}

/// Another daemon's announcement, as received.
package struct Instance: Hashable, Sendable {
    package var name: String
    /// Proves to members of the household which addresses belong to the announcement.
    package var tags: [UInt8]
    package var endpoints: [Endpoint]

    /// Creates an announcement as it was received.
    package init(name: String, tags: [UInt8], endpoints: [Endpoint]) {
        self.name = name
        self.tags = tags
        self.endpoints = endpoints
    }
}
