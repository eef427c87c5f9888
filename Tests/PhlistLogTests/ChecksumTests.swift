import CCRC32C
import PhlistTestKit
import Testing

@Suite struct ChecksumTests {
    /// RFC 3720, appendix B.4.
    static let vectors: [(bytes: [UInt8], sum: UInt32)] = [
        (Array(repeating: 0, count: 32), 0x8A91_36AA),
        (Array(repeating: 0xFF, count: 32), 0x62A8_AB43),
        (Array(0..<32), 0x46DD_794E),
        (Array((0..<32).reversed()), 0x113F_DB5C),
        (
            [
                0x01, 0xC0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x18,
                0x28, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            ],
            0xD996_3A56
        ),
    ]

    @Test func `the published vectors come out by instruction and by tables`() {
        for vector in Self.vectors {
            #expect(phlist_crc32c(0, vector.bytes, vector.bytes.count) == vector.sum)
            #expect(phlist_crc32c_by_tables(0, vector.bytes, vector.bytes.count) == vector.sum)
        }
    }

    @Test func `instruction and tables agree for every length, alignment and seed`() {
        var random = SeededRandom(1)
        let bytes = random.bytes(600)
        bytes.withUnsafeBytes { bytes in
            for length in 0...300 {
                for start in 0..<8 {
                    let seed = UInt32.random(in: .min ... .max, using: &random)
                    let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
                    let sum = phlist_crc32c(seed, part.baseAddress, length)
                    #expect(sum == phlist_crc32c_by_tables(seed, part.baseAddress, length))
                }
            }
        }
    }

    @Test func `a sum continued over two parts is the sum of the whole`() {
        var random = SeededRandom(2)
        let bytes = random.bytes(100)
        let whole = phlist_crc32c(7, bytes, bytes.count)
        for cut in 0...bytes.count {
            let rest = Array(bytes[cut...])
            #expect(phlist_crc32c(phlist_crc32c(7, bytes, cut), rest, rest.count) == whole)
        }
    }

    @Test func `every seed gives another sum of the same bytes`() {
        let bytes: [UInt8] = [1, 2, 3]
        let sums = Set((0..<1000).map { phlist_crc32c(UInt32($0), bytes, 3) })
        #expect(sums.count == 1000)
    }
}
