package import PhlistModel

/// What has happened outside; the shell reports it to `Replica.handle`.
package enum Event: Sendable {
    /// Everything in the log has been restored.
    case started
    /// Somewhere else: an event is moved about a lot, and most of them are small.
    indirect case command(CommandID, Command)
    /// The records of an `append` effect are durable. Reported in the order of the effects.
    case appended(AppendID)
    /// Nothing of the append is in the log, nor will ever be.
    case appendFailed(AppendID, StorageFailure)

    /// Another daemon announces itself on the network, or does so with other addresses.
    case instanceFound(Instance)
    case instanceLost(name: String)
    /// Another service on the network has the name of this device's announcement.
    case announcementNameTaken(String)
    /// An address from the configuration.
    case endpointConfigured(Endpoint)
    /// This machine has these addresses, by which others may reach it, and had others before.
    case networkChanged([Endpoint])
    /// Somebody looks at what is here.
    case looked
    case dialFailed(Endpoint)
    /// TLS stands, and the door was open to the peer's key, perhaps by the letter that it showed.
    case connected(ConnectionID, DeviceID, ConnectionRole, letter: [UInt8] = [])
    case received(ConnectionID, type: UInt8, body: [UInt8])
    /// All batches of one `sendBatches` effect are with the connection, or there were none.
    case batchesSent(ConnectionID, ScopeID)
    case disconnected(ConnectionID)
    case timerFired(TimerID)
    /// What is in the folder of blobs.
    case blobsFound(BlobHoldings)
    /// What `keepChunk` said is done, or has failed.
    case chunkWritten
    /// A blob is whole and durable: a download is finished, or somebody has set a photo.
    case blobStored(BlobID)
    /// A blob that was there is damaged or gone.
    case blobLost(BlobID)
    /// The disk does not take what was to be kept of a blob; nothing of it is there.
    case blobRefused(BlobID)
    /// Somebody wants to see a photo.
    case blobDemanded(BlobID)
    case blobPolicyChanged(BlobPolicy)
    /// The daemon stops: say goodbye.
    case stopping
}

/// Another daemon as it announces itself.
package struct Instance: Hashable, Sendable {
    package var name: String
    /// Proves to members of the household which of the addresses are the announcement's own.
    package var tags: [UInt8]
    package var endpoints: [Endpoint]

    /// Creates an announcement as it was received.
    package init(name: String, tags: [UInt8], endpoints: [Endpoint]) {
        self.name = name
        self.tags = tags
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
