import Testing

@testable import PhlistLog

/// The order of bytes in the files of the store, worked out with shifts: the same on a machine of any byte order.
struct ByteOrderTests {
    @Test func `the header of a log is these bytes`() {
        let header = FileHeader(device: alice, generation: 0x0102, createdMilliseconds: 0x0304, salt: 0x0506_0708).bytes
        let fields: [(offset: Int, number: UInt64, count: Int)] = [
            (8, UInt64(FileHeader.major), 2), (32, 0x0102, 8), (40, 0x0304, 8), (48, 0x0506_0708, 4),
        ]
        for field in fields {
            let expected = (0..<field.count).map { UInt8(truncatingIfNeeded: field.number >> ($0 * 8)) }
            #expect(Array(header[field.offset..<field.offset + field.count]) == expected)
        }
    }

    @Test(arguments: 0..<16)
    func `a number is read at any address`(offset: Int) {
        var bytes = [UInt8](repeating: 0xEE, count: offset)
        bytes.append(littleEndian: 0x0102_0304_0506_0708 as UInt64)
        bytes.append(littleEndian: 0x090A as UInt16)
        #expect(bytes[offset...].elementsEqual([8, 7, 6, 5, 4, 3, 2, 1, 0x0A, 9]))
        #expect(bytes[...].littleEndian(at: offset, as: UInt64.self) == 0x0102_0304_0506_0708)
        #expect(bytes[offset...].littleEndian(at: 8, as: UInt16.self) == 0x090A)
    }
}
