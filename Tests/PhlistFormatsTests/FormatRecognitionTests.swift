import PhlistControl
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistFormats

/// What a file is, by its content and its name.
struct FormatRecognitionTests {
    private static func format(_ text: String, _ name: String = "") throws -> FileFormat? {
        FileFormat(recognising: try SourceText(Array(text.utf8)), named: name)
    }

    @Test(arguments: FileFormat.allCases)
    func `what phlistctl writes is recognised without a name`(format: FileFormat) throws {
        var list = PortableList(title: "Camping", items: [PortableItem(title: "tent"), PortableItem(title: "pegs")])
        list.items?[0].priority = .high
        list.items?[1].createdAt = 1_795_280_592_000
        let text = PortableFile.printed([list], as: format, local: RoundTripTests.local)
        #expect(try Self.format(text) == format)
    }

    @Test(
        arguments: [
            ("", "[{\"title\":\"a\"}]", .json), ("list.txt", " {\n \"lists\": []}", .json), ("a.json", "milk", .json),
            ("", "title;due\nmilk;", .csv), ("", "TYPE,CONTENT,PRIORITY\ntask,milk,1", .csv),
            ("list.txt", "Aufgabe\tTermin\nMüll\t", .csv), ("/x/einkauf.CSV", "Was\nMilch\n", .csv),
            ("", "# Camping\n", .md), ("", "[ ] a\n- [ ] milk\n", .md), ("", "- milk\n- eggs\n", .md),
            ("notes.txt", "Shopping\n* [x] milk\n", .md), ("a.md", "milk\n", .md),
            ("", "(A) milk\nx 2026-11-20 eggs\n", .todotxt), ("", "milk +shop\nbread\n", .todotxt),
            ("todo.txt", "- milk\n", .todotxt), ("list.txt", "milk\n", .todotxt), ("a/b.txt/c", "milk\n", nil),
            ("", "Dear Ann,\nwe arrive\non Monday.\n", nil), ("photo.jpeg", "milk", nil), ("", "milk, eggs", nil),
        ] as [(String, String, FileFormat?)]
    )
    func `a file is recognised by its content, and by its name`(name: String, text: String, format: FileFormat?) throws
    {
        #expect(try Self.format(text, name) == format)
    }
}
