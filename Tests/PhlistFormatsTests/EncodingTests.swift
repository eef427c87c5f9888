import PhlistControl
import PhlistVocabulary
import Testing

@testable import PhlistFormats

/// Tables as Excel saves them: "Unicode text" is UTF-16 with tabs, "CSV" is windows-1252, and "CSV UTF-8" has a mark.
struct EncodingTests {
    private static let text = "Aufgabe\tMenge\r\nMüll \u{1F5D1} für 5 €\t½\r\n"

    private static func titles(_ bytes: [UInt8]) throws -> [String] {
        let file = try PortableFile(try SourceText(bytes), as: .csv, local: RoundTripTests.local)
        return file.lists.flatMap { $0.items ?? [] }.map { "\($0.title) \($0.quantity)" }
    }

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        "\u{FEFF}\(text)".utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    @Test(arguments: [true, false]) func `UTF-16 is read, the greater byte first or last`(isBigEndian: Bool) throws {
        let bytes = Self.utf16(Self.text, isBigEndian: isBigEndian)
        #expect(try Self.titles(bytes) == ["Müll \u{1F5D1} für 5 € ½"])
        #expect(!FileFormat.isBinary(bytes))
        #expect(FileFormat(recognising: try SourceText(bytes), named: "") == .csv)
    }

    @Test func `a mark before UTF-8 is none of the first heading`() throws {
        #expect(try Self.titles(Array("\u{FEFF}\(Self.text)".utf8)) == ["Müll \u{1F5D1} für 5 € ½"])
    }

    @Test func `what is no UTF-8 is windows-1252, with its signs from 0x80 to 0x9F`() throws {
        let bytes =
            Array("Aufgabe;Menge\nM".utf8) + [0xFC, 0x6C, 0x6C, 0x20, 0x80, 0x20, 0x9C, 0x9F] + Array(";2\n".utf8)
        #expect(try Self.titles(bytes) == ["Müll € œŸ 2"])
        #expect(try PortableFile(try SourceText(bytes), as: .csv, local: RoundTripTests.local).encoding == .windows1252)
    }

    @Test(
        arguments: [
            (Array("tïtle\nmi".utf8) + [0xE4], "line 2, character 3: this is neither UTF-8 nor windows-1252"),
            (Array("title\nmi".utf8) + [0x81], "line 2, character 3: this is neither UTF-8 nor windows-1252"),
            ([0xFF, 0xFE, 0x61, 0x00, 0x62], "line 1, character 2: this is UTF-16, and its last character is cut"),
            (
                [0xFE, 0xFF, 0x00, 0x0A, 0xD8, 0x3D, 0x00, 0x61],
                "line 2, character 1: this is UTF-16 with half a character"
            ),
        ] as [([UInt8], String)]
    )
    func `a damaged text is named with its line and column, and not guessed at`(bytes: [UInt8], fault: String) {
        let error = #expect(throws: FormatError.self) { try SourceText(bytes) }
        #expect(error.map { "\($0.position): \($0.message)" }?.hasPrefix(fault) == true)
    }
}
