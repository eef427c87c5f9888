import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Where two features meet: each is tested elsewhere, and here what they make of each other.
struct MeetingTests {
    // MARK: Chains of moves, and undo

    /// Anna's list "A" with a tent and what belongs to it, which she has moved to "B" and on to "C"; ben has all.
    private static func moved() throws -> (home: Home, anna: Device, ben: Device) {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("A", ["tent", "-pegs", "--hammer", "-rope"])
        for list in ["B", "C"] { anna.give(.create(NewList(title: list))) }
        for (item, list) in [("A/tent", "B"), ("B/tent", "C")] {
            anna.give([.items(.move([item], ItemTarget(list: list)))])
        }
        home.connect(0, 1)
        return (home, anna, ben)
    }

    private static let tent = ["tent", "-pegs", "--hammer", "-rope"]

    /// What each of the three lists shows.
    private static func texts(_ device: Device) -> [[String]] { ["A", "B", "C"].map { device.text(of: $0) } }

    @Test func `an item that was moved twice goes back step by step with what is below it, and forward again`() throws {
        let (home, anna, ben) = try Self.moved()
        let states = [[Self.tent, [], []], [[], Self.tent, []], [[], [], Self.tent]]
        #expect(Self.texts(anna) == states[2])
        for state in [states[1], states[0]] {
            #expect(try anna.undo().leftAlone.isEmpty)
            #expect(Self.texts(anna) == state)
        }
        for state in states.dropFirst() {
            #expect(try anna.redo().leftAlone.isEmpty)
            #expect(Self.texts(anna) == state)
        }
        home.settle()
        #expect(Self.texts(ben) == states[2] && anna.agrees(with: ben))
    }

    @Test func `an item below that another one edits stays where it was found when two moves are undone`() throws {
        let (home, anna, ben) = try Self.moved()
        ben.give(ben.change("C/pegs", ItemChange(note: "of iron")))
        home.settle()
        for _ in 0..<2 { _ = try anna.undo() }
        home.settle()
        for device in home.devices {
            #expect(Self.texts(device) == [["tent", "-rope", "hammer"], [], ["pegs"]])
        }
        #expect(anna.agrees(with: ben))
    }

    @Test func `an item that was moved twice and ticked since is in one list only, whatever its mover undoes`() throws {
        let (home, anna, ben) = try Self.moved()
        ben.give(ben.change("C/rope", ItemChange(state: .done)))
        home.settle()
        for _ in 0..<2 { _ = try anna.undo() }
        #expect(Self.texts(anna) == [["tent", "-pegs", "--hammer"], [], ["x rope"]])
        for _ in 0..<2 { _ = try anna.redo() }
        #expect(Self.texts(anna).map(\.count) == [0, 0, 4])
        home.settle()
        #expect(Self.texts(ben) == Self.texts(anna) && anna.agrees(with: ben))
    }

    @Test func `what was moved once and removed since comes back where it was when the move is undone`() throws {
        let (home, anna, ben) = try Self.moved()
        ben.give(ben.change("C/rope", ItemChange(isTrashed: true)))
        home.settle()
        _ = try anna.undo()
        #expect(Self.texts(anna) == [[], Self.tent, []])
    }

    @Test func `an item below that another one edits apart is there with the edit after two undone moves`() throws {
        let (home, anna, ben) = try Self.moved()
        home.disconnect()
        ben.give(ben.change("C/pegs", ItemChange(note: "of iron")))
        for _ in 0..<2 { #expect(try anna.undo().leftAlone.isEmpty) }
        home.connect(0, 1)
        for device in home.devices {
            #expect(Self.texts(device) == [Self.tent, [], ["pegs"]])
        }
        #expect(anna.agrees(with: ben))
    }

    // MARK: Merging lists again

    @Test func `what was in both merged lists and was bought or removed since does not come back with a second merge`()
        throws
    {
        let anna = try Device("anna")
        anna.make("S", ["flour", "rye", "oats", "bran"])
        anna.make("T", ["flour", "Rye", "oats"])
        anna.give(.merge("S", into: "T"))
        #expect(anna.text(of: "T") == ["flour", "Rye", "oats", "bran"])
        anna.give(anna.change("T/flour", ItemChange(state: .done)))
        anna.give(anna.change("T/oats", ItemChange(state: .done)))
        anna.give(anna.change("T/rye", ItemChange(isTrashed: true)))
        var restore = ListChange()
        restore.isTrashed = false
        anna.give(.change(["S"], restore))
        anna.give(anna.add("honey", to: "S"))
        anna.give(anna.change("S/oats", ItemChange(quantity: "2 kg")))
        anna.give(.merge("S", into: "T"))
        #expect(anna.text(of: "T") == ["x flour", "x oats", "bran", "oats", "honey"])
    }

    @Test func `a list that came along is merged into its namesake again, and what was bought stays bought`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Shopping", ["milk"])
        ben.make("Shopping", ["milk", "eggs", "ham"])
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        let mine = try #require(ben.lists(for: ben.principal).first { $0.owner == ben.member }).scope
        let hers = try #require(ben.lists(for: ben.principal).first { $0.owner == anna.member }).scope
        ben.give(.merge(mine.description, into: hers.description))
        home.settle()
        anna.give(anna.change("Shopping/eggs", ItemChange(state: .done)))
        anna.give(anna.change("Shopping/milk", ItemChange(state: .done)))
        anna.give(anna.change("Shopping/ham", ItemChange(isTrashed: true)))
        home.settle()
        var restore = ListChange()
        restore.isTrashed = false
        ben.give(.change([mine.description], restore))
        ben.give(ben.add("tea", to: mine.description))
        ben.give(.merge(mine.description, into: hers.description))
        home.settle()
        for device in home.devices { #expect(device.text(of: "Shopping") == ["x milk", "x eggs", "tea"]) }
        #expect(anna.agrees(with: ben))
    }

    @Test func `an amount of a list that came along in the trash is added by its first merge`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let ben = home.devices[1]
        for (title, amount) in [("S", "1 l"), ("T", "2 l")] {
            ben.make(title, ["milk"])
            ben.give(ben.change("\(title)/milk", ItemChange(quantity: amount)))
        }
        var trash = ListChange()
        trash.isTrashed = true
        ben.give(.change(["S"], trash))
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        trash.isTrashed = false
        ben.give(.change(["S"], trash))
        ben.give(.merge("S", into: "T"))
        #expect(ben.list("T")?.items.map(\.quantity) == ["3 l"])
    }

    private static func setTrashed(_ list: String, _ isTrashed: Bool, on device: Device) {
        var change = ListChange()
        change.isTrashed = isTrashed
        device.give(.change([list], change))
    }

    @Test func `what was cleared, or was the same in both lists, stays as it is with a second merge`() throws {
        let anna = try Device("anna")
        anna.make("S", ["flour", "rye"])
        anna.make("T", ["flour", "rye"])
        var change = ItemChange(tagsAdded: ["mill", "dry"])
        (change.fields.url, change.fields.location) = ("https://a.example", "shop")
        anna.give(anna.change("S/rye", change))
        anna.give(.merge("S", into: "T"))
        anna.give(anna.change("T/flour", ItemChange(state: .done)))
        change = ItemChange(tagsRemoved: ["dry"])
        (change.fields.url, change.fields.location) = ("", "")
        anna.give(anna.change("T/rye", change))
        Self.setTrashed("S", false, on: anna)
        anna.give(.merge("S", into: "T"))
        let rye = try #require(anna.list("T")?.items.first { $0.title == "rye" })
        #expect((rye.tags, rye.record.url, rye.record.location) == (["mill"], "", ""))
        #expect(anna.text(of: "T") == ["x flour", "rye"])
    }

    @Test func `an item that was in both merged lists is not lost to a removal at the same time`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        for list in ["S", "T"] { anna.make(list, ["milk"]) }
        home.meet()
        home.disconnect()
        anna.give(.merge("S", into: "T"))
        ben.give(ben.change("T/milk", ItemChange(isTrashed: true)))
        home.meet()
        for device in home.devices { #expect(device.text(of: "T") == ["milk"]) }
        #expect(ben.list("T")?.rescuedItems.count == 1)
    }

    @Test(arguments: [false, true])
    func `undo of a merge leaves what was moved on, or merged again, where it is`(isMergedAgain: Bool) throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("A", ["tent", "rope", "pegs"])
        for list in ["B", "C"] { anna.make(list) }
        home.meet()
        if isMergedAgain {
            home.disconnect()
            ben.give(ben.change("A/tent", ItemChange(title: "big tent")))
            ben.give(ben.change("A/rope", ItemChange(state: .done)))
        }
        anna.give(.merge("A", into: "B"))
        home.meet()
        if isMergedAgain {
            Self.setTrashed("A", false, on: ben)
            ben.give(.merge("A", into: "B"))
        } else {
            ben.give([.items(.move(["B/tent"], ItemTarget(list: "C")))])
        }
        home.meet()
        _ = try anna.undo()
        home.meet()
        let texts =
            isMergedAgain
            ? [[], ["big tent", "x rope", "pegs"], []] : [["rope", "pegs"], [], ["tent"]]
        for device in home.devices {
            #expect(Self.texts(device) == texts)
            #expect(device.agrees(with: anna))
        }
    }

    // MARK: What a device brings along for the people who use it

    /// Eve's household, and a device in the hall that Ben and Cleo use and where Cleo has a list for both; another one
    /// of theirs was in that household.
    private static func movers() throws -> (home: Home, asCleo: Principal) {
        let home = Home(try Device("eve"), try Device("hall"), try Device("tablet"))
        let (eve, hall) = (home.devices[0], home.devices[1])
        eve.make("Garden", ["tulips"])
        for name in ["Ben", "Cleo"] { hall.give([.members(.add(name: name, email: ""))]) }
        hall.give([.devices(.share("hall", with: ["Ben", "Cleo"]))])
        hall.give([.members(.act(as: "Ben"))])
        var asCleo = hall.principal
        asCleo.actsAs = "Cleo"
        hall.give(.user(.lists(.create(NewList(title: "Groceries"))), asCleo))
        hall.give(.user(.items(.add(NewItems(list: "Groceries", titles: ["eggs"]))), asCleo))
        let people = try ["Ben", "Cleo"].map { try hall.member(named: $0) }
        try home.join(2, to: 1, for: .people(people))
        home.connect(1, 2)
        #expect(home.devices[2].titles(in: "Groceries") == ["eggs"])
        hall.give([.devices(.remove("tablet"))])
        home.settle()
        return (home, asCleo)
    }

    private static func titles(_ device: Device, _ caller: Principal? = nil) -> [String] {
        device.lists(for: caller ?? device.principal).map(\.title).sorted()
    }

    @Test func `two devices of the same people that join one by one bring each list once, and who accepted stays`()
        throws
    {
        let (home, asCleo) = try Self.movers()
        let (eve, hall, tablet) = (home.devices[0], home.devices[1], home.devices[2])
        try home.join(1, to: 0)
        home.connect(0, 1)
        #expect(hall.offers.map(\.invitation.title) == ["Groceries"])
        hall.give([.sharing(.answer("Groceries", isAccepted: true))])
        hall.give(hall.add("bread", to: "Groceries"))
        home.settle()
        try home.join(2, to: 0)
        // At first the tablet knows only eve's device.
        for _ in 0..<2 { home.meet() }
        tablet.give([.members(.act(as: "Ben"))])
        home.settle()
        for device in [hall, tablet] {
            #expect(Self.titles(device) == ["Garden", "Groceries"] && device.offers.isEmpty, "\(device.name)")
            #expect(device.titles(in: "Groceries").sorted() == ["bread", "eggs"], "\(device.name)")
        }
        #expect(Self.titles(hall, asCleo) == ["Garden", "Groceries"])
        #expect(Self.titles(eve) == ["Garden"])
        #expect(try home.difference() == nil)
    }

    @Test func `whom a device that joined has invited is not taken back, and neither is anything older`() throws {
        let (home, asCleo) = try Self.movers()
        let (eve, hall) = (home.devices[0], home.devices[1])
        try home.join(1, to: 0)
        home.connect(0, 1)
        let groceries = try #require(hall.lists(for: asCleo).first { $0.title == "Groceries" }).scope
        let refusal = CommandError.history(.cannotBeUndone(.upkeep, in: groceries))
        hall.give(.user(.items(.add(NewItems(list: "Groceries", titles: ["tea"]))), asCleo))
        hall.give(.user(.undo(list: nil), asCleo))
        #expect(hall.give(.user(.undo(list: nil), asCleo)) == [.failure(refusal)])
        #expect(hall.give(.user(.undo(list: "Groceries"), asCleo)) == [.failure(refusal)])
        #expect(hall.offers.map(\.invitation.list) == [groceries])
        hall.give([.sharing(.answer("Groceries", isAccepted: true))])
        let answered = CommandError.history(.cannotBeUndone(.answer(.accepted), in: groceries))
        #expect(hall.give([.undo(list: nil)]) == .failure(answered))
        home.settle()
        #expect(hall.titles(in: "Groceries") == ["eggs"] && Self.titles(eve) == ["Garden"])
    }

    // MARK: The end of a series, and edits

    @Test func `a change of what somebody cancelled apart is told, also where it recurred`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Home", ["bins", "glass", "lamp"])
        for title in ["bins", "glass"] { anna.give(anna.change(title, .every("FREQ=WEEKLY", today: "2026-11-27"))) }
        home.connect(0, 1)
        home.isLost = { _ in true }
        for title in ["bins", "glass", "lamp"] { anna.give(anna.change(title, ItemChange(.location, "cellar"))) }
        for title in ["bins", "lamp"] { ben.give(ben.change(title, ItemChange(state: .cancelled))) }
        ben.give(ben.change("glass", .skip(on: "2026-11-27")))
        home.isLost = { _ in false }
        home.reconnect()
        for device in home.devices {
            let list = try #require(device.list("Home"))
            #expect(list.changesBesideClosing.map(\.item.title).sorted() == ["bins", "lamp"])
            #expect(list.lateEdits.map(\.past.title) == ["glass"])
        }
    }

    /// Ways to end a series and to take that back.
    private static let ends: [(String, [@Sendable (Device) -> Command])] = [
        ("rm, undo", [{ $0.change("bins", ItemChange(isTrashed: true)) }, { .user(.undo(list: nil), $0.principal) }]),
        (
            "rm, restore",
            [{ $0.change("bins", ItemChange(isTrashed: true)) }, { $0.change("bins", ItemChange(isTrashed: false)) }]
        ),
        (
            "cancel, undone",
            [{ $0.change("bins", ItemChange(state: .cancelled)) }, { $0.change("bins", ItemChange(state: .open)) }]
        ),
        (
            "every none, undo",
            [{ $0.change("bins", ItemChange(recurrence: "")) }, { .user(.undo(list: nil), $0.principal) }]
        ),
        (
            "every none, every week",
            [
                { $0.change("bins", ItemChange(recurrence: "")) },
                { $0.change("bins", .every("FREQ=WEEKLY", today: "2026-12-01")) },
            ]
        ),
    ]

    /// Anna and ben with bins that come back each week; they do not see each other from then on.
    private static func bins() throws -> Home {
        let home = try Home.household(of: "anna", "ben")
        home.devices[0].make("Home", ["bins"])
        let rule = ItemChange.every("FREQ=WEEKLY", today: "2026-12-01")
        home.devices[0].give(home.devices[0].change("bins", rule))
        home.connect(0, 1)
        home.isLost = { _ in true }
        return home
    }

    @Test(arguments: Self.ends.indices)
    func `a series whose end was taken back goes on for somebody who completed it apart`(index: Int) throws {
        for isCompletedFirst in [true, false] {
            let home = try Self.bins()
            let (anna, ben) = (home.devices[0], home.devices[1])
            if isCompletedFirst { anna.give(anna.change("bins", .done(on: "2026-12-01"))) }
            ben.wall += 1000
            for command in Self.ends[index].1 { ben.give(command(ben)) }
            anna.wall += 2000
            if !isCompletedFirst { anna.give(anna.change("bins", .done(on: "2026-12-01"))) }
            home.isLost = { _ in false }
            home.reconnect()
            #expect(anna.agrees(with: ben))
            for device in home.devices {
                let open = device.items(in: "Home").filter { $0.state == .open && !$0.isTrashed }
                // Who opened it again while the other one completed it has both.
                #expect(open.map(\.due).contains(CivilDate("2026-12-08")), "\(Self.ends[index].0)")
                #expect(open.allSatisfy { $0.recurrence != nil }, "\(Self.ends[index].0)")
                #expect(try !device.conflicts().map(\.fieldName).contains("recurrence"), "\(Self.ends[index].0)")
            }
        }
    }

    @Test func `a removal that was undone and redone ends the series for somebody who completed it apart, too`() throws
    {
        let home = try Self.bins()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give(ben.change("bins", ItemChange(isTrashed: true)))
        ben.give([.undo(list: nil), .redo(list: nil)])
        anna.give(anna.change("bins", .done(on: "2026-12-01")))
        home.isLost = { _ in false }
        home.reconnect()
        for device in home.devices { #expect(try device.conflicts().map(\.fieldName).contains("recurrence")) }
    }
}
