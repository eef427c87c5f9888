import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// Finding things by text and by the beginning of an id.
struct SearchTests {
    @Test func `a text is found in titles, notes and tags of what is there`() {
        var writer = ListIndexTests.longList(of: 100)
        _ = writer.author([
            .write(EntityID(rawValue: 5), [FieldWrite(.note, text: "the red one")]),
            .write(EntityID(rawValue: 3), [.insert("red", into: .tags)]),
            .write(EntityID(rawValue: 9), [FieldWrite(.title, text: "red")]),
            .write(EntityID(rawValue: 10), [FieldWrite(.title, text: "red"), FieldWrite(.life, Life.dead)]),
            .write(EntityID(rawValue: 11), [FieldWrite(.title, text: "read"), FieldWrite(.quantity, text: "red")]),
        ])
        let list = ListState(writer.state)
        #expect(list.items(where: Self.contains("red")).map(\.entity.rawValue) == [3, 5, 9])
        #expect(list.items(.dead, where: Self.contains("red")).map(\.entity.rawValue) == [10])
        #expect(list.items(where: Self.contains("blue")).isEmpty)
    }

    @Test func `a drafted text is found as well, and what it replaces is not`() {
        let writer = ListIndexTests.longList(of: 100)
        var draft = ScopeDraft()
        let act = Act(stamp: Stamp(milliseconds: 1 << 40), by: .house, device: writer.device)
        let ops: [Op] = [
            .write(EntityID(rawValue: 5), [FieldWrite(.title, text: "red")]),
            .write(EntityID(rawValue: 6), [.insert("red", into: .tags)]),
            .write(EntityID(rawValue: 500), [FieldWrite(.life, Life.alive), FieldWrite(.note, text: "red")]),
        ]
        draft.anticipate(ops, upon: writer.state, act: act)
        let list = ListState(writer.state, with: draft)
        #expect(list.items(where: Self.contains("red")).map(\.entity.rawValue) == [500, 5, 6])
        #expect(list.items(where: Self.contains("item 5")).map(\.entity.rawValue) == Array(50...59))
    }

    @Test func `an open title is found although thousands of its like were closed`() {
        var writer = ListIndexTests.longList(of: 2000)
        let rename = (1...500).map { Op.write(EntityID(rawValue: UInt64($0)), [FieldWrite(.title, text: "milk")]) }
        _ = writer.author(rename)
        #expect(open("milk", in: writer).count == 500 && former("milk", in: writer).isEmpty)
        let close = (1..<500).map { Op.write(EntityID(rawValue: UInt64($0)), [FieldWrite(.state, WorkState.done)]) }
        _ = writer.author(close)
        #expect(open("milk", in: writer) == [500] && former("milk", in: writer) == Array(1..<500))
        _ = writer.author([.write(EntityID(rawValue: 500), [FieldWrite(.title, text: "soy")])])
        #expect(open("milk", in: writer).isEmpty && former("milk", in: writer).count == 499)
        #expect(open("soy", in: writer) == [500] && former("soy", in: writer).isEmpty)
        #expect(open("item 700", in: writer) == [700])
        _ = writer.author([.write(EntityID(rawValue: 7), [FieldWrite(.state, WorkState.open)])])
        #expect(open("milk", in: writer) == [7] && !former("milk", in: writer).contains(7))
    }

    private func open(_ title: String, in writer: Writer) -> [UInt64] {
        ListState(writer.state).openItems(titled: fold(title)).map(\.entity.rawValue)
    }

    private func former(_ title: String, in writer: Writer) -> [UInt64] {
        ListState(writer.state).formerItems(titled: fold(title)).map(\.entity.rawValue)
    }

    static func contains(_ word: String) -> (UnsafeRawBufferPointer) -> Bool {
        { text in String(decoding: text, as: UTF8.self).contains(word) }
    }
}
