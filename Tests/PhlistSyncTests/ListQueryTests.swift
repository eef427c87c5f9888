import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Which lists and due items a caller sees, and in which order.
struct ListQueryTests {
    private static func device() throws -> Device {
        let anna = try Device("anna")
        let lists: [(String, Int?, WorkState)] = [
            ("Zoo", 9, .open), ("épicerie", nil, .open), ("zèbre", nil, .open), ("Attic", 3, .open),
            ("First", 1, .done), ("Second", nil, .done), ("Gone", nil, .cancelled), ("Bin", 1, .open),
        ]
        for (title, day, state) in lists {
            anna.wall += 60_000
            let due = day.flatMap { CivilDate(year: 2027, month: 1, day: $0) }
            anna.give(.create(NewList(title: title, due: due)))
            var change = ListChange()
            change.state = state
            anna.wall += 60_000
            anna.give(.change([title], change))
        }
        var trash = ListChange()
        trash.isTrashed = true
        anna.give(.change(["Bin"], trash))
        return anna
    }

    private static func titles(_ device: Device, _ query: ListQuery) -> [String] {
        device.replica.library.lists(query, for: device.principal).map(\.title)
    }

    @Test func `lists stand in three sections: by nearest date, then by name; the newest first; the trash last`() throws
    {
        let anna = try Self.device()
        let usual = ["Attic", "Zoo", "épicerie", "zèbre", "Second", "First", "Gone"]
        #expect(Self.titles(anna, ListQuery()) == usual)
        #expect(Self.titles(anna, ListQuery(includesTrash: true)) == usual + ["Bin"])
        #expect(Self.titles(anna, ListQuery(state: .done)) == ["Second", "First"])
    }

    @Test(arguments: [
        (ListSort.name, false, ["Attic", "épicerie", "zèbre", "Zoo", "First", "Second", "Gone"]),
        (.name, true, ["Zoo", "zèbre", "épicerie", "Attic", "Second", "First", "Gone"]),
        (.created, false, ["Zoo", "épicerie", "zèbre", "Attic", "First", "Second", "Gone"]),
        (.created, true, ["Attic", "zèbre", "épicerie", "Zoo", "Second", "First", "Gone"]),
        (.due, true, ["Zoo", "Attic", "épicerie", "zèbre", "First", "Second", "Gone"]),
        (.done, false, ["Attic", "Zoo", "épicerie", "zèbre", "Second", "First", "Gone"]),
        (.done, true, ["Attic", "Zoo", "épicerie", "zèbre", "First", "Second", "Gone"]),
        (.updated, false, ["Zoo", "épicerie", "zèbre", "Attic", "First", "Second", "Gone"]),
        (nil, true, ["Zoo", "Attic", "épicerie", "zèbre", "First", "Second", "Gone"]),
    ])
    func `lists are sorted within their sections, and what lacks the key stands last`(
        sort: ListSort?,
        isReversed: Bool,
        expected: [String]
    ) throws {
        #expect(Self.titles(try Self.device(), ListQuery(sort: sort, isReversed: isReversed)) == expected)
    }

    @Test func `lists are sorted by how much is done`() throws {
        let anna = try Device("anna")
        for (title, done) in [("none", 0), ("half", 2), ("quarter", 1)] {
            anna.make(title, ["\(title)1", "\(title)2", "\(title)3", "\(title)4"])
            for number in 0..<done { anna.give(anna.change("\(title)\(number + 1)", ItemChange(state: .done))) }
        }
        anna.make("empty")
        #expect(Self.titles(anna, ListQuery(sort: .percent)) == ["none", "quarter", "half", "empty"])
        #expect(Self.titles(anna, ListQuery(sort: .percent, isReversed: true)) == ["half", "quarter", "none", "empty"])
    }

    @Test func `what is due up to a day is told by date, of lists in progress alone`() throws {
        let anna = try Device("anna")
        anna.make("A", ["late", "today", "evening", "tomorrow", "never"])
        anna.make("B", ["early"])
        anna.make("C", ["over"])
        let dates: [(String, String, Int, Int?)] = [
            ("late", "A", 1, nil), ("today", "A", 3, nil), ("evening", "A", 3, 1439), ("tomorrow", "A", 4, nil),
            ("early", "B", 2, nil), ("over", "C", 1, nil),
        ]
        for (item, list, day, minute) in dates {
            let due = try #require(CivilDate(year: 2027, month: 1, day: day, minute: minute))
            anna.write([FieldWrite(.due, due.encoded)], to: item, of: list)
        }
        var change = ListChange()
        change.state = .done
        anna.give(.change(["C"], change))
        let today = try #require(CivilDate(year: 2027, month: 1, day: 3))
        let due = anna.replica.library.dueItems(through: today, for: anna.principal)
        #expect(
            due.compactMap { anna.replica.library.list($0.scope)?.item($0.entity)?.title } == [
                "late", "early", "evening", "today",
            ]
        )
    }
}
