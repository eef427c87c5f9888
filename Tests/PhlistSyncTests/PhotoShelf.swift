@testable import PhlistModel
@testable import PhlistSync

/// A folder of blobs in memory, as the shell keeps it.
struct PhotoShelf {
    private(set) var whole: [BlobID: [UInt8]] = [:]
    private var partial: [BlobID: (manifest: BlobManifest, chunks: [Int: [UInt8]])] = [:]
    private var events: [Event] = []
    private var isSpoilt: Set<BlobID> = []
    /// Whether the disk takes nothing.
    var isFull = false
    /// Whether the disk is not done with any chunk.
    var isSlow = false
    /// The chunks that were kept, in the order in which they came.
    private(set) var keptChunks: [BlobChunkID] = []

    var holdings: BlobHoldings {
        BlobHoldings(
            whole: whole.keys.sorted(),
            partial: partial.values.map { (manifest: $0.manifest, kept: Set($0.chunks.keys)) }
                .sorted { $0.manifest.id < $1.manifest.id }
        )
    }

    mutating func perform(_ effect: Effect) {
        switch effect {
        case .beginBlob(let manifest) where isFull: events.append(.blobRefused(manifest.id))
        case .beginBlob(let manifest): partial[manifest.id] = (manifest, [:])
        case .keepChunk(let id, let chunk, let bytes):
            partial[id]?.chunks[chunk] = bytes
            keptChunks.append(BlobChunkID(blob: id, chunk: chunk))
            if !isSlow { events.append(.chunkWritten) }
        case .finishBlob(let id):
            whole[id] = partial.removeValue(forKey: id)?.chunks.sorted { $0.key < $1.key }.flatMap(\.value)
            events.append(.blobStored(id))
        case .dropBlob(let id): partial[id] = nil
        default: break
        }
    }

    mutating func put(_ bytes: [UInt8]) -> BlobID? {
        guard let id = BlobManifest(of: bytes)?.id else { return nil }
        whole[id] = bytes
        events.append(.blobStored(id))
        return id
    }

    mutating func remove(_ id: BlobID) {
        whole[id] = nil
        events.append(.blobLost(id))
    }

    /// Turns a bit of every blob, which keeps its name.
    mutating func spoil() {
        for id in whole.keys {
            isSpoilt.insert(id)
        }
    }

    mutating func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    func manifest(of id: BlobID) -> BlobManifest? {
        whole[id].flatMap { BlobManifest(of: $0) }
    }

    func chunk(_ chunk: Int, of id: BlobID) -> [UInt8]? {
        whole[id].map { bytes in
            let start = chunk * BlobManifest.chunkBytes
            let chunk = Array(bytes.dropFirst(start).prefix(BlobManifest.chunkBytes))
            return isSpoilt.contains(id) ? chunk.map { $0 ^ 1 } : chunk
        }
    }
}

extension Device {
    /// Gives an item a photo of some chunks.
    @discardableResult
    func setPhoto(of item: String, chunks: Int = 4, seed: UInt8 = 1) -> PhotoReference? {
        let count = chunks * BlobManifest.chunkBytes - 5
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 >> 8 &+ $0) ^ seed }
        let small = (0..<900).map { UInt8(truncatingIfNeeded: $0) ^ seed }
        guard let original = photos.put(bytes), let thumbnail = photos.put(small) else { return nil }
        let reference = PhotoReference(
            original: original,
            thumbnail: thumbnail,
            size: count,
            type: .jpeg,
            width: 40,
            height: 30
        )
        guard let reference else { return nil }
        give(change(item, ItemChange(photo: .reference(reference))))
        return reference
    }

    func holds(_ photo: PhotoReference) -> Bool {
        photos.whole[photo.original] != nil && photos.whole[photo.thumbnail] != nil
    }
}
