import Crypto

extension SHA256 {
    /// Hashes contiguous bytes; `hash(data:)`, which takes them in pieces, costs twice as much for an id.
    static func hash(bytes: [UInt8]) -> Digest {
        var hasher = SHA256()
        bytes.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        return hasher.finalize()
    }
}
