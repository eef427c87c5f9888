import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistVocabulary
import Testing

/// The words of an undo that is about people and devices.
struct UndoWordsTests {
    private static func words(_ entries: [HistoryEntryView]) -> [String] {
        entries.flatMap(\.changes).map { "\($0.kind) \($0.title) \($0.field) \($0.value ?? "")" }
    }

    @Test func `words on who may see a list are told by name, before and after`() throws {
        var home = try Home()
        func undo(_ home: inout Home, isDryRun: Bool = false) throws -> [String] {
            let performed = try home.give(.undo(list: nil), isDryRun: isDryRun)
            return Self.words(home.presenter().takenBack(performed).entries)
        }
        try home.give(.sharing(.share("Gift", with: ["Ben", "house"])))
        let removed = ["member Ben participation removed", "household house participation removed"]
        #expect(try undo(&home, isDryRun: true).sorted() == removed.sorted())
        #expect(try undo(&home) == removed)
        let redone = try home.give(.redo(list: nil))
        let invited = removed.map { $0.replacing("removed", with: "invited") }
        #expect(Self.words(home.presenter().takenBack(redone).entries) == invited)
        try home.give(.sharing(.show("Gift", toEverybody: true)))
        #expect(try undo(&home) == ["list Gift visibility participants"])
    }

    @Test func `an undo and the history name items in the order of their list`() throws {
        var home = try Home()
        let titles = (1...9).map { "a\($0)" }
        let target = ItemTarget(list: "Groceries", under: nil, anchor: .top)
        try home.give(.items(.add(NewItems(target: target, titles: titles, fields: ItemChange()))))
        let entries = try home.presenter().history(HistoryQuery(of: "Groceries"), for: Home.owner).entries
        let added = try #require(entries.first).changes.filter { $0.field == "life" || $0.isNew }
        #expect(added.map(\.title) == titles)
        let preview = try home.give(.undo(list: nil), isDryRun: true)
        #expect(home.presenter().takenBack(preview).entries.flatMap(\.changes).map(\.title) == titles)
        let performed = try home.give(.undo(list: nil))
        #expect(home.presenter().takenBack(performed).entries.flatMap(\.changes).map(\.title) == titles)
        // They are named in the order that they have when they are back.
        let redone = home.presenter().takenBack(try home.give(.redo(list: nil))).entries.flatMap(\.changes)
        #expect(redone.filter { $0.field == "life" }.map(\.title) == titles)
    }

    @Test func `a change that cannot be undone is named, with the command that changes it`() throws {
        var home = try Home()
        try home.give(.devices(.rename("laptop", to: "desk")))
        do {
            try home.give(.undo(list: nil))
            Issue.record("a new name of a device was undone")
        } catch let error as CommandError {
            let words = home.presenter().explain(error, for: Home.owner)
            #expect(words.code == .notFound)
            #expect(
                words.message
                    == #"the last thing you did, a new name for desk, cannot be undone: use "phlistctl device rename""#
            )
        }
        let lists = try home.presenter().lists(ListsQuery(), for: Home.owner).lists
        #expect(lists.map(\.title).contains("Gift"))
    }

    @Test func `the history names things as they were called at the time`() throws {
        var home = try Home()
        try home.give(.items(.change(["Milk"], ItemChange(state: .done))))
        try home.give(.items(.change(["Milk"], ItemChange(title: "Oat milk"))))
        try home.give(.items(.change(["Oat milk"], ItemChange(state: .open))))
        for reference in ["Groceries", "Groceries/Oat milk"] {
            let entries = try home.presenter().history(HistoryQuery(of: reference), for: Home.owner).entries
            #expect(entries.prefix(3).map { $0.changes.map(\.title) } == [["Oat milk"], ["Oat milk"], ["Milk"]])
        }
        try home.give(.forms(.change("Students", FormChange(title: "Pupils"))))
        let entries = try home.presenter().history(HistoryQuery(of: "Pupils"), for: Home.owner).entries
        #expect(entries.last?.changes.first { $0.field == "life" }?.title == "Students")
    }

    @Test func `the history tells invitations in words`() throws {
        var home = try Home()
        try home.give(.sharing(.share("Gift", with: ["Ben"])))
        let entries = try home.presenter().history(HistoryQuery(of: "Gift"), for: Home.owner).entries
        #expect(Self.words(Array(entries.prefix(1))) == ["member Ben participation invited"])
    }
}
