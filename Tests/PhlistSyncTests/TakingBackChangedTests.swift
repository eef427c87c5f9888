import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Undo of what made things that somebody has changed, removed or made anew since.
struct TakingBackChangedTests {
    /// Anna's lists "A" with items and "B" without; ben has both.
    private static func lists(_ items: String...) throws -> (home: Home, anna: Device, ben: Device) {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "A")), .create(NewList(title: "B")))
        for item in items { anna.give(anna.add(item, to: "A")) }
        home.connect(0, 1)
        return (home, anna, ben)
    }

    private static func purge(_ item: String, on device: Device) throws {
        let entity = try #require(
            device.replica.library.lists(for: device.principal).flatMap(\.items).first {
                $0.title == item && !$0.isTrashed
            }
        ).entity.description
        device.give(device.change(entity, ItemChange(isTrashed: true)))
        _ = try device.give([.items(.purge([entity]))]).get()
    }

    /// What is in the trash of a list.
    private static func trash(_ list: String, of device: Device) -> [String] {
        device.items(in: list).filter(\.isTrashed).map(\.title)
    }

    @Test func `a moved item that somebody has ticked or cancelled since stays where it was moved to, and only there`()
        throws
    {
        let (home, anna, ben) = try Self.lists("milk", "eggs", "ham", "tea")
        anna.give([.items(.move(["A/milk", "A/eggs", "A/ham", "A/tea"], ItemTarget(list: "B")))])
        home.settle()
        ben.give(ben.change("B/milk", ItemChange(state: .done)), ben.change("B/eggs", ItemChange(state: .cancelled)))
        ben.give(ben.change("B/ham", ItemChange(note: "smoked")))
        home.settle()
        let outcome = try anna.undo()
        home.settle()
        for device in home.devices {
            #expect(device.text(of: "A") == ["tea"])
            #expect(device.text(of: "B") == ["x milk", "~ eggs", "ham"])
            #expect(Self.trash("A", of: device).sorted() == ["eggs", "ham", "milk"])
        }
        let titles = Dictionary(uniqueKeysWithValues: anna.items(in: "B").map { ($0.entity, $0.title) })
        let left = outcome.leftAlone.map { "\(titles[$0.entity] ?? "") \($0.field.rawValue >> 3)" }
        #expect(left.sorted() == ["eggs 4", "ham 1", "ham 5", "milk 4"])
        _ = try anna.redo()
        #expect(anna.text(of: "A").isEmpty && anna.text(of: "B").sorted() == ["ham", "tea", "x milk", "~ eggs"])
        #expect(anna.agrees(with: ben) == false)
        home.settle()
        #expect(anna.agrees(with: ben))
    }

    @Test func `a tick that was taken back, or opened again, does not keep a moved item`() throws {
        let (home, anna, ben) = try Self.lists("milk", "eggs")
        anna.give([.items(.move(["A/milk", "A/eggs"], ItemTarget(list: "B")))])
        home.settle()
        ben.give(ben.change("B/eggs", ItemChange(state: .done)), ben.change("B/eggs", ItemChange(state: .open)))
        ben.give(ben.change("B/milk", ItemChange(state: .done)))
        _ = try ben.undo()
        home.settle()
        #expect(try anna.undo().leftAlone.isEmpty)
        #expect(anna.text(of: "A") == ["milk", "eggs"] && anna.text(of: "B").isEmpty)
    }

    @Test func `items moved from two lists go back each to its own, without the one that was ticked`() throws {
        let (home, anna, ben) = try Self.lists("milk", "eggs")
        anna.give(.create(NewList(title: "C")))
        anna.give(anna.add("milk", to: "C"), anna.add("salt", to: "C"))
        anna.give([.items(.move(["A/milk", "C/salt", "A/eggs", "C/milk"], ItemTarget(list: "B")))])
        home.settle()
        ben.give(ben.change("B/salt", ItemChange(state: .done)))
        home.settle()
        _ = try anna.undo()
        #expect(anna.text(of: "A") == ["milk", "eggs"])
        #expect(anna.text(of: "B") == ["x salt"])
        #expect(anna.text(of: "C") == ["milk"])
    }

    @Test func `a moved item whose old one somebody has purged stays`() throws {
        let (home, anna, ben) = try Self.lists("milk", "eggs")
        anna.give([.items(.move(["A/milk", "A/eggs"], ItemTarget(list: "B")))])
        home.settle()
        let milk = try #require(ben.items(in: "A").first { $0.title == "milk" }).entity
        _ = try ben.give([.items(.purge([milk.description]))]).get()
        home.settle()
        #expect(try anna.undo().leftAlone.map(\.field).contains(.life))
        #expect(anna.text(of: "A") == ["eggs"] && anna.text(of: "B") == ["milk"])
    }

    @Test func `what the person has changed after the action stays, too`() throws {
        let (_, anna, _) = try Self.lists("milk")
        anna.give([.items(.move(["A/milk"], ItemTarget(list: "B")))])
        anna.give(anna.change("B/milk", ItemChange(percent: 40)))
        #expect(try anna.undo(in: "A").leftAlone.map(\.field) == [.life, .percent])
        #expect(anna.text(of: "A").isEmpty && anna.text(of: "B") == ["milk"])
    }

    @Test func `undo of a merge leaves what was ticked in the target, and only there`() throws {
        let (home, anna, ben) = try Self.lists("milk", "eggs")
        anna.give(.merge("A", into: "B"))
        home.settle()
        ben.give(ben.change("B/eggs", ItemChange(state: .done)))
        home.settle()
        #expect(try anna.undo().leftAlone.map(\.field) == [.state])
        #expect(anna.text(of: "A") == ["milk"] && anna.text(of: "B") == ["x eggs"])
        #expect(Self.trash("A", of: anna) == ["eggs"])
        _ = try anna.redo()
        #expect(anna.list("A")?.isTrashed == true && anna.text(of: "B").sorted() == ["milk", "x eggs"])
        _ = try anna.undo()
        #expect(anna.text(of: "A") == ["milk"] && anna.text(of: "B") == ["x eggs"])
    }

    @Test func `redo of a merge leaves both lists when somebody has ticked something in the old one`() throws {
        let (home, anna, ben) = try Self.lists("milk", "eggs")
        anna.give(.merge("A", into: "B"))
        _ = try anna.undo()
        home.settle()
        ben.give(ben.change("A/milk", ItemChange(state: .done)))
        home.settle()
        let left = try anna.redo().leftAlone
        #expect(left.map(\.entity) == [.root] && left.map(\.field) == [.life])
        home.settle()
        for device in home.devices {
            #expect(device.list("A")?.isTrashed == false)
            #expect(device.text(of: "A") == ["x milk", "eggs"] && device.text(of: "B").isEmpty)
        }
    }

    @Test func `undo leaves a list that was brought back when somebody has written in it since`() throws {
        let (home, anna, ben) = try Self.lists("milk")
        var (trash, restore) = (ListChange(), ListChange())
        (trash.isTrashed, restore.isTrashed) = (true, false)
        anna.give(.change(["A"], trash), .change(["A"], restore))
        home.settle()
        ben.give(ben.add("late", to: "A"))
        home.settle()
        #expect(try anna.undo().leftAlone.map(\.entity) == [.root])
        #expect(anna.text(of: "A") == ["milk", "late"])
        anna.give(.change(["B"], trash), .change(["B"], restore))
        #expect(try anna.undo().leftAlone.isEmpty)
        #expect(anna.list("B")?.isTrashed == true)
    }

    @Test func `undo of an import and of an addition leaves what was ticked`() throws {
        let (home, anna, ben) = try Self.lists()
        anna.give(anna.add("job", to: "A"))
        home.settle()
        ben.give(ben.change("A/job", ItemChange(state: .done)))
        home.settle()
        #expect(try anna.undo().leftAlone.map(\.field) == [.state])
        #expect(anna.text(of: "A") == ["x job"])
        anna.give([.importLists(ImportCommand(lists: [ImportTests.camping], into: nil))])
        home.settle()
        ben.give(ben.change("Camping/rope", ItemChange(state: .done)))
        home.settle()
        #expect(try anna.undo().leftAlone.map(\.field) == [.life, .state])
        #expect(anna.text(of: "Camping") == ["x rope"])
    }

    @Test func `undo of an import after a purge puts what it made anew into the trash as it is`() throws {
        let (home, anna, ben) = try Self.lists("keep")
        let scope = try #require(anna.scope(ofList: "A"))
        var record = ItemRecord(title: "three")
        (record.note, record.quantity, record.tags) = ("nnn", "3", ["t"])
        var file = ImportedList(title: "A", sections: [ImportedSection(name: nil, items: [ImportedItem(record)])])
        anna.give([.importLists(ImportCommand(lists: [file], into: nil))])
        let three = try #require(anna.items(in: "A").first { $0.title == "three" }).entity
        (file.scope, file.sections[0].items[0].entity) = (scope, three)
        try Self.purge("three", on: anna)
        anna.give([.importLists(ImportCommand(lists: [file], into: nil))])
        #expect(try anna.undo().changed == [EntityReference(scope: scope, entity: three)])
        #expect(anna.text(of: "A") == ["keep"] && Self.trash("A", of: anna) == ["three"])
        _ = try anna.redo()
        let item = try #require(anna.list("A")?.item(three))
        #expect((item.title, item.note, item.quantity, item.tags) == ("three", "nnn", "3", ["t"]))
        #expect(!item.isTrashed)
        home.settle()
        #expect(anna.agrees(with: ben))
    }

    @Test func `that a list was made is taken back when only the trash holds anything else`() throws {
        let anna = try Device("anna")
        anna.give(.create(NewList(title: "New")))
        anna.give(anna.add("eggs", to: "New"))
        for _ in 0..<2 { #expect(try anna.undo().leftAlone.isEmpty) }
        #expect(anna.lists(for: anna.principal).isEmpty)
    }

    @Test func `undo says what is gone for good, and does nothing else`() throws {
        let (home, anna, ben) = try Self.lists("milk", "eggs")
        let milk = try #require(anna.items(in: "A").first { $0.title == "milk" }).entity
        anna.give(anna.change("milk", ItemChange(title: "oat milk")))
        home.settle()
        try Self.purge("oat milk", on: ben)
        home.settle()
        let undone = try anna.undo()
        #expect(undone.leftAlone.map(\.entity) == [milk] && undone.leftAlone.map(\.field) == [.purge])
        #expect(undone.changed.isEmpty && anna.text(of: "A") == ["eggs"])
        #expect(try anna.redo().leftAlone.map(\.field) == [.purge])
        #expect(anna.text(of: "A") == ["eggs"])
    }

    @Test func `undo of a new tag takes it off, and does not say that anything stays`() throws {
        let (home, anna, ben) = try Self.lists("milk")
        anna.give(anna.change("milk", ItemChange(tagsAdded: ["z"])))
        home.settle()
        ben.give(ben.change("milk", ItemChange(tagsAdded: ["w"])))
        home.settle()
        #expect(try anna.undo().leftAlone.isEmpty)
        #expect(anna.items(in: "A").map(\.tags) == [["w"]])
    }

    @Test func `undo of one side of a conflict keeps the other one, which can be taken back as well`() throws {
        let (home, anna, ben) = try Self.lists("milk")
        home.isLost = { _ in true }
        anna.give(anna.change("milk", ItemChange(note: "anna's")))
        ben.wall += 1000
        ben.give(ben.change("milk", ItemChange(note: "ben's")))
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(try anna.conflicts().count == 1)
        #expect(try anna.undo().leftAlone.isEmpty)
        home.settle()
        #expect(ben.items(in: "A").map(\.note) == ["ben's"])
        #expect(try ben.undo().leftAlone.isEmpty)
        #expect(ben.items(in: "A").map(\.note) == [""])
    }
}
