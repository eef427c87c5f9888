import PhlistModel
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistSync

/// Which item a few typed words stand for.
struct LookupTests {
    private static func shop(_ titles: String...) throws -> Device {
        let anna = try Device("anna")
        for title in titles { add(title, on: anna) }
        return anna
    }

    /// Adds an item whose title may be another one's in another spelling: it gets it later.
    private static func add(_ title: String, on device: Device) {
        device.give(device.add("new", to: nil))
        device.give(device.change("new", ItemChange(title: title)))
    }

    private static func done(_ reference: String, on device: Device) -> Result<Outcome, CommandError> {
        device.give([.items(.change([reference], ItemChange(state: .done)))])
    }

    @Test func `what is ticked already is not taken for something similar`() throws {
        let anna = try Self.shop("milk", "oat milk", "milk chocolate")
        #expect(try Self.done("milk", on: anna).get().changed.count == 1)
        let again = try Self.done("milk", on: anna).get()
        #expect(again.changed.isEmpty && again.unchanged.count == 1)
        #expect(anna.items(in: "Shopping").filter { $0.state == .done }.map(\.title) == ["milk"])
        // What is in the trash is out of the way.
        anna.give([.items(.change(["milk"], ItemChange(isTrashed: true)))])
        let isAmbiguous = if case .failure(.item(.ambiguous)) = Self.done("milk", on: anna) { true } else { false }
        #expect(isAmbiguous)
    }

    @Test func `a title that begins with the words is not preferred to one that has them elsewhere`() throws {
        let anna = try Self.shop("milk chocolate", "oat milk")
        let isAmbiguous = if case .failure(.item(.ambiguous)) = Self.done("milk", on: anna) { true } else { false }
        #expect(isAmbiguous)
        #expect(try Self.done("milk ch", on: anna).get().changed.count == 1)
        #expect(try Self.done("milk", on: anna).get().changed.count == 1)
    }

    @Test func `the title as it is typed is meant, ticked or not, where others differ in case or accents`() throws {
        let anna = try Self.shop("milk", "Milk")
        let titles = { (outcome: Outcome) in
            let lists = anna.replica.library
            return (outcome.changed + outcome.unchanged).compactMap { lists.list($0.scope)?.item($0.entity)?.title }
        }
        let first = try Self.done("Milk", on: anna).get()
        #expect(titles(first) == ["Milk"] && first.changed.count == 1)
        let again = try Self.done("Milk", on: anna).get()
        #expect(titles(again) == ["Milk"] && again.changed.isEmpty)
        Self.add("mílk", on: anna)
        anna.give([.items(.change(["milk"], ItemChange(state: .done)))])
        anna.give([.items(.change(["Milk"], ItemChange(state: .open)))])
        let done = try Self.done("milk", on: anna).get()
        #expect(titles(done) == ["milk"] && done.changed.isEmpty)
        let isAmbiguous = if case .failure(.item(.ambiguous)) = Self.done("MILK", on: anna) { true } else { false }
        #expect(isAmbiguous)
        // The same holds for the way back.
        anna.give([.items(.change(["mílk"], ItemChange(isTrashed: true)))])
        let back = try anna.give([.items(.change(["Milk"], ItemChange(isTrashed: false)))]).get()
        #expect(titles(back) == ["Milk"] && back.changed.isEmpty)
    }

    @Test(arguments: ["/", "m", ".", "1"])
    func `less than two letters find only a title that is nothing else`(text: String) throws {
        let anna = try Self.shop("http://example.com/1", "milk")
        #expect(Self.done(text, on: anna) == .failure(.item(.textTooShort(text))))
        anna.give(anna.add(text, to: nil))
        #expect(try Self.done(text, on: anna).get().changed.count == 1)
        #expect(anna.items(in: "Shopping").filter { $0.state == .done }.map(\.title) == [text])
    }

    @Test func `one character of a script in which it is a word finds an item`() throws {
        let anna = try Self.shop("牛乳", "パン")
        #expect(try Self.done("牛", on: anna).get().changed.count == 1)
    }

    @Test func `what is nowhere is not found, however short`() throws {
        let anna = try Self.shop("bread")
        #expect(Self.done("x", on: anna) == .failure(.item(.notFound("x"))))
    }

    @Test func `the letters told for an item name it, whatever is added later`() throws {
        let anna = try Self.shop("milk")
        let milk = try #require(anna.items(in: "Shopping").first?.entity)
        let letters = try #require(anna.replica.library.shortIDs(of: [milk])[milk])
        #expect(letters.count == 2)
        // More than there are pairs of letters.
        let things = (1...300).map { "thing \($0)" }
        anna.give([.items(.add(NewItems(list: nil, titles: things)))])
        #expect(try Self.done(letters, on: anna).get().changed.map(\.entity) == [milk])
        #expect(try Self.done(letters, on: anna).get().unchanged.map(\.entity) == [milk])
        // What is in the trash is named by them as well, to be restored before anything else.
        anna.give([.items(.change([milk.description], ItemChange(isTrashed: true)))])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let refusal = ItemError.inTrash(EntityReference(scope: scope, entity: milk))
        #expect(Self.done(letters, on: anna) == .failure(.item(refusal)))
        let back = anna.give([.items(.change([letters], ItemChange(isTrashed: false)))])
        #expect(try back.get().changed.map(\.entity) == [milk])
    }

    @Test func `letters that are an id and the whole title of another item name neither`() throws {
        let anna = try Self.shop("milk")
        let milk = try #require(anna.items(in: "Shopping").first?.entity)
        let letters = String(milk.description.prefix(3))
        anna.give(anna.add(letters, to: nil))
        guard case .failure(.item(.ambiguous(letters, let candidates))) = Self.done(letters, on: anna) else {
            Issue.record("one of two was ticked")
            return
        }
        #expect(candidates.count == 2)
        #expect(try Self.done("Shopping/\(letters)", on: anna).get().changed.map(\.entity) != [milk])
        #expect(try Self.done(milk.description, on: anna).get().changed.map(\.entity) == [milk])
    }

    @Test func `the beginning of a list's id is four letters at least, as fewer are words and ids of items`() throws {
        let anna = try Self.shop("milk")
        let scope = try #require(anna.scope(ofList: "Shopping"))
        func list(_ letters: Int) -> ScopeID? { anna.scope(ofList: String(scope.description.prefix(letters))) }
        #expect([2, 3, 4, 32].map(list) == [nil, nil, scope, scope])
    }

    @Test func `letters that could be an id are looked for at the beginning of words alone`() throws {
        let anna = try Self.shop("oat tolk", "soy-sonp", "Haselnuss", "牛乳とパン")
        for item in anna.items(in: "Shopping") {
            // What an id of these items stands for is another matter.
            #expect(!["lk", "olk", "np"].contains { item.entity.description.hasPrefix($0) })
        }
        for text in ["lk", "LK", "olk", "np", "Shopping/lk"] {
            #expect(Self.done(text, on: anna) == .failure(.item(.notFound(text))), "\(text)")
        }
        for text in ["to", "so", "nuss", "パン"] {
            #expect(try Self.done(text, on: anna).get().changed.count == 1, "\(text)")
        }
    }

    @Test func `of titles that differ in case alone the one as typed is meant, if there is one`() throws {
        let anna = try Self.shop("milk", "Milk", "Bread", "BREAD")
        #expect(try Self.done("Milk", on: anna).get().changed.count == 1)
        #expect(anna.items(in: "Shopping").first { $0.title == "Milk" }?.state == .done)
        guard case .failure(.item(.ambiguous("bread", _))) = Self.done("bread", on: anna) else {
            Issue.record("one of two was ticked")
            return
        }
    }

    @Test func `a list whose title has a slash is named with or without an escape, where that is clear`() throws {
        let anna = try Device("anna")
        for title in ["a/b", "a", "c/d"] { anna.make(title, ["x"]) }
        anna.give([.sections(.add(list: "a", names: ["b", "e"]))])
        func list(_ name: String) -> String? {
            (try? anna.replica.library.spot(named: name, for: anna.principal)).flatMap {
                anna.replica.library.list($0.scope)?.title
            }
        }
        #expect([list("a/b"), list(#"a\/b"#), list("c/d"), list(#"c\/d"#)] == ["a/b", "a/b", "c/d", "c/d"])
        #expect(list("a/e") == "a" && list("a/f") == nil)
        var trash = ListChange()
        trash.isTrashed = true
        #expect(try anna.give(.change([#"a\/b"#], trash)).get().changed.count == 1)
        #expect(list("a/b") == "a")
    }

    @Test func `several words that are one title as a whole name that item alone`() throws {
        let anna = try Self.shop("oat milk", "milk", "bread")
        let both = anna.give([.items(.change(["oat", "milk"], ItemChange(state: .done)))])
        #expect(try both.get().changed.count == 1)
        #expect(anna.items(in: "Shopping").filter { $0.state == .done }.map(\.title) == ["oat milk"])
        #expect(try anna.give([.items(.change(["milk", "bread"], ItemChange(state: .done)))]).get().changed.count == 2)
    }

    @Test func `a text in one of several lists of a name is refused with the lists`() throws {
        let anna = try Device("anna")
        for _ in 0..<2 { anna.make("Shop", ["milk"]) }
        guard case .failure(.list(.ambiguous("Shop", let lists))) = Self.done("Shop/milk", on: anna) else {
            Issue.record("the list was clear")
            return
        }
        #expect(lists.count == 2)
    }
}
