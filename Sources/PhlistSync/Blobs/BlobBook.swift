import PhlistModel

/// What a device knows of the bytes of photos: what is here, what is missing, and who has it.
struct BlobBook {
    /// Whether the shell has told what is here; nothing is asked for before.
    var isOpen = false
    var policy = BlobPolicy.all
    /// Whole blobs.
    var held: Set<BlobID> = []
    var transfers: [BlobID: BlobTransfer] = [:]
    /// Originals that somebody wants to see, the newest wish last.
    var demanded: [BlobID] = []
    /// What the disk did not take; tried again with the next overview.
    var refused: Set<BlobID> = []
    /// What blobs have at least in bytes, of those that have more than whoever refers to them says: none is fetched.
    var sizes: [BlobID: Int] = [:]
    /// Chunks that were handed to the shell and are not written yet.
    var unwritten = 0
    /// What is referred to and not here, in the order in which it is wanted.
    var missing: [MissingBlob] = []
    /// The same by name.
    var missingByID: [BlobID: MissingBlob] = [:]
    var sightings: [ScopeID: [PhotoSighting]] = [:]
    /// What a device that may see a scope may have.
    var served: [ScopeID: Set<BlobID>] = [:]
    /// What is known of each peer, for as long as its connection stands.
    var sources: [ConnectionID: BlobSource] = [:]

    /// Scopes whose fields have changed since they were looked through.
    var changedScopes: Set<ScopeID> = []
    /// Whether what is missing has to be worked out again.
    var needsReview = false
    /// Whether there may be something to ask a peer for, and whether a peer may send another chunk.
    var mayAsk = false
    var mayCredit = false

    /// The least wanted of the downloads that nobody goes on with; nil when all go on.
    var deadTransfer: BlobID? {
        let alive = sources.values.reduce(into: Set<BlobID>()) { $0.formUnion($1.has) }
        let dead = transfers.filter { !$0.value.isComplete && !alive.contains($0.key) }.keys
        return missing.last { dead.contains($0.id) }?.id ?? dead.max()
    }

    /// The chunks that some peer is to send.
    var inFlight: Set<BlobChunkID> {
        sources.values.reduce(into: []) { $0.formUnion($1.credits.keys) }
    }
}

/// A blob that is referred to and not here.
struct MissingBlob: Hashable, Comparable {
    var id: BlobID
    var urgency: Urgency
    /// When it was last set.
    var stamp: Stamp
    /// The scopes that refer to it, in order.
    var scopes: [ScopeID]
    /// What it may have, as those say who refer to it.
    var bytesMax: Int

    /// What comes first.
    enum Urgency: Int, Comparable {
        case demanded = 0
        case thumbnail = 1
        case original = 2

        static func < (left: Urgency, right: Urgency) -> Bool { left.rawValue < right.rawValue }
    }

    /// By urgency, then the newest first.
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

/// A download that goes on.
struct BlobTransfer {
    let manifest: BlobManifest
    /// Chunks that verified.
    var kept: Set<Int>

    var isComplete: Bool { kept.count == manifest.chunkCount }

    /// The first chunk that is neither here nor on its way.
    func nextChunk(inFlight: Set<BlobChunkID>) -> Int? {
        (0..<manifest.chunkCount).first { chunk in
            !kept.contains(chunk) && !inFlight.contains(BlobChunkID(blob: manifest.id, chunk: chunk))
        }
    }
}

/// A peer, as somebody who gives and takes blobs.
struct BlobSource {
    /// What it was asked for, and when.
    var wants: [BlobID: Int64] = [:]
    /// What it says it has, of what is missing here.
    var has: Set<BlobID> = []
    /// What it does not have; asked for again with the next overview.
    var lacks: Set<BlobID> = []
    /// What it has sent wrongly.
    var distrusted: Set<BlobID> = []
    var faultCount = 0
    /// The chunks that it is to send, and since when.
    var credits: [BlobChunkID: Int64] = [:]
    /// What it has asked for and could not get, by the scope that entitles it.
    var waiting: [BlobID: ScopeID] = [:]

    /// Whether it need not be asked for a blob now.
    func isAsked(for id: BlobID) -> Bool {
        wants[id] != nil || has.contains(id) || lacks.contains(id) || distrusted.contains(id)
    }

    /// Forgets a blob that is not to come from here.
    mutating func forget(_ id: BlobID) {
        wants[id] = nil
        has.remove(id)
        credits = credits.filter { $0.key.blob != id }
    }
}
