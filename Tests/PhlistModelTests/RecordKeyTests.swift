import PhlistModel
import Testing

struct RecordKeyTests {
    private static let form = ScopeID(rawValue: 1)

    @Test(arguments: [" A-17", "a-17\n", "\u{2003}a-17", "A-17"])
    func `keys that differ in blanks around them and in capitals name one record`(key: String) {
        #expect(RecordKey.entity(form: Self.form, key: key) == RecordKey.entity(form: Self.form, key: "a-17"))
    }

    @Test func `keys that look the same name one record`() {
        let composed = RecordKey.entity(form: Self.form, key: "J\u{F6}rg")
        #expect(RecordKey.entity(form: Self.form, key: "jo\u{308}rg") == composed)
    }

    @Test(arguments: ["a 17", "a17", "ａ-17", "a-1", ""])
    func `other keys name other records`(key: String) {
        #expect(RecordKey.entity(form: Self.form, key: key) != RecordKey.entity(form: Self.form, key: "a-17"))
    }

    @Test func `only capitals of ASCII are folded`() {
        #expect(RecordKey.entity(form: Self.form, key: "\u{C4}") != RecordKey.entity(form: Self.form, key: "\u{E4}"))
    }

    @Test func `the same key in another form names another record`() {
        let other = RecordKey.entity(form: ScopeID(rawValue: 2), key: "a-17")
        #expect(other != RecordKey.entity(form: Self.form, key: "a-17"))
    }

    @Test func `the entity of a key is frozen`() {
        // sha256sum of fifteen zero bytes, a one, and the key.
        #expect(RecordKey.entity(form: Self.form, key: "a-17") == EntityID(rawValue: 0x0993_4198_F2A8_89E4))
    }
}
