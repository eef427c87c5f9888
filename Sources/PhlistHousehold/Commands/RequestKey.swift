import Crypto
import PhlistModel

/// A client's key for a request, which prevents a repetition from changing anything a second time.
package struct RequestKey: Hashable, Sendable {
    /// At most 64 ASCII characters.
    package var text: String
    /// The first four bytes of the digest of the whole request.
    ///
    /// It only detects the mistake of giving one key to two different requests.
    package var digest: UInt32

    package init(text: String, digest: UInt32) {
        self.text = text
        self.digest = digest
    }
}

/// A request as it is kept: its user and key only appear in a hash.
///
/// ```
/// tag  = name 8 B | digest 4 B
/// name = the first 8 bytes of SHA-256("phlist-request" ‖ uid u32 ‖ key)
/// ```
/// Eight bytes are enough: among the kept requests (`HouseholdLimits.requestsMax`), a new one collides with another
/// name by chance once in 2^54. Nobody can search for another user's name, since keys are not disclosed; a user who
/// finds two own keys with one name harms only themselves.
package struct RequestTag: Hashable, Sendable {
    package let name: UInt64
    package let digest: UInt32

    /// Creates a tag from its stored parts.
    init(name: UInt64, digest: UInt32) {
        (self.name, self.digest) = (name, digest)
    }

    /// Creates the tag of a user's request.
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
