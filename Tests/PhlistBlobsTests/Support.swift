import PhlistBlobs
import PhlistLog
import PhlistModel
import PhlistTestKit

/// Random bytes in place of a photo: the store never looks into one.
func photo(_ seed: UInt64, bytes count: Int) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
}

/// A disk with room for photos, and an empty state directory.
func disk() throws -> MemoryFileSystem {
    let fileSystem = MemoryFileSystem()
    fileSystem.capacityBytes = 1 << 30
    try fileSystem.makeDirectory("/state")
    try fileSystem.flushDirectory("/")
    return fileSystem
}

func openStore(on fileSystem: any FileSystem, at path: String = "/state") throws(BlobError) -> BlobStore {
    var store = BlobStore(in: path, on: fileSystem)
    try store.open()
    return store
}

extension BlobStore {
    /// Downloads some chunks, or those that are missing, of bytes that somebody has.
    mutating func download(_ bytes: [UInt8], chunks: [Int]? = nil) throws(BlobError) {
        guard let manifest = BlobManifest(of: bytes) else { return }
        let kept = try begin(manifest)
        for chunk in chunks ?? (0..<manifest.chunkCount).filter({ !kept.contains($0) }) {
            try keep(bytes.chunk(chunk), chunk: chunk, of: manifest.id)
        }
        if partials[manifest.id]?.kept.count == manifest.chunkCount {
            try finish(manifest.id)
        }
    }
}

extension [UInt8] {
    func chunk(_ number: Int) -> [UInt8] {
        let start = number * BlobManifest.chunkBytes
        return Array(self[start..<Swift.min(start + BlobManifest.chunkBytes, count)])
    }
}
