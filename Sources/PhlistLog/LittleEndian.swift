/// The bytes of numbers as the log has them: fixed widths little-endian, lengths as LEB128.
extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Seven bits a byte, the lowest first; the top bit says that more follow.
    mutating func append(varint number: UInt64) {
        var rest = number
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}

extension ArraySlice<UInt8> {
    /// The number at an offset from the front, where the caller knows bytes to be.
    func littleEndian<Number: FixedWidthInteger>(at offset: Int, as _: Number.Type) -> Number {
        let start = startIndex + offset
        return self[start..<start + Number.bitWidth / 8].withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(as: Number.self))
        }
    }

    /// Takes a number of up to 63 bits off the front; nil when the bytes end early or are not the shortest form.
    mutating func takeVarint() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 56, by: 7) {
            guard let byte = popFirst() else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte <= 0x7F { return byte > 0 || shift == 0 ? number : nil }
        }
        return nil
    }
}
