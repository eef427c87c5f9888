import Crypto

/// The hashes of a blob's chunks, which let each chunk be verified alone, from any sender.
///
/// The manifest proves itself: the blob's name is its hash. Every chunk but the last has `chunkBytes` bytes.
package struct BlobManifest: Hashable, Sendable {
    /// The size of every chunk but the last, in bytes.
    package static let chunkBytes = 64 * 1024

    package let id: BlobID
    /// The SHA-256 of each chunk, one after the other.
    package let hashes: [UInt8]

    /// Creates a manifest from hashes; nil for none, a partial hash, or more than `Limits.blobChunksMax`.
    package init?(hashes: [UInt8]) {
        guard !hashes.isEmpty, hashes.count.isMultiple(of: SHA256.byteCount) else { return nil }
        guard hashes.count / SHA256.byteCount <= Limits.blobChunksMax else { return nil }
        self.hashes = hashes
        id = BlobID(digest: SHA256.hash(data: hashes))
    }

    /// Creates the manifest of some bytes; nil for none, or for more chunks than `Limits.blobChunksMax`.
    package init?(of bytes: [UInt8]) {
        let chunks = stride(from: 0, to: bytes.count, by: Self.chunkBytes).map { start in
            SHA256.hash(data: bytes[start..<min(start + Self.chunkBytes, bytes.count)])
        }
        self.init(hashes: chunks.flatMap { Array($0) })
    }

    package var chunkCount: Int {
        hashes.count / SHA256.byteCount
    }

    /// Whether some bytes are the chunk with this index.
    package func accepts(_ bytes: [UInt8], at chunk: Int) -> Bool {
        guard (0..<chunkCount).contains(chunk), (1...Self.chunkBytes).contains(bytes.count) else { return false }
        guard chunk == chunkCount - 1 || bytes.count == Self.chunkBytes else { return false }
        let start = chunk * SHA256.byteCount
        return SHA256.hash(data: bytes) == hashes[start..<start + SHA256.byteCount]
    }
}
