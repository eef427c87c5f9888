import PhlistModel

/// The blobs of photos that are here or missing, and the peers that have them.
struct BlobBook {
    /// Whether the shell has reported its blobs; nothing is requested before.
    var isOpen = false
    var policy = BlobPolicy.all
    /// Complete blobs.
    var held: Set<BlobID> = []
    var transfers: [BlobID: BlobTransfer] = [:]
    /// Originals that somebody wants to see, the newest demand last.
    var demanded: [BlobID] = []
    /// Blobs that the disk refused; tried again with the next overview.
    var refused: Set<BlobID> = []
    /// Minimum sizes in bytes of blobs larger than their references say; these are not fetched.
    var sizes: [BlobID: Int] = [:]
    /// Number of chunks given to the shell and not written yet.
    var unwritten = 0
    /// Blobs that are referred to and not here, most wanted first.
    var missing: [MissingBlob] = []
    /// The same blobs by name.
    var missingByID: [BlobID: MissingBlob] = [:]
    var sightings: [ScopeID: [PhotoSighting]] = [:]
    /// Blobs that a device may have if it may see the scope.
    var served: [ScopeID: Set<BlobID>] = [:]
    /// State of each peer, for as long as its connection lasts.
    var sources: [ConnectionID: BlobSource] = [:]

    /// Scopes with fields changed since the last scan.
    var changedScopes: Set<ScopeID> = []
    /// Whether the missing blobs have to be determined again.
    var needsReview = false
    /// Whether there may be something to request from a peer, and whether a peer may send another chunk.
    var mayAsk = false
    var mayCredit = false

    /// The least wanted download that no peer continues; nil if all continue.
    var deadTransfer: BlobID? {
        let alive = sources.values.reduce(into: Set<BlobID>()) { $0.formUnion($1.has) }
        let dead = transfers.filter { !$0.value.isComplete && !alive.contains($0.key) }.keys
        return missing.last { dead.contains($0.id) }?.id ?? dead.max()
    }

    /// The chunks that peers are to send.
    var inFlight: Set<BlobChunkID> {
        sources.values.reduce(into: []) { $0.formUnion($1.credits.keys) }
    }
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

/// A peer as a source and receiver of blobs.
struct BlobSource {
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
    /// Blobs that it requested and could not get, by the scope that entitles it.
    var waiting: [BlobID: ScopeID] = [:]

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
}
