/// Columns of numbers: millions of them are written and read at once.
///
/// ```
/// column = width u8, the least of 1, 2, 4 and 8 that all numbers fit | the numbers in so many bytes, lowest first
/// ```
/// The count of the numbers is stored elsewhere, once for all columns of a table.
extension ByteWriter {
    package mutating func write<Numbers: RandomAccessCollection>(column numbers: Numbers)
    where Numbers.Element: FixedWidthInteger & UnsignedInteger {
        let all = numbers.reduce(0) { $0 | $1 }
        let bits = Numbers.Element.bitWidth - all.leadingZeroBitCount
        switch bits {
        case ...8: append(numbers, as: UInt8.self)
        case ...16: append(numbers, as: UInt16.self)
        case ...32: append(numbers, as: UInt32.self)
        default: append(numbers, as: UInt64.self)
        }
    }

    private mutating func append<Numbers: RandomAccessCollection, Stored: FixedWidthInteger>(
        _ numbers: Numbers,
        as _: Stored.Type
    ) where Numbers.Element: FixedWidthInteger {
        let width = MemoryLayout<Stored>.size
        write(UInt8(width))
        write(count: numbers.count * width) { bytes in
            var offset = 0
            for number in numbers {
                bytes.storeBytes(
                    of: Stored(truncatingIfNeeded: number).littleEndian,
                    toByteOffset: offset,
                    as: Stored.self
                )
                offset += width
            }
        }
    }
}

extension ByteReader {
    /// Reads a column of `count` numbers; the memory used is at most a few times the remaining bytes.
    package mutating func readColumn<Number: FixedWidthInteger & UnsignedInteger>(
        of _: Number.Type = Number.self,
        count: Int
    ) throws(CodecError) -> [Number] {
        let width = Int(try readByte())
        guard [1, 2, 4, 8].contains(width), width <= MemoryLayout<Number>.size else {
            throw .badValue("column of width \(width)")
        }
        guard remaining / width >= count else { throw .truncated }
        let bytes = try read(count: count * width)
        return switch width {
        case 1: bytes.numbers(storedAs: UInt8.self)
        case 2: bytes.numbers(storedAs: UInt16.self)
        case 4: bytes.numbers(storedAs: UInt32.self)
        default: bytes.numbers(storedAs: UInt64.self)
        }
    }

    /// Reads a count of things that take at least `byteCount` bytes each and must all be here.
    package mutating func readCount(ofAtLeast byteCount: Int) throws(CodecError) -> Int {
        let count = try readVarint()
        guard count <= UInt64(remaining / byteCount) else { throw .truncated }
        return Int(count)
    }

    /// Reads an index below `count`.
    package mutating func readIndex(below count: Int) throws(CodecError) -> Int {
        let value = try readVarint()
        guard value < UInt64(count) else { throw .overLimit(value) }
        return Int(value)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func numbers<Stored: FixedWidthInteger, Number: FixedWidthInteger>(storedAs _: Stored.Type) -> [Number]
    {
        let width = MemoryLayout<Stored>.size
        return withUnsafeBytes { bytes in
            [Number](unsafeUninitializedCapacity: bytes.count / width) { numbers, count in
                count = bytes.count / width
                for index in 0..<count {
                    let stored = bytes.loadUnaligned(fromByteOffset: index * width, as: Stored.self)
                    numbers.initializeElement(at: index, to: Number(truncatingIfNeeded: Stored(littleEndian: stored)))
                }
            }
        }
    }
}
