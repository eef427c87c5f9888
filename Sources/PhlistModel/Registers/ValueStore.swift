/// The bytes of all values of a scope, one after the other; none is ever changed or removed.
struct ValueStore: Sendable {
    private(set) var bytes: [UInt8]

    /// The location of a value.
    ///
    /// ```
    /// 1 | length, 2 bits | padding, 5 bits | up to three bytes, the first lowest      most values are this short
    /// 0 | position, 31 bits                                                          of a varint length and the bytes
    /// ```
    struct Position: Sendable {
        let rawValue: UInt32

        var isInline: Bool { rawValue & inlineBit != 0 }
    }

    private static let inlineBit: UInt32 = 1 << 31

    /// Creates a store from the bytes of another.
    init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// The size of the stored values, in bytes.
    var count: Int { bytes.count }

    mutating func append(_ value: [UInt8]) -> Position {
        guard value.count > 3 else { return Self.inline(value) }
        invariant(bytes.count + value.count < Limits.scopeValueBytesMax, "\(bytes.count) bytes of values in one scope")
        let position = Position(rawValue: UInt32(bytes.count))
        var rest = value.count
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
        bytes += value
        return position
    }

    private static func inline(_ value: [UInt8]) -> Position {
        let word = value.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Position(rawValue: inlineBit | UInt32(value.count) << 29 | word)
    }

    /// Lends the bytes of a value.
    func withBytes<Result>(of position: Position, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let word = position.rawValue
        guard !position.isInline else {
            let count = Int(word >> 29 & 3)
            return withUnsafeBytes(of: word.littleEndian) { body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        }
        return bytes.withUnsafeBytes { all in
            var (index, count, shift) = (Int(word), 0, 0)
            while true {
                let byte = all[index]
                index += 1
                count |= Int(byte & 0x7F) << shift
                guard byte & 0x80 != 0 else { break }
                shift += 7
            }
            return body(UnsafeRawBufferPointer(rebasing: all[index..<index + count]))
        }
    }

    func value(at position: Position) -> [UInt8] {
        withBytes(of: position) { Array($0) }
    }
}
