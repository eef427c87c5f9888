import Testing

/// The model of a terminal's screen with which redraws are judged.
struct ScreenTests {
    @Test(arguments: [
        ("ab\r\ncd", "ab\ncd"), ("ab\rc", "cb"), ("ab\ncd", "ab\n  cd"), ("ab\u{8}c", "ac"), ("abcdefgh", "abcdef\ngh"),
        ("abcdef\rx", "xbcdef"), ("a\r\nb\u{1B}[Ac", "ac\nb"), ("a\r\nb\u{1B}[99A\rc", "c\nb"),
        ("ab\r\nc\u{1B}[Hx", "xb\nc"), ("abc\r\u{1B}[K", ""), ("abc\u{8}\u{1B}[K", "ab"), ("abc\u{1B}[2K", ""),
        ("a\r\nb\r\nc\u{1B}[2A\r\u{1B}[J", ""), ("a\r\nb\u{1B}[2J", ""), ("\u{1B}[2;9mx\u{1B}[0my\u{1B}[?25h", "xy"),
        ("1\r\n2\r\n3\r\n4", "2\n3\n4"), ("e\u{301}f", "e\u{301}f"), ("a   \r\n\r\n", "a"),
    ])
    func `a screen shows what a terminal would`(printed: String, expected: String) {
        var screen = Screen(columns: 6, rows: 3)
        screen.write(printed)
        #expect(screen.text == expected)
        // Where the text is cut makes no difference.
        var slow = Screen(columns: 6, rows: 3)
        for scalar in printed.unicodeScalars { slow.write(String(scalar)) }
        #expect(slow.text == expected)
    }

    @Test func `a smaller window keeps the lines at the cursor`() {
        var screen = Screen(columns: 6, rows: 3)
        screen.write("abcdef\r\nb\r\nc")
        screen.resize(columns: 4, rows: 2)
        #expect(screen.text == "b\nc")
        screen.write("\u{1B}[A\rd")
        #expect(screen.text == "d\nc")
    }
}
