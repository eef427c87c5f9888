package import PhlistHousehold
package import PhlistModel

/// An instruction to the shell, which makes no decisions about it.
package enum Effect: Sendable {
    /// Makes records durable, all or none of any number; reports `appended` or `appendFailed`.
    case append(AppendID, [Record])
    case reply(CommandID, Result<CommandResult, CommandError>)
    /// Tells watching clients that `Library.recentChanges` has more.
    case notify
    case send(ConnectionID, Message)
    /// Sends a message after the control batches that wait to be sent.
    case sendInTurn(ConnectionID, Message)
    /// Reads batches from the log and sends them; reports `batchesSent`.
    case sendBatches(ConnectionID, BatchesRequest)
    /// Drops everything of a scope that still waits to be sent; reports `batchesSent` for each request of it.
    case dropBatches(ConnectionID, ScopeID)
    /// Reads the hashes of a blob's chunks and sends them; reports `blobLost` if the blob is gone.
    case sendManifest(ConnectionID, BlobID)
    /// Reads a chunk and sends it after everything else; reports `blobLost` if the blob is gone.
    case sendChunk(ConnectionID, BlobID, chunk: Int)
    /// Makes room for a download; reports `blobRefused` if there is none.
    case beginBlob(BlobManifest)
    /// Stores a verified chunk until the download is finished; reports `chunkWritten`.
    case keepChunk(BlobID, chunk: Int, [UInt8])
    /// Makes a download durable under its name; reports `blobStored` or `blobRefused`.
    case finishBlob(BlobID)
    /// Gives up a download.
    case dropBlob(BlobID)
    /// Reports that `Replica.whereabouts(of:)` may have changed.
    case blobsChanged
    case close(ConnectionID, Message.Goodbye)
    case dial(Endpoint)
    /// Looks up all instances again, because discovery may have missed some.
    case searchAgain
    case startTimer(TimerID, milliseconds: Int64)
    /// Reports that `Replica.door` changed: live connections must be judged again.
    case rosterChanged
    /// Reports that `Replica.announcement` changed.
    case announcementChanged
    /// Reports that the state of a peer, or its progress, changed.
    case peersChanged
    /// Reports that `Replica.damage` changed.
    case healthChanged
    /// Reports that two devices hold equal vectors and unequal states: a bug in phlist.
    case alarm(ScopeID, DeviceID)
}

extension Effect {
    init(_ action: PeerAction) {
        self =
            switch action {
            case .dial(let endpoint): .dial(endpoint)
            case .wait(let endpoint, let milliseconds): .startTimer(.dial(endpoint), milliseconds: milliseconds)
            case .tell(let id, let addresses): .send(id, .addresses(addresses))
            case .search: .searchAgain
            case .announce: .announcementChanged
            }
    }

    init(_ action: BlobAction) {
        self =
            switch action {
            case .send(let id, let message): .send(id, message)
            case .sendManifest(let id, let blob): .sendManifest(id, blob)
            case .sendChunk(let id, let chunk): .sendChunk(id, chunk.blob, chunk: chunk.chunk)
            case .begin(let manifest): .beginBlob(manifest)
            case .keep(let chunk, let bytes): .keepChunk(chunk.blob, chunk: chunk.chunk, bytes)
            case .finish(let blob): .finishBlob(blob)
            case .drop(let blob): .dropBlob(blob)
            case .report: .blobsChanged
            }
    }
}
