import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel

/// What comes into a household from a file.
struct ImportTests {
    static let camping = ImportedList(
        title: "Camping",
        sections: [
            ImportedSection(name: nil, items: [item("tent"), item("rope")]),
            ImportedSection(
                name: "Food",
                items: [
                    item("stove", note: "the small one", tags: ["hot"]),
                    item("gas", depth: 1, .done, quantity: "2"),
                    item("gas", depth: 1, .done),
                    item("tent"),
                ]
            ),
        ]
    )
    private static let text = ["tent", "rope", "[Food]", "stove", "-x gas", "-x gas", "tent"]

    @discardableResult
    private static func bring(
        _ lists: ImportedList...,
        to device: Device,
        into: String? = nil
    ) -> Result<Outcome, CommandError> {
        device.give([.importLists(ImportCommand(lists: lists, into: into))])
    }

    private static func visible(_ device: Device) -> [String] {
        device.lists(for: device.principal).map(\.title)
    }

    @Test func `what is here in another spelling is there, and an import ticks nothing and forgets no wish`() throws {
        let anna = try Device("anna")
        anna.make("Food", ["Soup", "cake", "tea"])
        anna.give(anna.change("tea", ItemChange(state: .done)))
        let file = ImportedList(
            title: "food",
            sections: [ImportedSection(name: nil, items: [item("sóup"), item("cake", .done), item("tea")])]
        )
        let outcome = try Self.bring(file, to: anna).get()
        #expect(outcome.changed.count == 1)
        #expect(anna.text(of: "Food") == ["Soup", "cake", "x tea", "tea"])
        // The open one here is the open one of the file, wherever that stands.
        let items = [item("bag", .done), item("comb", depth: 1, .done), item("Bag"), item("comb", depth: 1)]
        anna.make("Trip", ["bag", "-comb"])
        let trip = ImportedList(title: "Trip", sections: [ImportedSection(name: nil, items: items)])
        #expect(try Self.bring(trip, to: anna).get().changed.count == 2)
        #expect(anna.text(of: "Trip") == ["bag", "-comb", "x bag", "-x comb"])
    }

    @Test func `a file comes in whole, in its order, and once more adds nothing`() throws {
        let anna = try Device("anna")
        let outcome = try Self.bring(Self.camping, to: anna).get()
        #expect(outcome.changed.count == 7)
        #expect(anna.text(of: "Camping") == Self.text)
        let stove = try #require(anna.list("Camping")?.items.first { $0.title == "stove" })
        #expect((stove.note, stove.tags) == ("the small one", ["hot"]))
        let logSize = anna.log.count
        let again = try Self.bring(Self.camping, to: anna).get()
        #expect(again.changed.isEmpty && again.unchanged.count == 7)
        #expect(anna.log.count == logSize)
    }

    @Test func `what people changed since stays as they made it`() throws {
        let anna = try Device("anna")
        Self.bring(Self.camping, to: anna)
        anna.give([.items(.change(["Camping/rope"], ItemChange(title: "long rope")))])
        anna.give([.items(.change(["Camping/stove"], ItemChange(state: .done)))])
        anna.give([.sections(.rename("Camping/Food", to: "Kitchen"))])
        // Of two with one title each is known by its number.
        for gas in try #require(anna.list("Camping")).items where gas.title == "gas" {
            anna.give([.items(.change([gas.entity.description], ItemChange(title: "fuel")))])
        }
        let before = anna.text(of: "Camping")
        #expect(before == ["tent", "long rope", "[Kitchen]", "x stove", "-x fuel", "-x fuel", "tent"])
        Self.bring(Self.camping, to: anna)
        #expect(anna.text(of: "Camping") == before)
    }

    @Test func `one undo takes all of it back, and the same file brings all of it again`() throws {
        let anna = try Device("anna")
        anna.make("Garden", ["hedge"])
        let garden = ImportedList(
            title: "garden",
            sections: [ImportedSection(name: "Beds", items: [item("peas")])]
        )
        Self.bring(Self.camping, garden, to: anna)
        #expect(anna.text(of: "Garden") == ["hedge", "[Beds]", "peas"])
        anna.give([.undo(list: nil)])
        #expect(Self.visible(anna) == ["Garden"])
        #expect(anna.text(of: "Garden") == ["hedge"])
        Self.bring(Self.camping, garden, to: anna)
        #expect(Self.visible(anna) == ["Camping", "Garden"])
        #expect(anna.text(of: "Camping") == Self.text)
        #expect(anna.text(of: "Garden") == ["hedge", "[Beds]", "peas"])
    }

    @Test func `what is in the trash comes back as the file says, and not as it was`() throws {
        let anna = try Device("anna")
        Self.bring(Self.camping, to: anna)
        let old = ItemChange(
            state: .done,
            note: "x",
            due: CivilDate(year: 2030, month: 1, day: 1).map(DueChange.on),
            tagsAdded: ["old"],
            quantity: "9",
            priority: .high,
            percent: 30
        )
        anna.give([.items(.change(["Camping/stove"], old))])
        let entity = try #require(anna.list("Camping")?.items.first { $0.title == "stove" }).entity
        anna.give([.items(.change([entity.description], ItemChange(isTrashed: true)))])
        #expect(anna.text(of: "Camping") == ["tent", "rope", "[Food]", "tent"])
        Self.bring(Self.camping, to: anna)
        let stove = try #require(anna.list("Camping")?.item(entity))
        #expect((stove.state, stove.note, stove.tags) == (.open, "the small one", ["hot"]))
        #expect((stove.due, stove.quantity, stove.priority, stove.percent) == (nil, "", .none, 0))
        #expect(Set(anna.text(of: "Camping")) == Set(Self.text))
    }

    @Test func `an item that somebody has typed in besides stays one, place by place`() throws {
        let anna = try Device("anna")
        anna.make("Camping", sections: ["food": ["tent"]], ["tent", "rope", "lamp"])
        anna.give([.items(.change(["Camping/rope"], ItemChange(state: .done)))])
        Self.bring(Self.camping, to: anna)
        #expect(
            anna.text(of: "Camping")
                == ["tent", "x rope", "lamp", "rope", "[food]", "tent", "stove", "-x gas", "-x gas"]
        )
    }

    @Test func `two devices that bring in one file apart have one of everything`() throws {
        let (anna, ben) = (try Device("anna"), try Device("ben"))
        let home = Home(anna, ben)
        anna.make("Camping")
        try home.join(1, to: 0, shareLists: true)
        home.settle()
        home.disconnect()
        Self.bring(Self.camping, to: anna)
        Self.bring(Self.camping, to: ben)
        home.reconnect()
        home.settle()
        #expect(anna.text(of: "Camping") == Self.text)
        #expect(ben.text(of: "Camping") == Self.text)
    }

    // MARK: Ids

    private static func named(_ id: UInt64, _ title: String) -> ImportedItem {
        ImportedItem(entity: EntityID(rawValue: id), ItemRecord(title: title))
    }

    @Test func `an id follows from that of the file and the list, and the same file adds nothing`() throws {
        let anna = try Device("anna")
        let list = ImportedList(
            scope: ScopeID(rawValue: 7),
            title: "One",
            sections: [ImportedSection(name: nil, items: [Self.named(5, "a"), Self.named(6, "b")])]
        )
        Self.bring(list, to: anna)
        let one = try #require(anna.list("One"))
        let moved = [5, 6].map { EntityID(moving: EntityID(rawValue: $0), from: ScopeID(rawValue: 7), to: one.scope) }
        #expect(one.items.map(\.entity) == moved)
        #expect(try Self.bring(list, to: anna).get().changed.isEmpty)
        anna.make("Two")
        for _ in 1...2 { Self.bring(list, to: anna, into: "Two") }
        let copies = try #require(anna.list("Two")).items
        #expect(copies.map(\.title) == ["a", "b"])
        #expect(
            try copies.map(\.entity)
                == ([5, 6] as [UInt64]).map { number in
                    let two = try #require(anna.list("Two")).scope
                    return EntityID(moving: EntityID(rawValue: number), from: ScopeID(rawValue: 7), to: two)
                }
        )
        // Also when nobody has them any more.
        anna.give(
            .change(
                ["One"],
                {
                    var change = ListChange(); change.isTrashed = true; return change
                }()
            )
        )
        Self.bring(list, to: anna, into: "Two")
        #expect(anna.list("Two")?.items.count == 2)
    }

    @Test func `two who bring in one file apart can name each item of both lists`() throws {
        let home = try Home.household(of: "anna", "ben")
        home.meet()
        home.disconnect()
        let file = ImportedList(
            scope: ScopeID(rawValue: 7),
            title: "One",
            sections: [ImportedSection(name: nil, items: [Self.named(5, "a")])]
        )
        for device in home.devices { Self.bring(file, to: device) }
        home.meet()
        for device in home.devices {
            let ids = device.lists(for: device.principal).filter { $0.title == "One" }.flatMap(\.items).map(\.entity)
            #expect(ids.count == 2 && Set(ids).count == 2)
        }
    }

    @Test(arguments: [false, true])
    func `an item that went away and is there again is not brought back beside it`(isMoved: Bool) throws {
        let anna = try Device("anna")
        Self.bring(Self.camping, to: anna)
        anna.make("Other")
        if isMoved {
            anna.give([.items(.move(["Camping/rope"], ItemTarget(list: "Other")))])
            anna.give([.items(.move(["Other/rope"], ItemTarget(list: "Camping")))])
        } else {
            anna.give(anna.change("Camping/rope", ItemChange(isTrashed: true)))
            anna.give(anna.add("rope", to: "Camping"))
        }
        let before = anna.text(of: "Camping")
        #expect(before.count { $0 == "rope" } == 1)
        #expect(try Self.bring(Self.camping, to: anna).get().changed.isEmpty)
        #expect(anna.text(of: "Camping") == before)
    }

    @Test func `a list is known by its id after it was renamed, and two with one title stay two`() throws {
        let anna = try Device("anna")
        anna.make("Camping", ["tent"])
        let scope = try #require(anna.list("Camping")).scope
        var change = ListChange()
        change.title = "Summer"
        anna.give(.change(["Camping"], change))
        let file = ImportedList(
            scope: scope,
            title: "Camping",
            sections: [ImportedSection(name: nil, items: [item("tent")])]
        )
        Self.bring(file, to: anna)
        #expect(Self.visible(anna) == ["Summer"])
        let (one, two) = (
            ImportedList(title: "Twin", sections: [ImportedSection(name: nil, items: [item("a")])]),
            ImportedList(title: "Twin", sections: [ImportedSection(name: nil, items: [item("b")])])
        )
        for _ in 1...2 { Self.bring(one, two, to: anna) }
        let twins = anna.lists(for: anna.principal).filter { $0.title == "Twin" }
        #expect(Set(twins.map { $0.items.map(\.title) }) == [["a"], ["b"]])
    }

    @Test func `an id that is something else here is not written over`() throws {
        let anna = try Device("anna")
        anna.make("Camping", sections: ["Food": []])
        let section = try #require(anna.list("Camping")?.sections.first).entity
        let items = [ImportedItem(entity: section, ItemRecord(title: "a"))]
        for _ in 1...2 {
            Self.bring(ImportedList(title: "Camping", sections: [ImportedSection(name: nil, items: items)]), to: anna)
        }
        #expect(anna.text(of: "Camping") == ["a", "[Food]"])
    }

    @Test func `what was removed for good can be brought in again`() throws {
        let anna = try Device("anna")
        Self.bring(Self.camping, to: anna)
        let rope = try #require(anna.list("Camping")?.items.first { $0.title == "rope" }).entity.description
        anna.give([.items(.change([rope], ItemChange(isTrashed: true)))])
        anna.give([.items(.purge([rope]))])
        Self.bring(Self.camping, to: anna)
        #expect(anna.list("Camping")?.items.first { $0.title == "rope" }?.isTrashed == false)
        try anna.restart()
        #expect(anna.text(of: "Camping").count == 7)
    }

    // MARK: What is refused

    @Test func `one bad item keeps all others out, and is named`() throws {
        let anna = try Device("anna")
        var bad = Self.camping
        bad.sections[1].items[1].record.percent = 101
        let refused = Self.bring(ImportedList(title: "Good"), bad, to: anna)
        #expect(refused == .failure(.importedItem(4, title: "gas", .item(.percentOutOfRange(101)))))
        #expect(Self.visible(anna).isEmpty)
        bad = Self.camping
        bad.sections[0].items[0].record.assignee = "Zoe"
        #expect(Self.bring(bad, to: anna) == .failure(.importedItem(1, title: "tent", .member(.notFound("Zoe")))))
        #expect(Self.visible(anna).isEmpty)
    }

    @Test func `a private list does not come into one that others see`() throws {
        let anna = try Device("anna")
        anna.make("Gifts", ["for all"])
        var secret = ImportedList(title: "Gifts", isPrivate: true)
        secret.sections = [ImportedSection(name: nil, items: [item("ring")])]
        for _ in 1...2 { Self.bring(secret, to: anna) }
        let lists = anna.lists(for: anna.principal)
        #expect(lists.map(\.visibility.rawValue).sorted() == [0, 1])
        #expect(lists.first { $0.visibility == .household }?.items.map(\.title) == ["for all"])
        #expect(lists.first { $0.visibility == .participants }?.items.map(\.title) == ["ring"])
    }

    @Test func `a private list does not come into one that somebody else sees or is invited to`() throws {
        let (home, anna, ben) = try Home.trip("tent")
        anna.give(.create(NewList(title: "Party", guests: ["user of ben"])))
        home.settle()
        for title in ["Trip", "Party"] {
            var list = ImportedList(title: title, sections: [ImportedSection(name: nil, items: [])])
            list.isPrivate = true
            list.sections[0].items = [item("surprise")]
            #expect(try Self.bring(list, to: anna).get().changed.count == 2)
            // The second time it is known by its title, as nobody else sees it.
            #expect(try Self.bring(list, to: anna).get().changed.isEmpty)
        }
        home.settle()
        #expect(anna.lists(for: anna.principal).filter { $0.title == "Trip" }.count == 2)
        let seen = ben.lists(for: ben.principal).flatMap(\.items)
        #expect(!seen.contains { $0.title == "surprise" })
    }

    @Test func `a new list has all that the file says of it`() throws {
        let anna = try Device("anna")
        var traits = ListChange()
        traits.description = "two\nlines"
        traits.due = CivilDate(year: 2027, month: 2, day: 3).map(DueChange.on)
        traits.state = .done
        traits.deletion = .cancelOnly
        traits.view.sort = .name
        traits.view.isReversed = true
        Self.bring(
            ImportedList(title: "Trip", traits: traits, sections: [ImportedSection(name: "Empty", items: [])]),
            to: anna
        )
        let trip = try #require(anna.list("Trip"))
        #expect(
            (trip.description, trip.due, trip.workState) == (
                "two\nlines", CivilDate(year: 2027, month: 2, day: 3), .done
            )
        )
        #expect((trip.deletionPolicy, trip.defaultView) == (.cancelOnly, DefaultView(sort: .name, isReversed: true)))
        #expect(anna.text(of: "Trip") == ["[Empty]"])
    }

    @Test func `undo of an import puts back into the trash what it brought back, where nothing can be removed`() throws
    {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        Self.bring(Self.camping, to: anna)
        ben.give(ben.add("milk"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        _ = try ben.give([.items(.change(["Camping/rope"], ItemChange(isTrashed: true)))]).get()
        home.settle()
        #expect(!anna.titles(in: "Camping").contains("rope"))
        var policy = ListChange()
        policy.deletion = .cancelOnly
        _ = try anna.give(.change(["Camping"], policy)).get()
        Self.bring(Self.camping, to: anna)
        #expect(anna.list("Camping")?.deletionPolicy == .cancelOnly)
        #expect(anna.titles(in: "Camping").contains("rope"))
        #expect(throws: Never.self) { try anna.give([.undo(list: nil)]).get() }
        #expect(!anna.titles(in: "Camping").contains("rope"))
    }
}

/// An item to import.
private func item(
    _ title: String,
    depth: Int = 0,
    _ state: WorkState = .open,
    note: String = "",
    quantity: String = "",
    tags: [String] = []
) -> ImportedItem {
    var record = ItemRecord(title: title)
    (record.state, record.note, record.quantity, record.tags) = (state, note, quantity, tags)
    return ImportedItem(depth: depth, record)
}
