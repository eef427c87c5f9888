import Testing

@testable import phlistctl

/// A line as it is typed.
struct TypedLineTests {
    private static func line(_ text: String) -> TypedLine {
        var line = TypedLine()
        line.append(text)
        return line
    }

    @Test func `a character is removed with its accents and joined parts`() {
        var line = TypedLine()
        for part in ["a", "e", "\u{301}", "👩", "\u{200D}", "👧", "日"] { line.append(part) }
        #expect(line.text == "ae\u{301}👩\u{200D}👧日")
        line.removeLast()
        #expect(line.text == "ae\u{301}👩\u{200D}👧")
        line.removeLast()
        #expect(line.text == "ae\u{301}")
        line.removeLast()
        #expect(line.text == "a")
        line.removeLast()
        line.removeLast()
        #expect(line.text == "")
    }

    @Test func `what is pasted becomes one line without commands for the terminal`() {
        #expect(Self.line("oat\tmilk\r\nbread\u{1B}[31m\u{9B}").text == "oat milk bread[31m")
    }

    @Test func `more than any title is not taken`() {
        var line = Self.line("milk")
        line.append(String(repeating: "x", count: Limits.typedLineSizeMax))
        #expect(line.text == "milk")
        line.clear()
        #expect(line.text == "")
    }

    @Test(arguments: [
        ("milk", 20, "add: milk"),
        ("oat milk and bread", 20, "add: …ilk and bread"), ("日本茶", 11, "add: …本茶"), ("日本茶", 10, "add: …茶"),
        ("milk", 8, "milk"), ("milk", 5, "milk"), ("milk", 4, "…lk"), ("milk", 2, "…"), ("milk", 1, ""), ("", 1, ""),
    ])
    func `what is typed last is in sight, with a column for the cursor`(text: String, columns: Int, expected: String) {
        let shown = Self.line(text).shown(after: "add: ", columns: columns)
        // A wide character at the edge makes way as a whole.
        #expect(shown.string == expected)
        #expect(shown.width < columns)
    }
}
