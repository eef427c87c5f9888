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
}
