import PhlistTestKit
import Testing

@testable import PhlistDiscovery

@Suite struct TextRecordTests {
    @Test func `attributes become length-prefixed pairs in the order of their keys`() {
        let bytes = TextRecord.encode(["v": [49], "n": []], sizeMax: 256)
        #expect(bytes == [2, UInt8(ascii: "n"), UInt8(ascii: "="), 3, UInt8(ascii: "v"), UInt8(ascii: "="), 49])
        #expect(TextRecord.encode([:], sizeMax: 256) == [])
    }

    @Test func `what was encoded is decoded, binary values included`() {
        let attributes: [String: [UInt8]] = ["v": [49], "n": [0, 255, 61, 10], "pair": [], "a b": [61]]
        let bytes = TextRecord.encode(attributes, sizeMax: 256)
        #expect(bytes.flatMap { TextRecord.decode($0, sizeMax: 256) } == attributes)
    }

    @Test func `keys that the standard forbids and records over the limit are not encoded`() {
        for key in ["", "a=b", "a\n", "ä"] {
            #expect(TextRecord.encode([key: []], sizeMax: 256) == nil)
        }
        #expect(TextRecord.encode(["a": Array(repeating: 0, count: 253)], sizeMax: 256) != nil)
        #expect(TextRecord.encode(["a": Array(repeating: 0, count: 254)], sizeMax: 300) == nil)
        #expect(TextRecord.encode(["a": Array(repeating: 0, count: 97)], sizeMax: 100) != nil)
        #expect(TextRecord.encode(["a": Array(repeating: 0, count: 98)], sizeMax: 100) == nil)
    }

    @Test func `the first of equal keys counts, in lower case, with or without a value`() {
        #expect(
            TextRecord.decode(Array("\u{3}A=1\u{3}a=2\u{1}B\u{2}=x\u{0}\u{2}c=".utf8), sizeMax: 256)
                == ["a": [49], "b": [], "c": []]
        )
    }

    @Test func `a record that ends in the middle of an attribute is refused`() {
        let bytes = Array("\u{3}a=1\u{4}bc=2".utf8)
        for cut in bytes.indices {
            #expect((TextRecord.decode(Array(bytes[..<cut]), sizeMax: 256) == nil) == ![0, 4].contains(cut))
        }
    }

    @Test func `a record over the limit is refused`() {
        #expect(TextRecord.decode(Array(repeating: 0, count: 256), sizeMax: 256) == [:])
        #expect(TextRecord.decode(Array(repeating: 0, count: 257), sizeMax: 256) == nil)
    }

    @Test(arguments: 1...300)
    func `any bytes give attributes that survive encoding, or nothing`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let bytes = (0..<Int(random.next() % 257)).map { _ in UInt8(random.next() % (seed % 2 == 0 ? 256 : 8)) }
        guard let attributes = TextRecord.decode(bytes, sizeMax: 256) else { return }
        let encoded = TextRecord.encode(attributes, sizeMax: 600)
        #expect(encoded.flatMap { TextRecord.decode($0, sizeMax: 600) } == attributes)
    }
}
