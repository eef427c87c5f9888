import PhlistTestKit
import Testing

@testable import PhlistModel

struct FoldTests {
    /// Names in the order in which people look for them.
    private static let sorted: [[String]] = [
        ["abricot", "Épicerie", "épinards", "œuf", "Zèbre"],
        ["Ähre", "Apfel", "Äpfel", "Öl", "Straße", "Strasse 2", "Übung", "Ufer"],
        ["item 1", "Item 2", "ITEM 10", "item 010b", "item 11"],
        ["a", "a 0", "a 1", "a 1 b", "a 2", "ab"],
        ["٢", "１０", "11"],
        ["Milch", "милк", "牛", "🥛"],
    ]

    @Test(arguments: sorted)
    func `names sort without regard to accents and case, and numbers by value`(names: [String]) {
        #expect(names.reversed().map(fold).sorted() == names.map(fold))
    }

    @Test(arguments: [
        ("Äpfel", "apfel"), ("STRASSE", "straße"), ("GROẞ", "gross"), ("Épicerie", "E\u{301}picerie"),
        ("Việt Nam", "viet nam"), ("Đà Nẵng", "Da Nang"), ("İstanbul", "istanbul"), ("ISPARTA", "ısparta"),
        ("ΟΔΟΣ", "οδος"), ("Ἀθῆναι", "αθηναι"), ("Йогурт", "иогурт"), ("Łódź", "lodz"), ("smørrebrød", "smorrebrod"),
        ("❤\u{FE0F}", "❤"), ("Å", "\u{212B}"), ("가", "\u{1100}\u{1161}"), ("１２", "12"), ("שָׁלוֹם", "שלום"),
    ])
    func `texts that people take for the same are equal`(one: String, other: String) {
        #expect(fold(one) == fold(other))
    }

    @Test(arguments: [("が", "か"), ("กิน", "กน"), ("की", "का"), ("a1", "a01"), ("a", "b"), ("", " "), ("1.05", "1.5")])
    func `texts that people tell apart are not`(one: String, other: String) {
        #expect(fold(one) != fold(other))
        #expect((fold(one) < fold(other)) != (fold(other) < fold(one)))
    }

    @Test func `folding is total, stable, and the same for equal texts, for every scalar there is`() {
        for scalar in (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
            let folded = fold("a" + String(scalar))
            guard let text = String(validating: folded.utf8, as: UTF8.self), fold(text) == folded else {
                Issue.record("U+\(String(scalar.value, radix: 16))")
                continue
            }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `texts of random scalars fold and sort without exception`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let texts = (0..<300).map { _ in fold(Self.text(&random)) }
        for (one, other) in zip(texts, texts.dropFirst()) {
            #expect([one < other, other < one, one == other].count { $0 } == 1)
            let text = String(decoding: one.utf8, as: UTF8.self)
            #expect(fold(text) == one)
        }
        let order = texts.sorted()
        for _ in 0..<2000 {
            let (low, high) = (random.number(below: 300), random.number(below: 300))
            #expect(low >= high || order[low] <= order[high])
        }
    }

    private static func text(_ random: inout SeededRandom) -> String {
        let tops = [0x40, 0x250, 0x3000, 0x11_0000]
        return (0..<random.number(below: 12)).reduce(into: "") { text, _ in
            let value = UInt32(random.number(below: tops[random.number(below: 4)]))
            text.unicodeScalars.append(Unicode.Scalar(value) ?? "7")
        }
    }

    @Test func `a part is found wherever it stands`() {
        let title = fold("Crème brûlée 12")
        for part in ["", "creme", "Brulee", "É", "2", "crème brûlée 12"] {
            #expect(title.contains(fold(part)), "\(part)")
        }
        #expect(!title.contains(fold("brulée 2")))
        #expect(!title.contains(fold("creme brulee 12 ")))
        #expect(title.hasPrefix(fold("CRE")))
        #expect(!title.hasPrefix(fold("brul")))
    }

    @Test func `long texts and long numbers fold and sort`() {
        let digits = String(repeating: "9", count: 100_000)
        #expect(fold(digits) < fold("1" + digits))
        #expect(fold("0" + digits) < fold(digits + "0"))
        #expect(fold(String(repeating: "é", count: 100_000)).utf8 == Array(repeating: 0x65, count: 100_000))
        #expect(fold("e" + String(repeating: "\u{301}", count: 100_000)) == fold("e"))
    }
}
