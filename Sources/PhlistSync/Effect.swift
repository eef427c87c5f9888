package import PhlistModel

/// What the shell shall do; it decides nothing about it.
package enum Effect: Sendable {
    /// Makes records durable, all of them or none, however many; reports `appended` or `appendFailed`.
    case append(AppendID, [Record])
    case reply(CommandID, Result<CommandResult, CommandError>)
    /// Tells the clients that watch: there is more in `Library.recentChanges`.
    case notify
    case send(ConnectionID, Message)
    /// Sends a message behind the batches of control that wait to be sent.
    case sendInTurn(ConnectionID, Message)
    /// Reads batches from the log and sends them; reports `batchesSent`.
    case sendBatches(ConnectionID, BatchesRequest)
    /// Sends nothing of what still waits of a scope; reports `batchesSent` for each request of it.
    case dropBatches(ConnectionID, ScopeID)
    /// Reads the hashes of a blob's chunks and sends them; reports `blobLost` when it is not there any more.
    case sendManifest(ConnectionID, BlobID)
    /// Reads a chunk and sends it behind everything else; reports `blobLost` when it is not there any more.
    case sendChunk(ConnectionID, BlobID, chunk: Int)
    /// Makes room for a download; reports `blobRefused` when there is none.
    case beginBlob(BlobManifest)
    /// Keeps a chunk, which was checked, until the download is finished; reports `chunkWritten`.
    case keepChunk(BlobID, chunk: Int, [UInt8])
    /// Makes a download durable under its name; reports `blobStored` or `blobRefused`.
    case finishBlob(BlobID)
    /// Gives up a download.
    case dropBlob(BlobID)
    /// `Replica.whereabouts(of:)` may answer differently now.
    case blobsChanged
    case close(ConnectionID, Message.Goodbye)
    case dial(Endpoint)
    /// Looks up all instances again: an address did not hold what it promised.
    case searchAgain
    case startTimer(TimerID, milliseconds: Int64)
    /// `Replica.door` is another one now: judge live connections again.
    case rosterChanged
    /// `Replica.announcement` is another one now.
    case announcementChanged
    /// The state of a peer, or how far it is in sync, is another one now.
    case peersChanged
    /// `Replica.damage` is another one now.
    case healthChanged
    /// Two devices hold equal vectors and unequal states: a bug of ours.
    case alarm(ScopeID, DeviceID)
}
