/// The encoding of a text: UTF-8, or one that spreadsheets on Windows write.
package enum TextEncoding: String, Sendable {
    case utf8 = "UTF-8"
    case utf16 = "UTF-16"
    case windows1252 = "windows-1252"

    private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let littleEndianMark: [UInt8] = [0xFF, 0xFE]
    private static let bigEndianMark: [UInt8] = [0xFE, 0xFF]

    /// Whether a text begins with a UTF-16 byte order mark; null bytes are common in UTF-16.
    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: littleEndianMark) || bytes.starts(with: bigEndianMark)
    }

    /// Returns a text as UTF-8 without a byte order mark, and its original encoding.
    static func decoded(_ bytes: [UInt8]) throws(FormatError) -> (utf8: [UInt8], encoding: TextEncoding) {
        guard !isUTF16(bytes) else { return (try fromUTF16(bytes), .utf16) }
        let text = bytes.starts(with: utf8Mark) ? Array(bytes.dropFirst(utf8Mark.count)) : bytes
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: text.span)
            return (text, .utf8)
        } catch {
            return (try fromWindows(text, invalidAt: error.byteOffsets.lowerBound), .windows1252)
        }
    }

    private static func fromUTF16(_ bytes: [UInt8]) throws(FormatError) -> [UInt8] {
        let isBigEndian = bytes.starts(with: bigEndianMark)
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { offset in
            let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        let text = Array(String(decoding: units, as: UTF16.self).utf8)
        guard bytes.count.isMultiple(of: 2) else {
            throw FormatError(Position(of: text.count, in: text), "this is UTF-16, and its last character is cut")
        }
        guard String(validating: units, as: UTF16.self) != nil else {
            let offset = text.firstRange(of: Array("\u{FFFD}".utf8))?.lowerBound ?? 0
            throw FormatError(Position(of: offset, in: text), "this is UTF-16 with half a character")
        }
        return text
    }

    private static func fromWindows(_ bytes: [UInt8], invalidAt offset: Int) throws(FormatError) -> [UInt8] {
        // If other characters are valid UTF-8, the invalid byte is damage: windows-1252 would garble the rest.
        let repaired = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let isDamaged = repaired.contains { $0.value > 0x7F && $0 != "\u{FFFD}" }
        let scalars = isDamaged ? [] : bytes.compactMap(scalar)
        guard scalars.count == bytes.count else {
            let fault = "this is neither UTF-8 nor windows-1252; convert it first, for example with iconv"
            throw FormatError(Position(of: offset, in: bytes), fault)
        }
        return Array(String(String.UnicodeScalarView(scalars)).utf8)
    }

    private static func scalar(of byte: UInt8) -> Unicode.Scalar? {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(windowsScalars[Int(byte) - 0x80]).flatMap { $0 == "\0" ? nil : $0 }
    }

    /// The scalars of windows-1252 for 0x80 to 0x9F; zero where a byte is undefined.
    private static let windowsScalars: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]
}
