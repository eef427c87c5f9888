import PhlistTestKit
import Testing

@testable import phlistctl

/// The bytes of a terminal as keys.
struct KeyDecoderTests {
    private static let escape = "\u{1B}"

    /// Bytes and their keys, all of them complete.
    private static let complete: [(bytes: String, keys: [Key])] = [
        ("j", [.text("j")]), (" k", [.text(" "), .text("k")]), ("é日🍎", [.text("é"), .text("日"), .text("🍎")]),
        ("e\u{301}", [.text("e"), .text("\u{301}")]), ("\r", [.enter]), ("\n", [.enter]),
        ("\u{7F}\u{8}", [.backspace, .backspace]), ("\u{C}", [.redraw]), ("\u{15}", [.clear]),
        ("\u{1}\t\u{0}", []), ("\u{9B}\u{202E}", []),
        ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OA\u{1B}OB", [.up, .down]),
        ("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF", [.home, .end, .home, .end]),
        ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[1;5A\u{1B}[5;2~", [.up, .pageUp]),
        // Left and right, Delete, F5, a report of the mouse: no keys here, and no letters either.
        ("\u{1B}[C\u{1B}[D\u{1B}[3~\u{1B}[15~\u{1B}OP\u{1B}[<0;10;5M", []), ("\u{1B}OM", [.enter]),
        ("\u{1B}q", [.escape, .text("q")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
        ("\u{1B}[1\u{C}x", [.redraw, .text("x")]),
        ("\u{1B}[200~a b\u{1B}[201~c", [.paste("a b"), .text("c")]),
        ("\u{1B}[200~\u{1B}[A\nq\u{1B}[201\u{1B}[201~", [.paste("\u{1B}[A\nq\u{1B}[201")]),
        ("\u{1B}[200~\u{1B}[201~\u{1B}[201~j", [.paste(""), .text("j")]),
    ]

    @Test(arguments: complete.indices)
    func `bytes are the same keys wherever a read ends`(index: Int) {
        let (text, expected) = Self.complete[index]
        let bytes = Array(text.utf8)
        var whole = KeyDecoder()
        #expect(whole.decode(bytes) == expected)
        #expect(!whole.isWaiting)
        for cut in bytes.indices {
            var decoder = KeyDecoder()
            let keys = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
            #expect(keys == expected, "\(text.debugDescription)")
        }
        var dripping = KeyDecoder()
        #expect(bytes.flatMap { dripping.decode([$0]) } == expected)
    }

    @Test func `a lone escape character is a key when nothing follows in time`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.timedOut() == [.escape])
        #expect(!decoder.isWaiting)
        #expect(decoder.timedOut() == [])
        #expect(decoder.decode(Array("[A".utf8)) == [.text("["), .text("A")])
    }

    @Test func `a sequence or a character that stays unfinished is no key`() {
        for bytes in [Array("\u{1B}[1;".utf8), Array("\u{1B}O".utf8), [0xE6, 0x97]] {
            var decoder = KeyDecoder()
            #expect(decoder.decode(bytes) == [])
            #expect(decoder.timedOut() == [])
            #expect(decoder.decode([UInt8(ascii: "j")]) == [.text("j")])
        }
    }

    @Test func `bytes that are no UTF-8 are left out`() {
        var decoder = KeyDecoder()
        let bytes: [UInt8] = [0xFF, 0x6A, 0xC0, 0x80, 0xE6, 0x6B, 0xED, 0xA0, 0x80, 0xF4, 0xFF, 0x67, 0xF5, 0x80]
        #expect(decoder.decode(bytes) == [.text("j"), .text("k"), .text("g")])
        #expect(!decoder.isWaiting)
    }

    @Test func `a sequence without an end and an endless paste take no more memory`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 40)).count < 40)
        var pasting = KeyDecoder()
        _ = pasting.decode(Array("\u{1B}[200~".utf8))
        for _ in 0..<40 { _ = pasting.decode(Array(repeating: UInt8(ascii: "x"), count: 4096)) }
        #expect(!pasting.isWaiting)
        let keys = pasting.decode(Array("\u{1B}[201~j".utf8))
        #expect(keys == [.paste(String(repeating: "x", count: Limits.pasteSizeMax)), .text("j")])
    }

    @Test func `any bytes give the same keys in any pieces`() {
        var random = SeededRandom(seed: 71)
        let alphabet = Array("\u{1B}\u{1B}[O[~;0125ABHF\r\u{7F}é日j ".utf8) + [0xFF, 0xE6]
        for _ in 0..<2000 {
            let bytes = (0..<12).compactMap { _ in alphabet.randomElement(using: &random) }
            var (whole, pieces) = (KeyDecoder(), KeyDecoder())
            let cut = Int.random(in: 0...12, using: &random)
            let keys = whole.decode(bytes)
            #expect(pieces.decode(bytes[..<cut]) + pieces.decode(bytes[cut...]) == keys, "\(bytes)")
            #expect(pieces.isWaiting == whole.isWaiting)
        }
    }
}
