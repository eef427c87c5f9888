import PhlistTestKit
import Testing

@testable import PhlistFormats

/// Records as a table.
struct RecordTableTests {
    private static func read(_ text: String) throws(FormatError) -> [[String: String]] {
        try RecordTable(try SourceText(Array(text.utf8))).rows.map(\.values)
    }

    @Test(arguments: 0..<200) func `what was printed is read again, formulas and quotes included`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let words = ["", "a", "=1+1", "'", "'=x", "\"quoted\"", "a, b", "semi; colon", "two\nlines", "é ß 牛"]
        let fields = ["Key", "Note \"x\"", "=Sum"]
        let records = (0..<6).map { number in
            ["k\(number)"] + (0..<2).map { _ in words.randomElement(using: &random) ?? "" }
        }
        let expected = records.map { Dictionary(uniqueKeysWithValues: zip(fields, $0)) }
        #expect(try Self.read(RecordTable.printed(fields, records)) == expected)
    }

    @Test(arguments: [
        ("", "line 1, character 1: the file is empty"),
        ("a,a\n1,2\n", "line 1, character 3: two columns are called \"a\""),
        ("a,b\n1,2,3\n", "line 2, character 5: this row has 3 cells, the headings are 2"),
    ])
    func `a table that is wrong in itself is refused with the place`(text: String, words: String) {
        let error = #expect(throws: FormatError.self) { try Self.read(text) }
        #expect(error.map { "\($0.position): \($0.message)" } == words)
    }

    @Test func `rows that end early, and semicolons of a spreadsheet, are read`() throws {
        let rows = try Self.read("Name;Kind;Note\r\nMia;cat\r\nRex;dog;old;\r\n")
        #expect(rows == [["Name": "Mia", "Kind": "cat"], ["Name": "Rex", "Kind": "dog", "Note": "old"]])
    }
}
