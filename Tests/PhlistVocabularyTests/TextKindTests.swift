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

    @Test(arguments: ["#a", "##a", " # #a", "###", "#", "#\u{FE0F}\u{20E3}", "a#", "##\u{301}"])
    func `a tag that is stored is stored as it is when it is read again`(text: String) {
        guard let stored = try? TextKind.tag.checked(text) else { return }
        #expect(!stored.isEmpty && (try? TextKind.tag.checked(stored)) == stored)
    }
}
