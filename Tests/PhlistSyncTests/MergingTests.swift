import PhlistSimulator
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel

/// Items that become one.
struct MergingTests {
    private let device: Device

    init() throws {
        device = try Device("anna")
        device.make("Shopping", sections: ["Dairy": ["milk"]], ["Milk", "-carton", "bread", "-rye", "--seeds"])
    }

    private func item(_ title: String) -> ItemState? {
        device.items(in: "Shopping").first { $0.title == title }
    }

    private func id(_ title: String) -> String { item(title)?.entity.description ?? "" }

    @discardableResult
    private func merge(_ titles: String...) -> Result<Outcome, CommandError> {
        device.give([.items(.merge(titles.map(id)))])
    }

    @Test func `the first one gets what it lacks, and undo takes it back`() throws {
        let day = try #require(CivilDate("2026-11-28"))
        device.give(device.change(id("milk"), ItemChange(note: "blue", tagsAdded: ["cold"], quantity: "2 l")))
        var other = ItemChange(
            note: "fresh",
            due: .on(day),
            assignee: "USER of anna",
            tagsAdded: ["white"],
            quantity: "1",
            priority: .high
        )
        other.fields.url = "https://example.org"
        device.give(device.change(id("Milk"), other))
        merge("milk", "Milk")
        let milk = try #require(item("milk"))
        #expect(milk.note == "blue\n\nfresh" && milk.quantity == "3 l" && milk.tags == ["cold", "white"])
        #expect(milk.due == day && milk.assignee == device.member && milk.priority == .high)
        #expect(milk.record.url == "https://example.org" && milk.place.section != nil)
        #expect(item("Milk")?.isTrashed == true && item("carton")?.place.parent == milk.entity)
        #expect(device.list("Shopping")?.items(below: milk.entity).map(\.title) == ["carton"])
        device.give([.undo(list: nil)])
        #expect(item("milk")?.note == "blue" && item("milk")?.quantity == "2 l" && item("milk")?.tags == ["cold"])
        #expect(item("milk")?.due == nil && item("Milk")?.isTrashed == false)
        #expect(device.list("Shopping")?.items(below: try #require(item("Milk")).entity).map(\.title) == ["carton"])
    }

    @Test func `where items can only be cancelled, the others are, and undo takes it back`() throws {
        var change = ListChange()
        change.deletion = .cancelOnly
        device.give(.change(["Shopping"], change))
        let outcome = try merge("milk", "Milk").get()
        #expect(outcome.changed.map(\.entity) == [item("milk")?.entity, item("Milk")?.entity])
        #expect(item("milk")?.state == .open && item("Milk")?.state == .cancelled)
        #expect(item("Milk")?.isTrashed == false && item("carton")?.place.parent == item("milk")?.entity)
        device.give([.undo(list: nil)])
        #expect(item("Milk")?.state == .open && item("carton")?.place.parent == item("Milk")?.entity)
    }

    @Test func `what was merged and only cancelled brings nothing twice, and what stays is named first`() throws {
        device.give(device.change(id("milk"), ItemChange(note: "blue")))
        device.give(device.change(id("Milk"), ItemChange(note: "fresh\n\nfrom the farm")))
        var change = ListChange()
        change.deletion = .cancelOnly
        device.give(.change(["Shopping"], change))
        merge("milk", "Milk")
        for title in ["milk", "Milk"] { device.give(device.change(id(title), ItemChange(state: .cancelled))) }
        let again = try merge("milk", "Milk").get()
        #expect(again.changed.first?.entity == item("milk")?.entity)
        #expect(item("milk")?.note == "blue\n\nfresh\n\nfrom the farm" && item("milk")?.state == .cancelled)
    }

    @Test(arguments: [DeletionPolicy.allowed, .cancelOnly])
    func `a merge ends the series of what it takes away, also for who completes it meanwhile`(
        policy: DeletionPolicy
    ) throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Home", ["bins", "Bins"])
        var change = ListChange()
        change.deletion = policy
        anna.give(.change(["Home"], change))
        var rule = ItemChange(recurrence: "FREQ=WEEKLY")
        rule.today = CivilDate("2026-11-27")
        let ids = try ["bins", "Bins"].map { title in
            try #require(anna.items(in: "Home").first { $0.title == title }).entity.description
        }
        anna.give(anna.change(ids[1], rule))
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.disconnect()
        anna.give([.items(.merge(ids))])
        ben.give(ben.change(ids[1], .done(on: "2026-11-28")))
        home.connect(0, 1)
        for device in home.devices {
            let next = device.items(in: "Home").filter { $0.title == "Bins" && $0.state == .open && !$0.isTrashed }
            #expect(next.count == 1)
            #expect(try device.conflicts().contains { $0.entity == next.first?.entity && $0.field == .recurrence })
        }
    }

    @Test func `what was changed apart comes along when both are merged again, and nothing comes twice`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Food", ["milk", "Milk"])
        let ids = anna.items(in: "Food").map(\.entity.description)
        let (milk, other) = (ids[0], ids[1])
        anna.give(anna.change(milk, ItemChange(quantity: "2")))
        anna.give(anna.change(other, ItemChange(note: "blue", quantity: "3")))
        home.meet()
        anna.give([.items(.merge([milk, other]))])
        ben.give(ben.change(other, ItemChange(priority: .high)))
        home.settle()
        #expect(anna.list("Food")?.rescuedItems.map(\.title) == ["Milk"])
        anna.give([.items(.merge([milk, other]))])
        let kept = try #require(anna.items(in: "Food").first { $0.title == "milk" })
        #expect(kept.quantity == "5" && kept.note == "blue" && kept.priority == .high)
        #expect(anna.titles(in: "Food") == ["milk"])
    }

    /// Milk with an amount, merged with more of it that another device changes meanwhile, and merged again.
    private static func merged(
        _ item: ItemChange = ItemChange(quantity: "2"),
        _ other: ItemChange = ItemChange(quantity: "3"),
        apart: ItemChange,
        before: ItemChange = ItemChange(priority: .low),
        settling: Bool = false
    ) throws -> ItemState? {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Food", ["milk", "Milk"])
        let ids = anna.items(in: "Food").map(\.entity.description)
        anna.give(anna.change(ids[0], item))
        anna.give(anna.change(ids[1], other))
        home.meet()
        anna.give(anna.change(ids[1], before))
        anna.give([.items(.merge(ids))])
        ben.wall += 5000
        ben.give(ben.change(ids[1], apart))
        home.settle()
        anna.wall += 10_000
        if settling { anna.give(anna.change(ids[1], ItemChange(due: .on(CivilDate("2027-01-02") ?? .first)))) }
        anna.give([.items(.merge(ids))])
        return anna.items(in: "Food").first { !$0.isTrashed }
    }

    @Test func `an amount that was changed apart counts once, whichever way it went`() throws {
        for (apart, sum) in [("4", "6"), ("1", "3"), ("3.5", "5.5"), ("a crate", "5 + a crate")] {
            #expect(try Self.merged(apart: ItemChange(quantity: apart))?.quantity == sum)
        }
        let done = try Self.merged(ItemChange(state: .done), apart: ItemChange(note: "blue"))
        #expect(done?.quantity == "3" && done?.state == .open && done?.note == "blue")
        let edited = try Self.merged(apart: ItemChange(note: "blue"), settling: true)
        #expect(edited?.quantity == "5" && edited?.due == CivilDate("2027-01-02"))
    }

    @Test func `what was changed apart takes the place of what the first merge brought`() throws {
        let (early, late) = (try #require(CivilDate("2026-12-01")), try #require(CivilDate("2026-12-24")))
        let milk = try Self.merged(ItemChange(), ItemChange(due: .on(early)), apart: ItemChange(due: .on(late)))
        #expect(milk?.due == late)
    }

    @Test func `equal amounts are added up, and what was bought does not count`() {
        for title in ["milk", "Milk", "bread"] { device.give(device.change(id(title), ItemChange(quantity: "2 l"))) }
        device.give(device.change(id("bread"), ItemChange(state: .done)))
        merge("milk", "Milk")
        #expect(item("milk")?.quantity == "4 l")
        merge("bread", "milk")
        #expect(item("bread")?.quantity == "4 l" && item("bread")?.state == .open)
    }

    @Test func `what one has alone stays, and one that is open makes it open`() {
        device.give(device.change(id("milk"), ItemChange(note: "blue", quantity: "2 l")))
        device.give(device.change(id("milk"), ItemChange(state: .done)))
        merge("milk", "Milk")
        #expect(item("milk")?.note == "blue" && item("milk")?.quantity == "2 l" && item("milk")?.state == .open)
    }

    @Test func `what cannot become one is refused, and nothing is written`() throws {
        device.make("Hardware", ["Milk paint"])
        let paint = try #require(device.items(in: "Hardware").first)
        let reference = EntityReference(scope: try #require(device.scope(ofList: "Hardware")), entity: paint.entity)
        let logged = device.log.count
        #expect(merge("milk") == .failure(.item(.nothingToMerge)))
        #expect(merge("milk", "milk") == .failure(.item(.nothingToMerge)))
        let across = device.give([.items(.merge([id("milk"), paint.entity.description]))])
        #expect(across == .failure(.item(.mergeAcrossLists(reference))))
        guard case .failure(.item(.belowItself)) = merge("seeds", "bread") else {
            Issue.record("what is below an item swallowed it")
            return
        }
        #expect(device.log.count == logged)
        device.give(device.change(id("milk"), ItemChange(isTrashed: true)))
        guard case .failure(.item(.inTrash)) = merge("Milk", "milk") else {
            Issue.record("an item in the trash became one with another")
            return
        }
    }

    @Test func `a note that becomes too long is refused, with the item that would get it`() throws {
        let long = String(repeating: "x", count: 20_000)
        for title in ["milk", "Milk"] { device.give(device.change(id(title), ItemChange(note: "\(title)\(long)"))) }
        let list = try #require(device.list("Shopping"))
        let milk = EntityReference(scope: list.scope, entity: try #require(item("milk")).entity)
        #expect(merge("milk", "Milk") == .failure(.item(.tooLongTogether(milk, .note, bytes: 40_010))))
        device.make("Party", ["bread"])
        for bread in ["Shopping/bread", "Party/bread"] {
            device.give(device.change(bread, ItemChange(note: bread + long)))
        }
        let bread = EntityReference(scope: list.scope, entity: try #require(item("bread")).entity)
        let bytes = 2 * long.utf8.count + "Shopping/bread\n\nParty/bread".utf8.count
        #expect(
            device.give(.merge("Shopping", into: "Party"))
                == .failure(.item(.tooLongTogether(bread, .note, bytes: bytes)))
        )
    }

    @Test(arguments: [false, true])
    func `two who make one of the same two, each of another, lose nothing`(bringsSomething: Bool) throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Shopping", ["milk", "Milk"])
        home.connect(0, 1)
        home.disconnect()
        let ids = anna.items(in: "Shopping").map(\.entity.description)
        anna.give([.items(.merge(ids))])
        if bringsSomething { ben.give(ben.change(ids[0], ItemChange(note: "green"))) }
        ben.give([.items(.merge(ids.reversed()))])
        home.connect(0, 1)
        for device in home.devices {
            // Each kept the other one, and what is kept wins over what is removed.
            let items = device.items(in: "Shopping").filter { !$0.isTrashed }
            #expect(Set(items.map(\.title)) == ["milk", "Milk"] && device.agrees(with: anna))
            #expect(items.contains { $0.note == "green" } == bringsSomething)
        }
    }
}
