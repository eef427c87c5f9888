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

    /// Reads the name as it is written in a path; nil for anything but sixty-four small hexadecimal digits.
    package init?(hexadecimal text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(of: digits[index]), let low = Self.value(of: digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.init(bytes: bytes)
    }

    /// The thirty-two bytes.
    package var bytes: [UInt8] { name.bytes }

    /// Sixty-four hexadecimal digits, as in a path.
    package var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The order of the bytes.
    package static func < (left: BlobID, right: BlobID) -> Bool {
        left.name < right.name
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
