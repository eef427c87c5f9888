import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel

/// Adding what a list has, or had before.
struct AddingTests {
    private let device: Device

    init() throws {
        device = try Device("anna")
        device.make("Shopping", sections: ["Dairy": ["milk"], "Baking": ["cake", "-eggs", "-flour"]], ["soap"])
    }

    private func items(_ title: String) -> [ItemState] {
        device.items(in: "Shopping").filter { fold($0.title) == fold(title) }
    }

    private func section(of item: ItemState) -> String? {
        device.list("Shopping")?.sections.first { $0.entity == item.place.section }?.name
    }

    private func add(_ title: String, _ fields: ItemChange = ItemChange(), to target: ItemTarget? = nil) {
        let target = target ?? ItemTarget(list: "Shopping")
        device.give([.items(.add(NewItems(target: target, titles: [title], fields: fields)))])
    }

    @Test func `what was bought is open again where it was, as it was, without its date and its assignee`() throws {
        let fields = ItemChange(
            note: "the blue one",
            due: .on(try #require(CivilDate("2026-11-28"))),
            assignee: "USER of anna",
            tagsAdded: ["cold"],
            quantity: "2 l",
            priority: .high,
            percent: 50
        )
        device.give(device.change("milk", fields))
        let before = try #require(items("milk").first)
        device.give(device.change("milk", ItemChange(state: .done)))
        add("MÍLK")
        let after = try #require(items("milk").first)
        #expect(items("milk").count == 1 && after.state == .open && after.title == "milk")
        #expect(after.place == before.place && section(of: after) == "Dairy")
        #expect(after.note == "the blue one" && after.tags == ["cold"] && after.quantity == "2 l")
        #expect(after.priority == .high && after.percent == 0 && after.due == nil && after.assignee == nil)
        device.give([.undo(list: nil)])
        let undone = try #require(items("milk").first)
        #expect(undone.state == .done && undone.due == before.due && undone.assignee == before.assignee)
    }

    @Test func `the fields of the request are those of an item that is added again`() throws {
        device.give(device.change("milk", ItemChange(quantity: "2 l")))
        device.give(device.change("milk", ItemChange(state: .done)))
        let day = try #require(CivilDate("2026-11-28"))
        add("milk", ItemChange(note: "fresh", due: .on(day), quantity: "3"))
        #expect(items("milk").map(\.quantity) == ["3 l"] && items("milk").map(\.due) == [day])
        add("Milk", ItemChange(quantity: "+1"))
        // What is typed is put below the note that is there, which may be somebody else's, and once.
        for _ in 0..<2 { add("Milk", ItemChange(note: "fresher")) }
        #expect(items("milk").map(\.quantity) == ["4 l"] && items("milk").map(\.note) == ["fresh\n\nfresher"])
        let steps = (0..<3).flatMap { _ in
            device.give([.undo(list: nil)])
            return items("milk").map { "\($0.quantity) \($0.note)" }
        }
        #expect(steps == ["4 l fresh\n\nfresher", "4 l fresh", "3 l fresh"])
        device.give(device.change("milk", ItemChange(state: .done)))
        add("milk", ItemChange(note: "cold"))
        #expect(items("milk").map(\.note) == ["fresh\n\ncold"])
        add("milk", ItemChange(note: "fresh\n\ncold\n\nblue"))
        #expect(items("milk").map(\.note) == ["fresh\n\ncold\n\nblue"])
    }

    @Test func `what was counted with the item takes no unit, and a number in an option does`() throws {
        @discardableResult func addCounted(_ count: String) -> Result<Outcome, CommandError> {
            var patch = ItemPatch()
            patch.quantity = count
            var items = NewItems(target: ItemTarget(list: "Shopping"), titles: ["milk"], fields: ItemChange())
            items.ownFields = [patch]
            return device.give([.items(.add(items))])
        }
        device.give(device.change("milk", ItemChange(quantity: "2 l")))
        device.give(device.change("milk", ItemChange(state: .done)))
        addCounted("3")
        #expect(items("milk").map(\.quantity) == ["3"])
        #expect(try addCounted("4").get().formerQuantities.map(\.value) == ["3"])
        device.give([.undo(list: nil)])
        device.give([.undo(list: nil)])
        var patch = ItemPatch()
        patch.quantity = "3"
        var twice = NewItems(target: ItemTarget(list: "Shopping"), titles: ["milk", "Milk"], fields: ItemChange())
        twice.ownFields = [ItemPatch(), patch]
        device.give([.items(.add(twice))])
        #expect(items("milk").map(\.quantity) == ["3"])
        device.give([.undo(list: nil)])
        add("milk", ItemChange(quantity: "3"))
        #expect(items("milk").map(\.quantity) == ["3 l"])
    }

    @Test func `the title of a list alone is no item, but it is with a list, or with others`() throws {
        device.make("Food", [])
        let food = try #require(device.scope(ofList: "Food"))
        let nowhere = NewItems(target: ItemTarget(), titles: [" food "], fields: ItemChange())
        #expect(device.give([.items(.add(nowhere))]) == .failure(.item(.namesList(food))))
        let noted = NewItems(target: ItemTarget(), titles: ["food"], fields: ItemChange(note: "for the cat"))
        #expect(throws: Never.self) { try device.give([.items(.add(noted))]).get() }
        add("food")
        #expect(items("food").count == 1)
        let both = NewItems(target: ItemTarget(), titles: ["food", "milk"], fields: ItemChange())
        #expect(throws: Never.self) { try device.give([.items(.add(both))]).get() }
    }

    @Test func `amounts of one title that is named twice are added up`() throws {
        func patches(_ amounts: String?...) -> [ItemPatch] {
            amounts.map { amount in
                var patch = ItemPatch()
                patch.quantity = amount
                return patch
            }
        }
        var items = NewItems(target: ItemTarget(list: "Shopping"), titles: ["oil", "oil", "Oil"], fields: ItemChange())
        items.ownFields = patches("2 l", nil, "1 l")
        device.give([.items(.add(items))])
        #expect(self.items("oil").map(\.quantity) == ["3 l"])
        items.ownFields = patches("+1", nil, "5 l")
        device.give([.items(.add(items))])
        #expect(self.items("oil").map(\.quantity) == ["5 l"])
    }

    @Test func `what was bought and cleared away comes back from the trash, with what is below it`() {
        for title in ["eggs", "flour", "cake"] { device.give(device.change(title, ItemChange(state: .done))) }
        device.give(.clearDone("Shopping"))
        #expect(items("cake").allSatisfy(\.isTrashed) && items("eggs").allSatisfy(\.isTrashed))
        add("Cake")
        for title in ["cake", "eggs", "flour"] {
            #expect(items(title).map(\.state) == [.open] && !items(title)[0].isTrashed)
        }
        device.give([.undo(list: nil)])
        #expect(items("cake").allSatisfy { $0.isTrashed && $0.state == .done })
        #expect(items("eggs").allSatisfy { $0.isTrashed && $0.state == .done })
    }

    @Test func `what was removed without being bought is new, in the section that it had`() throws {
        device.give(device.change("milk", ItemChange(note: "sour")))
        device.give(device.change("milk", ItemChange(isTrashed: true)))
        add("milk")
        let new = try #require(items("milk").first { !$0.isTrashed })
        #expect(items("milk").count == 2 && new.note == "" && section(of: new) == "Dairy")
    }

    @Test func `the place that is asked for is the place, and what is below something else is something else`() throws {
        device.give(device.change("soap", ItemChange(state: .done)))
        add("soap", to: ItemTarget(list: "Shopping/Dairy"))
        #expect(items("soap").map(section(of:)) == ["Dairy"])
        device.give(device.change("eggs", ItemChange(state: .done)))
        add("eggs")
        #expect(items("eggs").map(\.state) == [.done, .open] || items("eggs").map(\.state) == [.open, .done])
        add("EGGS", to: ItemTarget(under: "cake"))
        #expect(items("eggs").map(\.state) == [.open, .open])
    }

    @Test func `of a series no past one comes back`() {
        device.give(device.change("milk", .every("FREQ=WEEKLY", today: "2026-11-27")))
        device.give(device.change("milk", .done(on: "2026-11-27")))
        add("milk")
        #expect(items("milk").map(\.state).sorted { $0.rawValue < $1.rawValue } == [.open, .done])
        device.give(device.change("milk", ItemChange(state: .cancelled)))
        add("milk")
        let open = items("milk").filter { $0.state == .open }
        #expect(open.map(\.recurrence) == [nil] && open.map(section(of:)) == ["Dairy"])
    }

    @Test func `one title in two spellings is one item of a request`() {
        device.give(device.add("Bread", "bread", "BRÉAD", "rolls", to: "Shopping"))
        #expect(items("bread").map(\.title) == ["Bread"])
    }

    private static func patch(due: String?) -> ItemPatch {
        var patch = ItemPatch()
        patch.due = due.flatMap { CivilDate($0) }.map { .on($0) }
        return patch
    }

    private func add(_ title: String, due: String) {
        add(title, ItemChange(fields: Self.patch(due: due)))
    }

    @Test func `a task of another day is another task, and one without a day gets it`() {
        add("call", due: "2026-12-01")
        add("Call", due: "2026-12-03")
        add("call", due: "2026-12-03T18:00")
        add("call")
        #expect(items("call").compactMap(\.due).map(\.description) == ["2026-12-01", "2026-12-03T18:00"])
        add("soap", due: "2026-12-03")
        #expect(items("soap").compactMap(\.due).map(\.description) == ["2026-12-03"])
    }

    @Test func `days of their own make several items of one title in a request`() {
        var new = NewItems(list: "Shopping", titles: ["call", "call", "Call", "call"])
        let days = ["2026-12-01", "2026-12-03", "2026-12-01", nil]
        new.ownFields = days.map { Self.patch(due: $0) }
        for _ in 0..<2 { device.give([.items(.add(new))]) }
        #expect(items("call").compactMap(\.due).map(\.description) == ["2026-12-01", "2026-12-03"])
    }

    @Test func `each title has fields of its own, which beat those of all`() {
        var new = NewItems(list: "Shopping", titles: ["rolls", "jam", "Rolls"])
        new.fields = ItemChange(tagsAdded: ["breakfast"], quantity: "1", priority: .low)
        var (rolls, more) = (ItemPatch(), ItemPatch())
        (rolls.quantity, rolls.addTags) = ("6", ["fresh"])
        more.priority = .high
        new.ownFields = [rolls, ItemPatch(), more]
        device.give([.items(.add(new))])
        #expect(items("rolls").map(\.quantity) == ["7"] && items("rolls").map(\.priority) == [.high])
        #expect(items("rolls").map(\.tags) == [["breakfast", "fresh"]])
        #expect(items("jam").map(\.quantity) == ["1"] && items("jam").map(\.tags) == [["breakfast"]])
    }

    @Test func `a quantity that becomes too long is refused, and nothing is written`() {
        device.give(device.change("milk", ItemChange(quantity: String(repeating: "x", count: 60))))
        let logged = device.log.count
        let change = ItemChange(quantity: "+ two of the small ones")
        #expect(throws: CommandError.text(.tooLong(.quantity, bytes: 84))) {
            try device.give(device.change("milk", change))[0]?.get()
        }
        #expect(device.log.count == logged)
    }
}

/// What two people buy and add again while they are apart.
///
/// The oracle has a set of titles for each person: those on the list as that person left it. Whatever both agreed on is
/// there, each title once, and nothing is in the list that nobody wanted.
struct BuyingApartTests {
    private static let titles = ["milk", "bread", "apples", "soap"]
    private static let spellings: [@Sendable (String) -> String] = [\.self, { $0.uppercased() }, { $0 + "\u{301}" }]

    @Test(arguments: 0..<40)
    func `each product is on the list once, however often two buy it apart`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.devices[0].make("Shopping", Self.titles)
        home.connect(0, 1)
        var wanted = [Set(Self.titles), Set(Self.titles)]
        for _ in 0..<6 {
            home.disconnect()
            let before = wanted
            for person in 0..<2 {
                for _ in 0..<4 { act(home.devices[person], &wanted[person], &random) }
            }
            home.connect(0, 1)
            for title in Self.titles {
                let ends = wanted.map { $0.contains(title) }
                for device in home.devices {
                    let items = device.items(in: "Shopping").filter { fold($0.title) == fold(title) && !$0.isTrashed }
                    #expect(items.count == 1, "\(title) on \(device.name)")
                    guard ends[0] == ends[1] else { continue }
                    // Who did nothing about it, or did it and took it back, is no witness against the other.
                    #expect((items.first?.state == .open) == ends[0], "\(title) on \(device.name), before \(before)")
                }
                let isOpen = home.devices[0].titles(in: "Shopping").contains { fold($0) == fold(title) }
                for person in 0..<2 {
                    if isOpen { wanted[person].insert(title) } else { wanted[person].remove(title) }
                }
            }
            #expect(home.devices[0].agrees(with: home.devices[1]))
        }
    }

    @Test func `what somebody adds while somebody else removes it stays`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.devices[0].make("Shopping", ["jam"])
        home.connect(0, 1)
        home.disconnect()
        home.devices[0].give(home.devices[0].change("jam", ItemChange(isTrashed: true)))
        home.devices[1].give(home.devices[1].add("Jam", to: "Shopping"))
        home.connect(0, 1)
        for device in home.devices { #expect(device.titles(in: "Shopping") == ["jam"]) }
    }

    /// Ways to open again what was ticked: an order, and taking the tick back.
    @Test(arguments: [true, false])
    func `what somebody opens again while somebody else removes it stays`(isOrdered: Bool) throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Shopping", ["jam", "salt"])
        home.connect(0, 1)
        home.disconnect()
        for title in ["jam", "salt"] { ben.give(ben.change(title, ItemChange(state: .done))) }
        home.connect(0, 1)
        home.disconnect()
        anna.give([.lists(.clearDone("Shopping"))])
        #expect(anna.titles(in: "Shopping").isEmpty)
        if isOrdered {
            ben.give(ben.change("salt", ItemChange(state: .open)))
        } else {
            _ = try ben.undo()
        }
        home.connect(0, 1)
        for device in home.devices { #expect(device.titles(in: "Shopping") == ["salt"]) }
    }

    private func act(_ device: Device, _ wanted: inout Set<String>, _ random: inout SeededRandom) {
        device.wall += 1000
        let title = Self.titles.randomElement(using: &random) ?? "milk"
        if random.happens(percent: 50) {
            let spelt = Self.spellings.randomElement(using: &random)?(title) ?? title
            device.give(device.add(spelt, to: "Shopping"))
            wanted.insert(title)
        } else if wanted.contains(title) {
            device.give(device.change(title, ItemChange(state: .done)))
            wanted.remove(title)
        }
    }
}
