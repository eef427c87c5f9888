import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Where items come to stand.
struct ItemPlaceTests {
    private let device: Device

    init() throws {
        device = try Device("anna")
        device.give(device.add("a", "b", "c", "d"))
    }

    @Test func `items go to the top, the bottom, before and behind others, in the order in which they are named`() {
        let moves: [([String], ItemTarget, String)] = [
            (["c", "d"], ItemTarget(anchor: .top), "cdab"),
            (["d", "c"], ItemTarget(anchor: .bottom), "abdc"),
            (["d"], ItemTarget(anchor: .before("b")), "adbc"),
            (["a", "c"], ItemTarget(anchor: .after("d")), "bdac"),
            (["b", "a"], ItemTarget(anchor: .after("b")), "bacd"),
        ]
        for (items, target, order) in moves {
            device.give(device.move(items, target))
            #expect(device.shown() == order.map { "\($0)" })
            device.give(.user(.undo(list: nil), device.principal))
            #expect(device.shown() == ["a", "b", "c", "d"])
        }
    }

    @Test func `what stands where it shall stand is left alone`() {
        let logged = device.log.count
        for target in [
            ItemTarget(anchor: .bottom), ItemTarget(anchor: .after("b")), ItemTarget(list: "Shopping"),
        ] {
            let reply = device.give(device.move(["c", "d"], target))[0]
            #expect(reply?.outcome?.unchanged.count == 2 && reply?.outcome?.changed.isEmpty == true)
        }
        #expect(device.log.count == logged)
    }

    @Test func `what stands below an item goes along, and comes out again behind it`() {
        device.give(device.move(["b", "c"], ItemTarget(under: "a")))
        #expect(device.shown() == ["a", " b", " c", "d"])
        device.give(device.move(["b"], ItemTarget(under: "c")))
        #expect(device.shown() == ["a", " c", "  b", "d"])
        device.give(device.move(["a"], ItemTarget(anchor: .bottom)))
        #expect(device.shown() == ["d", "a", " c", "  b"])
        device.give(device.move(["c"], ItemTarget(anchor: .out)))
        #expect(device.shown() == ["d", "a", "c", " b"])
        device.give(device.move(["a", "b", "c"], ItemTarget(under: "d")))
        #expect(device.shown() == ["d", " a", " c", "  b"])
    }

    @Test func `an item never comes to stand below itself`() {
        device.give(device.move(["b"], ItemTarget(under: "a")), device.move(["c"], ItemTarget(under: "b")))
        for (items, target) in [
            (["a"], ItemTarget(under: "a")), (["a"], ItemTarget(under: "c")), (["d", "b"], ItemTarget(under: "c")),
            (["a"], ItemTarget(anchor: .after("c"))),
        ] {
            guard case .failure(.item(.belowItself))? = device.give(device.move(items, target))[0] else {
                Issue.record("\(items) went to \(target)")
                continue
            }
        }
        #expect(device.shown() == ["a", " b", "  c", "d"])
    }

    /// The first move is known to both, the next two are made apart, and the last one is made again.
    @Test(arguments: [
        (["c", "c"], ["a", "b"], ["b", "a"], ["c", "a", " b"]),
        (["c", "b"], ["a", "c"], ["b", "a"], ["a", " b", "  c"]),
        (["c", "a"], ["a", "b"], ["b", "c"], ["c", " b", "  a"]),
    ])
    func `items that two people put below each other can be put there again`(
        known: [String],
        first: [String],
        second: [String],
        shown: [String]
    ) throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("a", "b", "c"))
        try home.join(1, to: 0)
        home.meet()
        func put(_ pair: [String], _ device: Device) -> Outcome? {
            device.give(device.move([pair[0]], ItemTarget(under: pair[1])))[0]?.outcome
        }
        if known[0] != known[1] { _ = put(known, anna) }
        home.settle()
        _ = (put(first, anna), put(second, ben))
        home.settle()
        let cycle = Set(ben.shown())
        #expect(cycle.isSuperset(of: ["a", "b"]))
        let outcome = try #require(put(second, ben))
        #expect(outcome.changed.count == 1 && outcome.unchanged.isEmpty)
        home.settle()
        for device in home.devices { #expect(device.shown() == shown) }
        ben.give(.user(.undo(list: nil), ben.principal))
        home.settle()
        for device in home.devices { #expect(Set(device.shown()) == cycle) }
    }

    @Test func `in another list items are made anew with all they have, and one undo brings the old ones back`() throws
    {
        device.give(.user(.lists(.create(NewList(title: "Party"))), device.principal))
        let fields = ItemChange(
            state: .done,
            note: "two\nlines",
            due: .on(try #require(CivilDate(year: 2026, month: 12, day: 24))),
            tagsAdded: ["sweet", "cold"],
            quantity: "2 l",
            priority: .high,
            percent: 40
        )
        device.give(device.change("b", fields), device.move(["b"], ItemTarget(under: "a")))
        device.give(device.move(["c"], ItemTarget(under: "b")))
        let old = try #require(device.items(in: "Shopping").first { $0.title == "b" })
        let reply = device.give(device.move(["a"], ItemTarget(list: "Party")))[0]
        #expect(reply?.outcome?.changed.count == 3)
        #expect(device.shown() == ["d"])
        #expect(device.shown(in: "Party") == ["a", " b", "  c"])
        let new = try #require(device.items(in: "Party").first { $0.title == "b" })
        #expect(new.entity != old.entity)
        #expect(new.state == .done && new.note == old.note && new.due == old.due && new.tags == old.tags)
        #expect(new.quantity == "2 l" && new.priority == .high && new.percent == 40)
        device.give(.user(.undo(list: nil), device.principal))
        #expect(device.shown() == ["a", " b", "  c", "d"])
        #expect(device.shown(in: "Party").isEmpty)
    }

    @Test func `new items stand where they are wanted`() {
        device.give(device.add("e", at: ItemTarget(anchor: .after("b"))), device.add("f", at: ItemTarget(under: "e")))
        device.give(device.add("g", "h", at: ItemTarget(under: "e", anchor: .top)))
        device.give(device.add("i", at: ItemTarget(anchor: .top)))
        #expect(device.shown() == ["i", "a", "b", "e", " g", " h", " f", "c", "d"])
    }

    @Test func `the same title is added again below another item, and not where it is open already`() {
        device.give(device.add("call", at: ItemTarget(under: "a")))
        #expect(device.give(device.add("call", at: ItemTarget(under: "b")))[0]?.outcome?.changed.count == 1)
        #expect(device.give(device.add("call", at: ItemTarget(under: "b")))[0]?.outcome?.unchanged.count == 1)
        #expect(device.give(device.add("call"))[0]?.outcome?.unchanged.count == 1)
        #expect(device.shown() == ["a", " call", "b", " call", "c", "d"])
    }

    @Test func `what was restored stands where it stood among those that came meanwhile`() {
        device.give(device.change("b", ItemChange(isTrashed: true)))
        device.give(
            device.add("x", at: ItemTarget(anchor: .after("a"))),
            device.add("y", at: ItemTarget(anchor: .before("c")))
        )
        device.give(device.change("b", ItemChange(isTrashed: false)))
        #expect(device.shown() == ["a", "x", "b", "y", "c", "d"] || device.shown() == ["a", "x", "y", "b", "c", "d"])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `any moves leave the order that an array would have`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var names = ["a", "b", "c", "d"]
        for _ in 0..<40 {
            var moving = names.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)).map { $0 }
            var rest = names.filter { !moving.contains($0) }
            let index = Int.random(in: 0...rest.count, using: &random)
            let target: ItemTarget
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where index < rest.count: target = ItemTarget(anchor: .before(rest[index]))
            case 1 where index > 0: target = ItemTarget(anchor: .after(rest[index - 1]))
            default:
                let isTop = Bool.random(using: &random)
                target = ItemTarget(anchor: isTop ? .top : .bottom)
                device.give(device.move(moving, target))
                names = isTop ? moving + rest : rest + moving
                #expect(device.shown() == names)
                continue
            }
            moving.shuffle(using: &random)
            device.give(device.move(moving, target))
            rest.insert(contentsOf: moving, at: index)
            names = rest
            #expect(device.shown() == names)
        }
        #expect(try Device("anna", log: device.log).shown() == names)
    }

    @Test func `what two people move to one list apart is there once, and can go back and forth`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for (list, items) in [("Party", []), ("Shopping", ["cake", "tea"])] { anna.make(list, items) }
        anna.give(anna.move(["tea"], ItemTarget(under: "cake")))
        try home.join(1, to: 0)
        home.meet()
        home.isLost = { _ in true }
        for device in home.devices { device.give(device.move(["cake"], ItemTarget(list: "Party"))) }
        home.isLost = { _ in false }
        home.compareAgain()
        for device in home.devices {
            #expect(device.shown(in: "Party") == ["cake", " tea"] && device.shown().isEmpty)
        }
        anna.make("Picnic", [])
        home.settle()
        home.isLost = { _ in true }
        anna.give(anna.move(["cake"], ItemTarget(list: "Picnic")))
        ben.give(ben.move(["cake"], ItemTarget(list: "Shopping")))
        home.isLost = { _ in false }
        home.compareAgain()
        let found = ["Picnic", "Shopping"].flatMap { anna.items(in: $0) }.filter { $0.title == "cake" && !$0.isTrashed }
        #expect(Set(found.map(\.entity)).count == 2)
        ben.give(ben.change("Picnic/cake", ItemChange(isTrashed: true)))
        for list in ["Party", "Shopping"] {
            #expect(ben.give(ben.move(["cake"], ItemTarget(list: list)))[0]?.outcome != nil)
        }
        home.settle()
        for device in home.devices {
            #expect(device.shown() == ["cake", " tea"] && device.shown(in: "Party").isEmpty)
        }
    }

    @Test func `what somebody changed while another one moved it is one item when it is moved after it`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for (list, items) in [("Party", []), ("Shopping", ["cake", "tea"])] { anna.make(list, items) }
        try home.join(1, to: 0)
        home.meet()
        home.isLost = { _ in true }
        anna.give(anna.move(["cake"], ItemTarget(list: "Party")))
        ben.give(ben.change("cake", ItemChange(quantity: "3")))
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(anna.shown() == ["cake", "tea"] && anna.shown(in: "Party") == ["cake"])
        anna.give(anna.change("Party/cake", ItemChange(note: "plum")))
        anna.give(anna.move(["Shopping/cake"], ItemTarget(list: "Party")))
        home.settle()
        for device in home.devices {
            #expect(device.shown() == ["tea"] && device.shown(in: "Party") == ["cake"])
            let cake = device.items(in: "Party").first { !$0.isTrashed }
            #expect(cake?.quantity == "3" && cake?.note == "plum")
        }
        anna.give([.undo(list: nil)])
        home.settle()
        for device in home.devices {
            #expect(device.shown() == ["cake", "tea"] && device.shown(in: "Party") == ["cake"])
        }
    }
}

extension Device {
    func move(_ references: [String], _ target: ItemTarget) -> Command {
        .user(.items(.move(references, target)), principal)
    }

    func add(_ titles: String..., at target: ItemTarget) -> Command {
        .user(.items(.add(NewItems(target: target, titles: titles))), principal)
    }

    /// The titles of a list from top to bottom, a blank before them for each item that they stand below.
    func shown(in list: String = "Shopping") -> [String] {
        let outline = replica.library.lists(for: principal).first { $0.title == list }?.outline ?? []
        return outline.flatMap(\.items).map { String(repeating: " ", count: $0.depth) + $0.item.title }
    }
}

extension Result<CommandResult, CommandError> {
    /// What the action did; nil when it was refused.
    var outcome: Outcome? {
        guard case .success(.acted(let outcome, _)) = self else { return nil }
        return outcome
    }
}
