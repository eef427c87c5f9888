/// The reasons why bytes cannot be read.
package enum CodecError: Error, Equatable {
    /// The bytes end before the value does.
    case truncated
    /// A number takes more bytes than it needs, or more than sixty-four bits.
    case badVarint
    /// A count or a length exceeds its limit.
    case overLimit(UInt64)
    /// Bytes follow the last value.
    case trailing(Int)
    /// A value is outside the range of its field.
    case badValue(String)
}

/// Reads the bytes of batches, messages and records; total: any input gives a value or an error.
package struct ByteReader: Sendable {
    private let bytes: [UInt8]
    private let end: Int
    /// The index of the next byte.
    package private(set) var position: Int

    /// Reads a range of an array, by default all of it.
    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        position = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    package var remaining: Int {
        end - position
    }

    package mutating func readByte() throws(CodecError) -> UInt8 {
        guard position < end else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads an unsigned LEB128 number and accepts only the shortest encoding, so that equal values are equal bytes.
    package mutating func readVarint() throws(CodecError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try readByte()
            guard shift < 63 || byte <= 1 else { throw .badVarint }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 {
                guard byte != 0 || shift == 0 else { throw .badVarint }
                return value
            }
            shift += 7
            guard shift <= 63 else { throw .badVarint }
        }
    }

    /// Reads a count of at most `limit`.
    package mutating func readCount(limit: Int) throws(CodecError) -> Int {
        let value = try readVarint()
        guard value <= UInt64(limit) else { throw .overLimit(value) }
        return Int(value)
    }

    /// Reads eight bytes, little-endian.
    package mutating func readFixed() throws(CodecError) -> UInt64 {
        guard remaining >= 8 else { throw .truncated }
        defer { position += 8 }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian }
    }

    package mutating func read(count: Int) throws(CodecError) -> ArraySlice<UInt8> {
        guard count >= 0, remaining >= count else { throw .truncated }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Reads a length of at most `limit` and that many bytes.
    package mutating func readCounted(limit: Int) throws(CodecError) -> ArraySlice<UInt8> {
        let count = try readCount(limit: limit)
        return try read(count: count)
    }

    /// Reads a length of at most `limit` and returns a reader of that many bytes.
    package mutating func readPart(limit: Int) throws(CodecError) -> ByteReader {
        let count = try readCount(limit: limit)
        guard remaining >= count else { throw .truncated }
        defer { position += count }
        return ByteReader(bytes, in: position..<position + count)
    }

    /// Reads counted UTF-8; invalid bytes become U+FFFD, since a peer's text is never refused.
    ///
    /// U+FFFD takes three bytes: a repaired text is cut to the limit, or it could not be read once written again.
    package mutating func readText(limit: Int) throws(CodecError) -> String {
        var text = String(decoding: try readCounted(limit: limit), as: UTF8.self)
        while text.utf8.count > limit {
            text.unicodeScalars.removeLast()
        }
        return text
    }

    /// Reads sixteen bytes, big-endian.
    package mutating func readBigEndian() throws(CodecError) -> UInt128 {
        guard remaining >= 16 else { throw .truncated }
        defer { position += 16 }
        return bytes.withUnsafeBytes { bytes in
            UInt128(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt128.self))
        }
    }

    package mutating func readIdentifier<ID: Identifier128>(_: ID.Type = ID.self) throws(CodecError) -> ID {
        ID(rawValue: try readBigEndian())
    }

    package mutating func readDeviceID() throws(CodecError) -> DeviceID {
        try DeviceID(from: &self)
    }

    /// Reads the number of a batch, limited so that arithmetic with it cannot overflow.
    package mutating func readNumber() throws(CodecError) -> UInt64 {
        let number = try readVarint()
        guard number <= Limits.batchNumberMax else { throw .overLimit(number) }
        return number
    }

    /// Reads eight bytes, big-endian.
    package mutating func readBigEndianWord() throws(CodecError) -> UInt64 {
        try readFixed().byteSwapped
    }

    /// Throws if bytes follow the last value.
    package func expectEnd() throws(CodecError) {
        guard remaining == 0 else { throw .trailing(remaining) }
    }
}
