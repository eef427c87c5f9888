package import PhlistModel
package import PhlistSync

/// An in-memory folder of blobs that behaves like that of the daemon.
package struct PhotoShelf {
    /// The complete blobs.
    package private(set) var whole: [BlobID: [UInt8]] = [:]
    private var partial: [BlobID: (manifest: BlobManifest, chunks: [Int: [UInt8]])] = [:]
    private var events: [Event] = []
    private var isSpoilt: Set<BlobID> = []
    /// Whether the disk refuses new blobs.
    package var isFull = false
    /// Whether the disk never finishes writing a chunk.
    package var isSlow = false
    /// The chunks that were stored, in order of arrival.
    package private(set) var keptChunks: [KeptChunk] = []

    /// A chunk of a download.
    package struct KeptChunk: Hashable {
        package let blob: BlobID
        package let chunk: Int
    }

    package init() {}

    /// The holdings that a start finds.
    package var holdings: BlobHoldings {
        BlobHoldings(
            whole: whole.keys.sorted(),
            partial: partial.values.map { (manifest: $0.manifest, kept: Set($0.chunks.keys)) }
                .sorted { $0.manifest.id < $1.manifest.id }
        )
    }

    /// Performs an effect that concerns blobs; ignores others.
    package mutating func perform(_ effect: Effect) {
        switch effect {
        case .beginBlob(let manifest) where isFull: events.append(.blobRefused(manifest.id))
        case .beginBlob(let manifest): partial[manifest.id] = (manifest, [:])
        case .keepChunk(let id, let chunk, let bytes):
            partial[id]?.chunks[chunk] = bytes
            keptChunks.append(KeptChunk(blob: id, chunk: chunk))
            if !isSlow { events.append(.chunkWritten) }
        case .finishBlob(let id):
            whole[id] = partial.removeValue(forKey: id)?.chunks.sorted { $0.key < $1.key }.flatMap(\.value)
            events.append(.blobStored(id))
        case .dropBlob(let id): partial[id] = nil
        default: break
        }
    }

    /// Adds a complete blob.
    ///
    /// - Returns: Its name; nil for no bytes, or too many.
    package mutating func put(_ bytes: [UInt8]) -> BlobID? {
        guard let id = BlobManifest(of: bytes)?.id else { return nil }
        whole[id] = bytes
        events.append(.blobStored(id))
        return id
    }

    package mutating func remove(_ id: BlobID) {
        whole[id] = nil
        events.append(.blobLost(id))
    }

    /// Damages all present blobs, which keep their names.
    package mutating func spoil() {
        for id in whole.keys {
            isSpoilt.insert(id)
        }
    }

    /// Returns the events since the last call.
    package mutating func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    package func manifest(of id: BlobID) -> BlobManifest? {
        whole[id].flatMap { BlobManifest(of: $0) }
    }

    package func chunk(_ chunk: Int, of id: BlobID) -> [UInt8]? {
        whole[id].map { bytes in
            let start = chunk * BlobManifest.chunkBytes
            let chunk = Array(bytes.dropFirst(start).prefix(BlobManifest.chunkBytes))
            return isSpoilt.contains(id) ? chunk.map { $0 ^ 1 } : chunk
        }
    }
}
