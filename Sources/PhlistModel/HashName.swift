import Crypto

/// A name that is a SHA-256: thirty-two bytes as two numbers, which are compared and hashed without a look at memory.
struct HashName: Hashable, Comparable, Sendable {
    static let byteCount = 32

    private let high: UInt128
    private let low: UInt128

    /// Creates the name from exactly thirty-two bytes; nil for any other count.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        high = bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
        low = bytes.dropFirst(16).reduce(0) { $0 << 8 | UInt128($1) }
    }

    init(digest: SHA256.Digest) {
        high = digest.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
        low = digest.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(fromByteOffset: 16, as: UInt128.self)) }
    }

    /// Reads the thirty-two bytes.
    init(from reader: inout ByteReader) throws(CodecError) {
        (high, low) = (try reader.readBigEndian(), try reader.readBigEndian())
    }

    /// The thirty-two bytes.
    var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// The order of the bytes.
    static func < (left: HashName, right: HashName) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
