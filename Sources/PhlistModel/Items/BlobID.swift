import Crypto

/// The name of some bytes: SHA-256 over the list of the SHA-256 of their chunks.
package struct BlobID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of bytes in every encoded form.
    package static let byteCount = HashName.byteCount

    private let name: HashName

    /// Creates the name from exactly thirty-two bytes; nil for any other count.
    package init?(bytes: some Collection<UInt8>) {
        guard let name = HashName(bytes: bytes) else { return nil }
        self.name = name
    }

    init(digest: SHA256.Digest) {
        name = HashName(digest: digest)
    }

    /// Reads the name as written in a path; nil for anything but sixty-four lowercase hexadecimal digits.
    package init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == 2 * Self.byteCount, let bytes = Hexadecimal.bytes(of: text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The thirty-two bytes.
    package var bytes: [UInt8] { name.bytes }

    /// Sixty-four hexadecimal digits, as in a path.
    package var description: String {
        Hexadecimal.text(of: bytes)
    }

    package static func < (left: BlobID, right: BlobID) -> Bool {
        left.name < right.name
    }
}
