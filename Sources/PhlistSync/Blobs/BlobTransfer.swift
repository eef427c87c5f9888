import PhlistModel

/// An instruction of the blob exchange.
enum BlobAction {
    case send(ConnectionID, Message)
    case sendManifest(ConnectionID, BlobID)
    case sendChunk(ConnectionID, BlobChunkID)
    /// Make room for a download.
    case begin(BlobManifest)
    case keep(BlobChunkID, [UInt8])
    case finish(BlobID)
    /// Give up a download.
    case drop(BlobID)
    /// Report that the whereabouts of blobs have changed.
    case report
}

/// A blob that is referred to and not here.
struct MissingBlob: Hashable, Comparable {
    var id: BlobID
    var urgency: Urgency
    /// The newest time at which it was set.
    var stamp: Stamp
    /// The scopes that refer to it, in order.
    var scopes: [ScopeID]
    /// The largest size in bytes that its references state.
    var bytesMax: Int

    /// The order of downloads.
    enum Urgency: Int, Comparable {
        case demanded = 0
        case thumbnail = 1
        case original = 2

        static func < (left: Urgency, right: Urgency) -> Bool { left.rawValue < right.rawValue }
    }

    /// By urgency, then newest first.
    static func < (left: MissingBlob, right: MissingBlob) -> Bool {
        (left.urgency, right.stamp, left.id) < (right.urgency, left.stamp, right.id)
    }
}

/// One chunk of one blob.
struct BlobChunkID: Hashable, Comparable {
    var blob: BlobID
    var chunk: Int

    static func < (left: BlobChunkID, right: BlobChunkID) -> Bool {
        (left.blob, left.chunk) < (right.blob, right.chunk)
    }
}

/// A download in progress.
struct BlobTransfer {
    let manifest: BlobManifest
    /// Verified chunks.
    var kept: Set<Int>

    var isComplete: Bool { kept.count == manifest.chunkCount }

    /// Returns the first chunk that is neither here nor in flight.
    func nextChunk(inFlight: Set<BlobChunkID>) -> Int? {
        (0..<manifest.chunkCount).first { chunk in
            !kept.contains(chunk) && !inFlight.contains(BlobChunkID(blob: manifest.id, chunk: chunk))
        }
    }
}

/// A peer as a source of blobs.
struct BlobSource {
    let device: DeviceID
    /// Blobs requested from it, with the monotonic time in milliseconds.
    var wants: [BlobID: Int64] = [:]
    /// Blobs that it says it has, out of those missing here.
    var has: Set<BlobID> = []
    /// Blobs that it does not have; requested again with the next overview.
    var lacks: Set<BlobID> = []
    /// Blobs of which it sent wrong chunks.
    var distrusted: Set<BlobID> = []
    var faultCount = 0
    /// The chunks that it is to send, with the monotonic time in milliseconds.
    var credits: [BlobChunkID: Int64] = [:]

    /// Whether a blob need not be requested from it now.
    func isAsked(for id: BlobID) -> Bool {
        wants[id] != nil || has.contains(id) || lacks.contains(id) || distrusted.contains(id)
    }

    /// Forgets a blob that will not come from this peer.
    mutating func forget(_ id: BlobID) {
        wants[id] = nil
        has.remove(id)
        credits = credits.filter { $0.key.blob != id }
    }

    /// Stops using the peer as the source of a blob after a wrong chunk, and of all blobs after several.
    mutating func sentWrongChunk(of id: BlobID) {
        forget(id)
        distrusted.insert(id)
        faultCount += 1
        if faultCount >= BlobLimits.faultsMax { (has, credits) = ([], [:]) }
    }
}
