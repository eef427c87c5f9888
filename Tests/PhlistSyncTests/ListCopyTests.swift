import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What one list holds, put into another one.
struct ListCopyTests {
    private static let full = [
        FieldWrite(.note, text: "two\nlines"), FieldWrite(.due, CivilDate(year: 2027, month: 2, day: 3)?.encoded ?? []),
        FieldWrite(.assignee, MemberID(rawValue: 9).bytes), FieldWrite(.quantity, text: "2 kg"),
        FieldWrite(.priority, Priority.high), FieldWrite(.percent, [40]), .insert("red", into: .tags),
        .insert("blue", into: .tags), FieldWrite(.photo, [1, 2, 3]),
    ]

    private static func camping() throws -> Device {
        let anna = try Device("anna")
        anna.make("Camping", sections: ["Food": ["pasta", "stove", "-gas", "--lighter"]], ["tent", "rope"])
        anna.write(full, to: "gas", of: "Camping")
        anna.give(anna.change("rope", ItemChange(state: .done)), anna.change("pasta", ItemChange(state: .cancelled)))
        return anna
    }

    private static func facts(of item: ItemState) -> [AnyHashable] {
        let tags = Set(item.tags)
        return [
            item.title, item.note, item.due, item.assignee, item.quantity, item.priority, item.percent, tags,
            item.photo,
            item.state,
        ]
    }

    @Test func `a copy holds the same, and neither list follows the other`() throws {
        let anna = try Self.camping()
        anna.give(.copy("Camping", title: nil, isReset: false))
        let copy = try #require(anna.list("Camping (copy)"))
        #expect(anna.text(of: "Camping (copy)") == anna.text(of: "Camping"))
        #expect(
            anna.text(of: "Camping (copy)") == ["tent", "x rope", "[Food]", "~ pasta", "stove", "-gas", "--lighter"]
        )
        let originals = try #require(anna.list("Camping")).items
        for item in copy.items {
            let original = try #require(originals.first { $0.title == item.title })
            #expect(Self.facts(of: item) == Self.facts(of: original))
            #expect(item.entity != original.entity)
        }
        anna.give(anna.change("Camping/tent", ItemChange(title: "large tent")))
        #expect(anna.text(of: "Camping (copy)").contains("tent"))
    }

    @Test func `a reset copy, and a list made from a template, are open and not begun`() throws {
        let anna = try Self.camping()
        anna.give(.copy("Camping", title: "Again", isReset: true), .create(NewList(title: "Next", template: "Camping")))
        for title in ["Again", "Next"] {
            #expect(anna.text(of: title) == ["tent", "rope", "[Food]", "pasta", "stove", "-gas", "--lighter"])
            #expect(anna.list(title)?.overview.percent == 0)
            #expect(anna.list(title)?.items.allSatisfy { $0.percent == 0 } == true)
            #expect(anna.list(title)?.items.first { $0.title == "gas" }?.note == "two\nlines")
        }
    }

    @Test func `a list made from a private one, or from one of some, is its maker's alone`() throws {
        let anna = try Device("anna")
        anna.give(.create(NewList(title: "Gifts", isPrivate: true)))
        anna.give(anna.add("telescope", to: "Gifts"))
        anna.give(.create(NewList(title: "Next", template: "Gifts")))
        let next = try #require(anna.list("Next"))
        #expect(next.visibility == .participants && anna.titles(in: "Next") == ["telescope"])
        anna.give(.create(NewList(title: "Open")), .create(NewList(title: "Third", template: "Open")))
        #expect(anna.list("Third")?.visibility == .household)
    }

    @Test func `a copy of a private list is private`() throws {
        let anna = try Device("anna")
        anna.give(.create(NewList(title: "Gifts", description: "x", isPrivate: true, sort: .name)))
        anna.give(.copy("Gifts", title: "More", isReset: false))
        let more = try #require(anna.list("More"))
        #expect(more.visibility == .participants)
        #expect((more.description, more.defaultView) == ("x", DefaultView(sort: .name)))
    }

    // MARK: Merging

    @Test func `a merge moves all, with every field, and one undo takes all back`() throws {
        let anna = try Self.camping()
        anna.make("Trip", sections: ["food": ["bread"]], ["map"])
        let before = (anna.text(of: "Camping"), anna.text(of: "Trip"))
        let outcome = try anna.give(.merge("Camping", into: "Trip")).get()
        #expect(outcome.changed.count == 6 && outcome.unchanged.isEmpty)
        #expect(
            anna.text(of: "Trip")
                == ["map", "tent", "x rope", "[food]", "bread", "~ pasta", "stove", "-gas", "--lighter"]
        )
        #expect(anna.scope(ofList: "Camping") == nil)
        let gas = try #require(anna.list("Trip")?.items.first { $0.title == "gas" })
        #expect(
            Self.facts(of: gas).dropLast()
                == Self.facts(
                    of: try #require(
                        anna.list("Camping")?.items.first { $0.title == "gas" }
                    )
                ).dropLast()
        )
        anna.give(.user(.undo(list: nil), anna.principal))
        #expect(anna.text(of: "Camping") == before.0)
        #expect(anna.text(of: "Trip") == before.1)
        #expect(anna.scope(ofList: "Camping") != nil)
        anna.give(.user(.redo(list: nil), anna.principal))
        #expect(anna.text(of: "Trip").count == 9)
        #expect(anna.scope(ofList: "Camping") == nil)
    }

    @Test func `what is open in both stays one, keeps what it says and gets what it lacks`() throws {
        let anna = try Device("anna")
        anna.make("A", ["milk", "milk", "eggs", "-organic"])
        anna.make("B", ["milk", "eggs"])
        anna.write(Self.full, to: "eggs", of: "A")
        anna.write([FieldWrite(.note, text: "mine"), .insert("red", into: .tags)], to: "eggs", of: "B")
        let outcome = try anna.give(.merge("A", into: "B")).get()
        #expect(outcome.unchanged.count == 2 && outcome.changed.count == 2)
        #expect(anna.text(of: "B") == ["milk", "eggs", "-organic", "milk"])
        let eggs = try #require(anna.list("B")?.items.first { $0.title == "eggs" })
        #expect((eggs.note, eggs.quantity, eggs.tags) == ("mine\n\ntwo\nlines", "2 kg", ["blue", "red"]))
        anna.give(.user(.undo(list: nil), anna.principal))
        let again = try #require(anna.list("B")?.items.first { $0.title == "eggs" })
        #expect((again.note, again.quantity, again.tags) == ("mine", "", ["red"]))
    }

    @Test func `what is open in both in another case stays one, the one in the same case first`() throws {
        let anna = try Device("anna")
        anna.make("A", ["Blanket", "milk"])
        anna.make("B", ["milk", "blanket", "Milk"])
        let outcome = try anna.give(.merge("B", into: "A")).get()
        #expect(outcome.unchanged.count == 2 && outcome.changed.count == 1)
        #expect(anna.text(of: "A") == ["Blanket", "milk", "Milk"])
    }

    @Test func `what is done in one and open in the other stays apart`() throws {
        let anna = try Device("anna")
        anna.make("A", ["milk"])
        anna.make("B", ["milk"])
        anna.give(anna.change("A/milk", ItemChange(state: .done)))
        anna.give(.merge("A", into: "B"))
        #expect(anna.text(of: "B") == ["milk", "x milk"])
    }

    @Test func `two devices that merge the same lists apart make one of each item`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("A", sections: ["Food": ["eggs", "-organic"]], ["milk"])
        anna.make("B", ["bread"])
        home.settle()
        home.isLost = { _ in true }
        anna.give(.merge("A", into: "B"))
        ben.give(.merge("A", into: "B"))
        home.isLost = { _ in false }
        home.compareAgain()
        for device in home.devices {
            #expect(device.text(of: "B") == ["bread", "milk", "[Food]", "eggs", "-organic"])
            #expect(device.list("B")?.conflicts == [])
        }
        #expect(anna.agrees(with: ben))
    }

    @Test func `a list that comes back and is merged again leaves alone what was merged before`() throws {
        let anna = try Device("anna")
        anna.make("A", ["milk"])
        anna.make("B", [])
        anna.give(.merge("A", into: "B"))
        anna.give(anna.change("B/milk", ItemChange(state: .done)))
        var restore = ListChange()
        restore.isTrashed = false
        anna.give(.change(["A"], restore))
        anna.give(.merge("A", into: "B"))
        #expect(anna.text(of: "B") == ["x milk"])
        // Needed again: it is open in A later than it was bought in B.
        anna.give(.change(["A"], restore))
        for state in [WorkState.done, .open] { anna.give(anna.change("A/milk", ItemChange(state: state))) }
        anna.give(.merge("A", into: "B"))
        #expect(anna.text(of: "B") == ["x milk", "milk"])
    }

    @Test(arguments: [false, true], [1, 3])
    func `what undo took back of a merge or a move comes with the next merge`(isMove: Bool, steps: Int) throws {
        let anna = try Device("anna")
        anna.make("A", ["milk", "bread"])
        anna.make("B", [])
        let merge = Command.user(.lists(.merge("A", into: "B")), anna.principal)
        anna.give(isMove ? anna.move(["A/milk"], ItemTarget(list: "B")) : merge)
        for step in 0..<steps { anna.give([step % 2 == 0 ? .undo(list: nil) : .redo(list: nil)]) }
        anna.give(.merge("A", into: "B"))
        #expect(anna.text(of: "B").sorted() == ["bread", "milk"])
    }

    @Test(arguments: [("1 l", "2 l", "3 l"), ("1 l", "", "1 l"), ("", "2 l", "2 l")])
    func `an amount that a merge has added is not added by a second one, unless the first is taken back`(
        amount: String,
        other: String,
        sum: String
    ) throws {
        let anna = try Device("anna")
        for (title, quantity) in [("A", amount), ("B", other)] {
            anna.make(title, ["milk"])
            anna.give(anna.change("\(title)/milk", ItemChange(quantity: quantity)))
        }
        var restore = ListChange()
        restore.isTrashed = false
        for command in [ListCommand.merge("A", into: "B"), .change(["A"], restore), .merge("A", into: "B")] {
            anna.give(command)
        }
        #expect(anna.list("B")?.items.map(\.quantity) == [sum])
        for _ in 0..<3 { anna.give([.undo(list: nil)]) }
        #expect(anna.list("B")?.items.map(\.quantity) == [other] && anna.list("A")?.isTrashed == false)
        anna.give(.merge("A", into: "B"))
        #expect(anna.list("B")?.items.map(\.quantity) == [sum])
    }

    @Test func `an amount that was bought and is needed again is added by a second merge`() throws {
        let anna = try Device("anna")
        for (title, quantity) in [("A", "1 l"), ("B", "2 l")] {
            anna.make(title, ["milk"])
            anna.give(anna.change("\(title)/milk", ItemChange(quantity: quantity)))
        }
        var restore = ListChange()
        restore.isTrashed = false
        anna.give(.merge("A", into: "B"))
        for change in [ItemChange(state: .done), ItemChange(state: .open), ItemChange(quantity: "2 l")] {
            anna.give(anna.change("B/milk", change))
        }
        for command in [ListCommand.change(["A"], restore), .merge("A", into: "B")] { anna.give(command) }
        #expect(anna.list("B")?.items.map(\.quantity) == ["3 l"])
    }

    @Test func `notes of what is open in both are put one below the other, but not again what was taken out`() throws {
        let anna = try Device("anna")
        for (title, note) in [("A", "for the cake"), ("B", "whole")] {
            anna.make(title, ["milk"])
            anna.give(anna.change("\(title)/milk", ItemChange(note: note)))
        }
        anna.give(.merge("A", into: "B"))
        #expect(anna.list("B")?.items.map(\.note) == ["whole\n\nfor the cake"])
        anna.give([.undo(list: nil)])
        #expect(anna.list("B")?.items.map(\.note) == ["whole"])
        anna.give(.merge("A", into: "B"))
        var restore = ListChange()
        restore.isTrashed = false
        for note in ["whole", ""] {
            anna.give(anna.change("B/milk", ItemChange(note: note)))
            for command in [ListCommand.change(["A"], restore), .merge("A", into: "B")] { anna.give(command) }
            #expect(anna.list("B")?.items.map(\.note) == [note])
        }
    }

    @Test func `what was bought or removed since a merge does not come back with a second one`() throws {
        let anna = try Device("anna")
        anna.make("S", ["flour", "rye", "oats", "bran"])
        anna.make("T", [])
        anna.give(.merge("S", into: "T"))
        anna.give(anna.change("T/flour", ItemChange(state: .done)))
        anna.give(anna.change("T/oats", ItemChange(state: .done)))
        anna.give(anna.change("T/rye", ItemChange(isTrashed: true)))
        var restore = ListChange()
        restore.isTrashed = false
        anna.give(.change(["S"], restore))
        anna.give(anna.add("honey", to: "S"))
        anna.give(anna.change("S/oats", ItemChange(quantity: "2 kg")))
        anna.give(.merge("S", into: "T"))
        let items = try #require(anna.list("T")?.items.filter { !$0.isTrashed })
        #expect(items.filter { $0.state == .open }.map(\.title).sorted() == ["bran", "honey", "oats"])
        #expect(items.filter { $0.state == .done }.map(\.title).sorted() == ["flour", "oats"])
    }

    @Test func `a list that was merged twice and comes back is merged again step by step, and nothing is there twice`()
        throws
    {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        for (title, quantity) in [("A", "1 l"), ("B", "2 l"), ("C", "3 l")] {
            anna.make(title, ["milk", title == "A" ? "eggs" : "tea \(title)"])
            anna.give(anna.change("\(title)/milk", ItemChange(quantity: quantity)))
        }
        home.connect(0, 1)
        home.isLost = { _ in true }
        for (source, target) in [("A", "B"), ("B", "C")] { anna.give(.merge(source, into: target)) }
        anna.give(anna.change("C/eggs", ItemChange(title: "six eggs")))
        ben.give(ben.add("late", to: "A"))
        home.isLost = { _ in false }
        home.compareAgain()
        let late = try #require(anna.replica.library.listsWithTrash(for: anna.principal).first { $0.title == "A" })
        let targets = anna.replica.library.targets(ofMerged: late, for: anna.principal)
        #expect(targets.map(\.title) == ["B", "C"])
        var restore = ListChange()
        restore.isTrashed = false
        for command in [ListCommand.change(["A", "B"], restore), .merge("A", into: "B"), .merge("B", into: "C")] {
            anna.give(command)
        }
        let items = try #require(anna.list("C")?.items.filter { !$0.isTrashed })
        #expect(items.map(\.title).sorted() == ["late", "milk", "six eggs", "tea B", "tea C"])
        #expect(items.first { $0.title == "milk" }?.quantity == "6 l")
    }

    @Test func `what was written late in a merged list comes over with a second merge, and nothing is there twice`()
        throws
    {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("A", ["eggs", "ham", "tea"])
        anna.make("C", ["bread"])
        home.connect(0, 1)
        home.isLost = { _ in true }
        anna.give(.merge("A", into: "C"))
        ben.give(ben.add("late", to: "A"), ben.change("A/eggs", ItemChange(note: "six")))
        ben.give(ben.change("A/ham", ItemChange(state: .done)))
        home.isLost = { _ in false }
        home.compareAgain()
        anna.give(anna.change("C/tea", ItemChange(title: "green tea")))
        var restore = ListChange()
        restore.isTrashed = false
        anna.give(.change(["A"], restore), .merge("A", into: "C"))
        home.settle()
        for device in home.devices {
            #expect(device.text(of: "C") == ["bread", "eggs", "x ham", "green tea", "late"])
            #expect(device.list("C")?.items.first { $0.title == "eggs" }?.note == "six")
            let trash = device.replica.library.listsWithTrash(for: device.principal)
            #expect(trash.filter(\.hasEditsBesideTrash).isEmpty)
        }
    }

    @Test func `what was changed or removed late in a merged list counts after a second merge`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("A", ["pens", "glue", "tape", "nuts"])
        anna.give(anna.change("A/pens", ItemChange(quantity: "2")))
        anna.make("C", ["bread"])
        home.connect(0, 1)
        home.isLost = { _ in true }
        ben.give(ben.change("A/pens", ItemChange(quantity: "5 packs")))
        anna.wall += 1000
        anna.give(.merge("A", into: "C"))
        ben.give(
            ben.change("A/glue", ItemChange(title: "wood glue")),
            ben.change("A/tape", ItemChange(isTrashed: true))
        )
        home.isLost = { _ in false }
        home.compareAgain()
        anna.give(anna.change("C/nuts", ItemChange(title: "walnuts")))
        var restore = ListChange()
        restore.isTrashed = false
        anna.give(.change(["A"], restore), .merge("A", into: "C"))
        home.settle()
        for device in home.devices {
            #expect(device.text(of: "C") == ["bread", "pens", "wood glue", "walnuts"])
            #expect(device.list("C")?.items.first { $0.title == "pens" }?.quantity == "5 packs")
        }
    }

    @Test func `amounts of what is open in both are added up, until an undo`() throws {
        let anna = try Device("anna")
        for (list, amount) in [("A", "1 l"), ("B", "4 l")] {
            anna.make(list, ["milk"])
            anna.give(anna.change("\(list)/milk", ItemChange(quantity: amount)))
        }
        anna.give(.merge("A", into: "B"))
        #expect(anna.items(in: "B").map(\.quantity) == ["5 l"])
        anna.give([.undo(list: nil)])
        #expect(["A", "B"].flatMap { anna.items(in: $0) }.map(\.quantity) == ["1 l", "4 l"])
    }

    @Test func `a large list is merged in batches that fit, in order`() throws {
        let anna = try Device("anna")
        let titles = (0..<1500).map { "item \($0)" }
        anna.make("A", [])
        anna.make("B", ["first"])
        anna.give(.user(.items(.add(NewItems(list: "A", titles: titles))), anna.principal))
        #expect(try anna.give(.merge("A", into: "B")).get().changed.count == 1500)
        #expect(anna.titles(in: "B") == ["first"] + titles)
        anna.give(.user(.undo(list: nil), anna.principal))
        #expect(anna.titles(in: "B") == ["first"])
        #expect(anna.titles(in: "A") == titles)
    }
}
