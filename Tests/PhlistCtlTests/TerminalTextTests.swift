import PhlistControl
import Testing

@testable import phlistctl

/// Nothing that is data reaches the terminal as a command.
struct TerminalTextTests {
    @Test func `no character of data is a command and no other is lost`() {
        let wrong = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            let data = "a\(scalar)b"
            let text: TerminalText = "\(data)"
            let isSafe = !text.string.unicodeScalars.contains { $0.isUnsafeOnTerminals }
            return !isSafe || (!scalar.isUnsafeOnTerminals && text.string != data)
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [
        ("\u{1B}[2J", "\u{FFFD}[2J"), ("a\tb\nc\rd", "a b c d"), ("\u{9B}31m", "\u{FFFD}31m"),
        ("\u{202E}abc\u{202C}", "\u{FFFD}abc\u{FFFD}"), ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
        ("a\u{2028}b", "a b"), ("\u{7F}\u{0}", "\u{FFFD}\u{FFFD}"), ("שלום\u{200F}!", "שלום\u{200F}!"),
        ("👩\u{200D}🌾", "👩\u{200D}🌾"),
    ])
    func `unsafe characters are replaced and breaks become spaces`(data: String, expected: String) {
        #expect(TerminalText(data: data).string == expected)
        let interpolated: TerminalText = "<\(data)>"
        #expect(interpolated.string == "<\(expected)>")
    }

    @Test func `safe text is not cleaned twice and keeps its decoration`() {
        let style = Style(isColored: true)
        let text: TerminalText = "\(style.struck("\("x\u{1B}")")) \(7)"
        #expect(text.string == "\u{1B}[2;9mx\u{FFFD}\u{1B}[0m 7")
        #expect(text.width == 4)
    }

    @Test func `colour that is off leaves nothing behind`() {
        let style = Style(isColored: false)
        for text in [style.heading("x"), style.faint("x"), style.struck("x"), style.warning("x")] {
            #expect(text == "x")
        }
    }

    @Test func `a row keeps its fields apart whatever is in them`() {
        #expect(TerminalText.row(["a\tb", "", "c\nd"]).string == "a b\t\tc d")
    }

    @Test func `columns line up by what is seen`() {
        let style = Style(isColored: true)
        let lines = Table.lines([[style.heading("é"), "1"], ["abc", "22"], ["x"]], indent: " ")
        #expect(lines.map(\.string) == [" \u{1B}[1mé\u{1B}[0m    1", " abc  22", " x"])
        #expect(Table.lines([]).isEmpty)
    }
}

/// Text in columns, and in a window that is too small for it.
struct ColumnTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("牛乳", 4), ("한국", 4), ("ｱ", 1), ("Ａ", 2), ("🥛", 2), ("❤️", 2),
        ("👩\u{200D}🌾", 2), ("🇫🇷", 2), ("\u{200B}", 0), ("שלום", 4), ("…", 1),
        ("का", 2), ("नमस्ते", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{600}1", 1), ("☝🏽", 1),
    ])
    func `a character takes as many columns as a terminal gives it`(text: String, expected: Int) {
        #expect(text.columnCount == expected)
    }

    @Test(arguments: [("abcdef", "abc…"), ("abcd", "abcd"), ("牛乳卵", "牛…"), ("a牛乳卵", "a牛…"), ("", "")])
    func `a line is cut to the window`(text: String, expected: String) {
        let cut = TerminalText(data: text).cut(to: 4)
        #expect(cut.string == expected)
        #expect(cut.width == expected.columnCount)
        #expect(
            Style(isColored: true).heading(TerminalText(data: text)).cut(to: 4).string
                == "\u{1B}[1m\(expected)\u{1B}[0m"
        )
    }

    @Test func `a mark at the beginning of a coloured text does not keep it from being cut`() {
        let text = Style(isColored: true).heading("\("\u{301}" + "bcdef")")
        #expect(text.cut(to: 4).string == "\u{1B}[1m\u{301}bcd…\u{1B}[0m")
    }
}
