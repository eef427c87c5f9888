/// Builds the bytes of batches, messages and records.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty writer with room for most values.
    package init() {
        reserve(64)
    }

    /// Makes room for `count` more bytes.
    package mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + count)
    }

    package mutating func write(_ byte: UInt8) {
        bytes.append(byte)
    }

    package mutating func write(raw: some Collection<UInt8>) {
        bytes.append(contentsOf: raw)
    }

    /// Appends `count` zero bytes and lends them to a closure to fill.
    mutating func write(count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count))
        bytes.withUnsafeMutableBytes { fill(UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
    }

    /// Writes an unsigned LEB128 number in the shortest encoding: seven bits a byte, lowest first.
    package mutating func write(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes eight bytes, little-endian.
    package mutating func write(fixed value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes eight bytes, big-endian.
    package mutating func write(bigEndian value: UInt64) {
        write(fixed: value.byteSwapped)
    }

    /// Writes sixteen bytes, big-endian.
    mutating func write(bigEndian value: UInt128) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes the sixteen bytes of an identifier.
    package mutating func write(_ id: some Identifier128) {
        write(bigEndian: id.rawValue)
    }

    /// Writes a length and that many bytes.
    package mutating func write(counted data: some Collection<UInt8>) {
        write(varint: UInt64(data.count))
        bytes.append(contentsOf: data)
    }

    /// Writes a length and the text in UTF-8.
    package mutating func write(text: String) {
        write(counted: Array(text.utf8))
    }
}
