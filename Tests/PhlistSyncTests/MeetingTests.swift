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
}
