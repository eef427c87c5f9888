import Crypto

/// A SHA-256 as a name: thirty-two bytes kept as two numbers, so that comparing and hashing need no indirection.
package struct HashName: Hashable, Comparable, Sendable {
    /// The number of bytes in every encoded form.
    package static let byteCount = 32

    fileprivate let high: UInt128
    fileprivate let low: UInt128

    /// Creates the name from exactly thirty-two bytes; nil for any other count.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        high = bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
        low = bytes.dropFirst(16).reduce(0) { $0 << 8 | UInt128($1) }
    }

    init(digest: SHA256.Digest) {
        high = digest.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
        low = digest.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(fromByteOffset: 16, as: UInt128.self)) }
    }

    /// Creates the SHA-256 of some bytes.
    init(of bytes: [UInt8]) {
        self.init(digest: SHA256.hash(bytes: bytes))
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        (high, low) = (try reader.readBigEndian(), try reader.readBigEndian())
    }

    /// The thirty-two bytes.
    package var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// The first eight bytes, read big-endian.
    var prefix: UInt64 { UInt64(truncatingIfNeeded: high >> 64) }

    package static func < (left: HashName, right: HashName) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension ByteWriter {
    mutating func write(_ name: HashName) {
        write(bigEndian: name.high)
        write(bigEndian: name.low)
    }
}
