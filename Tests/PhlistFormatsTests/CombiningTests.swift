import PhlistControl
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistFormats

/// Texts in which signs of a format stand next to scalars that join with them to one character.
struct CombiningTests {
    @Test(arguments: FileFormat.allCases, 0..<200)
    func `texts whose accents, emoji and vowel signs join with signs of a format come back`(
        format: FileFormat,
        seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        let list = random.joiningList(length: Int(seed) + 1, format)
        let text = PortableFile.printed([list], as: format, local: RoundTripTests.local)
        let file = try RoundTripTests.read(text, format)
        // By bytes, as equal texts may differ in their scalars.
        #expect(JSONDocument.printed(file.lists).utf8.elementsEqual(JSONDocument.printed([list]).utf8), "\(text)")
        #expect(file.leftOut.isEmpty)
    }

    @Test(arguments: ["\u{A0}", "\u{2003}", "\u{3000}", "\u{2028}"])
    func `white space other than spaces and tabs begins no comment and underlines no heading`(space: String) throws {
        var tent = PortableItem(title: "tent")
        tent.note = "\(space)<!-- draft"
        var list = PortableList(title: "Camping", items: [tent, PortableItem(title: "stove")])
        list.description = "Foo\n\(space)---"
        let text = PortableFile.printed([list], as: .md, local: RoundTripTests.local)
        let file = try RoundTripTests.read(text, .md)
        #expect(file.lists == [list] && file.leftOut.isEmpty, "\(text)")
    }

    @Test func `a heading is underlined by hyphens near the margin, also below a comment`() throws {
        let text = "# Home\n<!-- rooms -->\nKitchen\n--- \t\n- milk\n"
        let list = try #require(try RoundTripTests.read(text, .md).lists.first)
        #expect(list.sections?.map(\.name) == ["Kitchen"])
    }

    @Test func `an accent behind the signs of other programs hides none of them`() throws {
        let todoist = "TYPE,CONTENT,PRIORITY,INDENT\ntask,* \u{301}milk @\u{301}dairy,4,1\n"
        let task = try #require(try RoundTripTests.read(todoist, .csv).lists[0].items?.first)
        #expect(task.title == "\u{301}milk" && task.tags == ["\u{301}dairy"])
        let boxes = "- [x] \u{FE0F}milk #a\u{301} [due:: 2026-12-24]\n- [\u{2714}\u{FE0F}] tea\n"
        let items = try #require(try RoundTripTests.read(boxes, .md).lists[0].items)
        #expect(items.map(\.title) == ["\u{FE0F}milk #a\u{301}", "tea"] && items.map(\.state) == [.done, .open])
    }
}

extension SeededRandom {
    private static let signs = Array(" :;,\"\\[]()#-x~`&'=+@%a1.<>_*|/📅".unicodeScalars)

    /// An accent, a stroke, a variation selector, a joiner, a skin tone, a keycap, Thai, Hindi, and an Arabic sign that
    /// joins with what follows it.
    private static let joining: [Unicode.Scalar] = [
        "\u{301}", "\u{338}", "\u{FE0F}", "\u{200D}", "\u{1F3FD}", "\u{20E3}", "\u{E31}", "\u{93F}", "\u{600}",
    ]

    /// A text as it is stored.
    private mutating func text(_ kind: TextKind, length: Int) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<length { text.append(scalar()) }
        return (try? kind.checked(String(text))) ?? "a\u{301}"
    }

    private mutating func scalar() -> Unicode.Scalar {
        (happens(percent: 60) ? Self.signs : Self.joining).randomElement(using: &self) ?? "a"
    }

    fileprivate mutating func joiningList(length: Int, _ format: FileFormat) -> PortableList {
        let short = min(length, 20)
        var item = PortableItem(title: text(.title, length: length))
        item.note = (0...2).map { _ in text(.note, length: length) }.joined(separator: "\n")
        item.quantity = text(.quantity, length: short)
        item.location = text(.location, length: length)
        item.assignee = text(.title, length: short)
        item.tags = Set((0...1).map { _ in text(.tag, length: short) }).sorted()
        item.state = happens(percent: 50) ? .done : .open
        var child = PortableItem(title: text(.title, length: length))
        child.depth = 1
        var list = PortableList(title: text(.title, length: length), items: [item, child])
        list.sections = [PortableSection(name: text(.title, length: length), items: [child, item].map { $0.atTop })]
        if [.json, .md, .ics].contains(format) { list.description = text(.description, length: length) }
        return list
    }
}

extension PortableItem {
    fileprivate var atTop: PortableItem {
        var item = self
        item.depth = 0
        return item
    }
}
