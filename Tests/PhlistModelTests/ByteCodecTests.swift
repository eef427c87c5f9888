import PhlistModel
import PhlistTestKit
import Testing

struct ByteCodecTests {
    /// The numbers around every change of length.
    private static let edges: [UInt64] =
        (0...63).flatMap { shift -> [UInt64] in
            let power = UInt64(1) << UInt64(shift)
            return [power - 1, power, power + 1]
        } + [.max - 1, .max]

    @Test func `a number comes back from the fewest bytes that hold it`() throws {
        for number in Self.edges {
            var writer = ByteWriter()
            writer.write(varint: number)
            let bits = 64 - number.leadingZeroBitCount
            #expect(writer.bytes.count == max(1, (bits + 6) / 7))
            var reader = ByteReader(writer.bytes)
            #expect(try reader.readVarint() == number)
            try reader.expectEnd()
        }
    }

    @Test func `of all encodings of up to three bytes exactly the shortest are read`() {
        for pattern in stride(from: 0, to: 1 << 24, by: 13) {
            let bytes = [UInt8(pattern & 0xFF), UInt8(pattern >> 8 & 0xFF), UInt8(pattern >> 16)]
            var reader = ByteReader(bytes)
            guard let number = try? reader.readVarint() else { continue }
            var writer = ByteWriter()
            writer.write(varint: number)
            guard writer.bytes == Array(bytes.prefix(reader.position)) else {
                Issue.record("\(bytes) was read as \(number)")
                return
            }
        }
    }

    @Test func `a number of more than sixty-four bits is refused`() {
        let ninth = [UInt8](repeating: 0xFF, count: 9)
        for (last, isValid) in [(0x01, true), (0x02, false), (0x00, false), (0x7F, false), (0x81, false)] {
            var reader = ByteReader(ninth + [UInt8(last), 0])
            #expect(((try? reader.readVarint()) != nil) == isValid, "last byte \(last)")
        }
    }

    @Test func `a count beyond its limit is refused with the count`() {
        var writer = ByteWriter()
        writer.write(varint: 513)
        #expect(throws: CodecError.overLimit(513)) {
            var reader = ByteReader(writer.bytes)
            _ = try reader.readCount(limit: 512)
        }
    }

    @Test func `what is left over is refused with its size`() {
        #expect(throws: CodecError.trailing(3)) { try ByteReader([1, 2, 3]).expectEnd() }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `fixed numbers, identifiers and texts come back`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let (number, id, device, text) = (
                random.next(), random.identifier(ScopeID.self), random.device(), random.text()
            )
            var writer = ByteWriter()
            writer.write(fixed: number)
            writer.write(raw: id.bytes)
            writer.write(raw: device.bytes)
            writer.write(text: text)
            var reader = ByteReader(writer.bytes)
            #expect(try reader.readFixed() == number)
            #expect(try reader.readIdentifier(ScopeID.self) == id)
            #expect(try reader.readDeviceID() == device)
            #expect(try reader.readText(limit: 100) == text)
            try reader.expectEnd()
        }
    }
}
