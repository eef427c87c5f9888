import Crypto
import PhlistModel

/// What a client names a request by, so that a repetition changes nothing a second time.
package struct RequestKey: Hashable, Sendable {
    /// At most 64 characters of ASCII.
    package var text: String
    /// The first four bytes of the digest of all that the request asks for.
    ///
    /// They only show the mistake of a client that gives one key to two different requests.
    package var digest: UInt32

    /// Creates a key.
    package init(text: String, digest: UInt32) {
        self.text = text
        self.digest = digest
    }
}

/// A request as it is kept: whose it is, and its key, are only told by a hash.
///
/// ```
/// tag  = name 8 B | digest 4 B
/// name = the first 8 bytes of SHA-256("phlist-request" ‖ uid u32 ‖ key)
/// ```
/// Eight bytes are enough: among the requests that are kept (`SyncLimits.requestsMax`) a new one meets its own name by
/// chance once in 2^54. Nobody can look for another user's name, since keys are not told; who finds two keys of their
/// own with one name harms only themselves.
package struct RequestTag: Hashable, Sendable {
    package static let byteCount = 12

    package let name: UInt64
    package let digest: UInt32

    /// Wraps a tag as it was stored.
    init(name: UInt64, digest: UInt32) {
        (self.name, self.digest) = (name, digest)
    }

    /// The tag of a user's request.
    init(_ key: RequestKey, of uid: UInt32) {
        var hash = SHA256()
        hash.update(data: Array("phlist-request".utf8))
        withUnsafeBytes(of: uid.littleEndian) { hash.update(bufferPointer: $0) }
        hash.update(data: Array(key.text.utf8))
        name = hash.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        digest = key.digest
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(bigEndian: name)
        withUnsafeBytes(of: digest.bigEndian) { writer.write(raw: $0) }
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        name = try reader.readBigEndianWord()
        digest = try reader.read(count: 4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
