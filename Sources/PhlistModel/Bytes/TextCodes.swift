/// Bytes as letters from k to z, one per half byte.
enum Letters {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [letter($0 >> 4), letter($0 & 15)] }, as: UTF8.self)
    }

    /// Returns the decoded bytes; nil for anything but pairs of letters from k to z.
    static func decode(_ text: String) -> [UInt8]? {
        let values = text.utf8.map { $0 &- UInt8(ascii: "k") }
        guard values.count.isMultiple(of: 2), values.allSatisfy({ $0 < 16 }) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    private static func letter(_ value: UInt8) -> UInt8 {
        UInt8(ascii: "k") + value
    }
}

/// RFC 4648 base32 without padding.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var output: [UInt8] = []
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                output.append(alphabet[Int(buffer >> bits & 31)])
            }
        }
        if bits > 0 {
            output.append(alphabet[Int(buffer << (5 - bits) & 31)])
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension String {
    /// Returns the text with a hyphen after every `size` characters.
    func grouped(by size: Int) -> String {
        enumerated().map { $0.offset > 0 && $0.offset % size == 0 ? "-\($0.element)" : "\($0.element)" }.joined()
    }
}
