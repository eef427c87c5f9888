import PhlistVocabulary
import Testing

/// What is stored of a text.
struct TextKindTests {
    @Test func `an accent behind a space is no white space`() throws {
        let text = " \u{301}a \u{302} "
        #expect(text.trimmed.unicodeScalars.elementsEqual("\u{301}a \u{302}".unicodeScalars))
        let note = try TextKind.note.checked(text)
        #expect(note.unicodeScalars.elementsEqual(" \u{301}a \u{302}".unicodeScalars))
        #expect(throws: TextFault.self) { try TextKind.tag.checked("a \u{301}") }
        #expect(throws: TextFault.self) { try TextKind.tag.checked("a,\u{301}") }
    }
}
