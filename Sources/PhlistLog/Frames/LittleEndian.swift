/// The log's encoding of numbers: fixed widths little-endian, lengths as LEB128.
extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends seven bits a byte, the lowest first; the top bit marks that more follow.
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
    /// Returns the number at an offset from the front; the bytes must exist.
    func littleEndian<Number: FixedWidthInteger>(at offset: Int, as _: Number.Type) -> Number {
        let start = startIndex + offset
        return self[start..<start + Number.bitWidth / 8].withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(as: Number.self))
        }
    }

    /// Removes a number of up to 63 bits from the front; nil if the bytes end early or are not the shortest form.
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
