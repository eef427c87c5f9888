import PhlistModel
import PhlistTestKit
import Testing

/// The order of bytes, worked out with shifts: the same on a machine of any byte order, and at any address.
struct ByteOrderTests {
    private static let number: UInt64 = 0x0102_0304_0506_0708
    private static let identifier: UInt128 = 0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF

    /// The bytes of a number, the lowest first.
    private static func lowestFirst(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    @Test func `numbers are written lowest byte first, identifiers highest byte first`() {
        var writer = ByteWriter()
        writer.write(fixed: Self.number)
        writer.write(bigEndian: Self.number)
        writer.write(MemberID(rawValue: Self.identifier))
        let expected =
            Self.lowestFirst(Self.number) + Self.lowestFirst(Self.number).reversed()
            + Self.lowestFirst(Self.identifier).reversed()
        #expect(writer.bytes == expected)
    }

    @Test(arguments: 0..<16)
    func `numbers and identifiers are read at any offset`(offset: Int) throws {
        let padding = [UInt8](repeating: 0xEE, count: offset)
        let bytes = padding + Self.lowestFirst(Self.number) + Self.lowestFirst(Self.identifier).reversed()
        var reader = ByteReader(bytes, in: offset..<bytes.count)
        #expect(try reader.readFixed() == Self.number)
        #expect(try reader.readBigEndian() == Self.identifier)
        #expect(reader.remaining == 0)
    }
}
