/// The position of an item in its list: always written whole, so that two moves never mix.
///
/// ```
/// place = flags u8 (bit 0: section, bit 1: parent) | section u64? | parent u64? | key, the rest
/// ```
package struct Place: Hashable, Sendable {
    package var section: EntityID?
    package var parent: EntityID?
    /// The sort key: items are ordered by its bytes, ties by item id.
    package var key: [UInt8]

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
