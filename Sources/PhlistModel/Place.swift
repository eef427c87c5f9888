/// Where an item stands in its list: always written whole, so that two moves never mix.
///
/// ```
/// place = flags u8 (bit 0: section, bit 1: parent) | section u64? | parent u64? | key, the rest
/// ```
package struct Place: Hashable, Sendable {
    package var section: EntityID?
    package var parent: EntityID?
    /// Items are ordered by the bytes of their keys, ties by item id.
    package var key: [UInt8]

    /// Creates a place.
    package init(section: EntityID? = nil, parent: EntityID? = nil, key: [UInt8]) {
        self.section = section
        self.parent = parent
        self.key = key
    }

    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write((section == nil ? 0 : 1) | (parent == nil ? 0 : 2))
        for entity in [section, parent].compactMap({ $0 }) {
            writer.write(fixed: entity.rawValue)
        }
        writer.write(raw: key)
        return writer.bytes
    }

    /// Reads a place.
    package init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        let flags = try reader.readByte()
        guard flags < 4 else { throw .badValue("place flags \(flags)") }
        section = flags & 1 == 0 ? nil : EntityID(rawValue: try reader.readFixed())
        parent = flags & 2 == 0 ? nil : EntityID(rawValue: try reader.readFixed())
        guard reader.remaining <= Limits.placeKeyBytesMax else { throw .overLimit(UInt64(reader.remaining)) }
        key = Array(try reader.read(count: reader.remaining))
    }
}

/// Keys for `Place`: byte strings between which there is always room for one more.
package enum PlaceKey {
    private static let first: UInt32 = 0x4000_0000
    private static let step: UInt32 = 0x100

    /// A key behind another, or the first of a list.
    ///
    /// Four bytes count upwards and leave room for millions of later items at the same length; the jitter keeps two
    /// devices that append at the same time from minting one key.
    ///
    /// - Parameters:
    ///   - key: The key to follow; nil for the first of a list.
    ///   - jitter: A random number; its low three bytes are used.
    /// - Returns: Seven bytes, more only when millions have gone before.
    package static func after(_ key: [UInt8]?, jitter: UInt32) -> [UInt8] {
        guard let key else { return bytes(first, jitter) }
        let number = (0..<4).reduce(UInt32(0)) { $0 << 8 | ($1 < key.count ? UInt32(key[$1]) : 0) }
        let (next, overflow) = number.addingReportingOverflow(step)
        return overflow ? key.prefix(Limits.placeKeyBytesMax - 3) + tail(jitter) : bytes(next, jitter)
    }

    private static func bytes(_ number: UInt32, _ jitter: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) } + tail(jitter)
    }

    /// Three bytes that do not end in zero: nothing fits between a key and the same key with a zero behind it.
    private static func tail(_ jitter: UInt32) -> [UInt8] {
        [UInt8(truncatingIfNeeded: jitter >> 16), UInt8(truncatingIfNeeded: jitter >> 8), UInt8(jitter & 0xFF) | 1]
    }
}
