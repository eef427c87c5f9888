import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistSync
import PhlistVocabulary
import Testing

/// Replies to queries, and their refusals.
struct QueryTests {
    @Test func `of many candidates the first are told, and how many there are`() throws {
        var home = try Home()
        let target = ItemTarget(list: "Groceries", under: nil, anchor: nil)
        let titles = (0..<50).map { "item \($0)" }
        try home.give(.items(.add(NewItems(target: target, titles: titles, fields: ItemChange()))))
        let presenter = home.presenter()
        let error = #expect(throws: ControlError.self) {
            _ = try presenter.item(named: "item", for: Home.owner)
        }
        #expect(error?.message == #""item" matches 50 items"#)
        #expect(error?.details.count == HouseholdLimits.candidatesMax + 1)
        #expect(error?.details.last == "and \(50 - HouseholdLimits.candidatesMax) more")
    }

    @Test func `items of one title that stand side by side are pointed out, unless they are of a series`() throws {
        var home = try Home()
        func titles() throws -> [[String]] {
            let reply = try home.presenter().items(ItemsQuery(list: "Groceries"), for: Home.owner)
            let names = Dictionary(reply.items.map { ($0.shortID, $0.title) }) { first, _ in first }
            return (reply.twins ?? []).map { $0.compactMap { names[$0] } }
        }
        try home.give(.items(.add(NewItems(list: "Groceries", titles: ["oats"]))))
        try home.give(.items(.change(["oats"], ItemChange(title: "MILK"))))
        #expect(try titles().map { $0.sorted() } == [["MILK", "Milk"]])
        // One of another day is another task; one without a day may be the same.
        for (title, day, isOne) in [("Milk", "2026-12-01", true), ("MILK", "2026-12-02", false)] {
            var patch = ItemPatch()
            patch.due = .on(try #require(CivilDate(day)))
            try home.give(.items(.change([title], ItemChange(fields: patch))))
            #expect(try titles().isEmpty != isOne)
        }
        var rule = ItemPatch()
        rule.recurrence = "FREQ=DAILY"
        try home.give(.items(.change(["MILK"], ItemChange(fields: rule))))
        #expect(try titles().isEmpty)
    }

    @Test(arguments: [("a/b", ["bar"], "a/b bar"), ("oat", ["milk", "2 l"], "oat milk 2 l")])
    func `the hint about one item with spaces has all its words`(list: String, titles: [String], words: String) throws {
        let error = CommandError.list(.notFound(list.prefix { $0 != "/" }.description))
        let refusal = try Home().presenter().refusal(error, toAdd: titles, to: list)
        #expect(refusal?.message.hasSuffix("One item with spaces needs quotes: phlistctl add \"\(words)\"") == true)
    }

    @Test(arguments: ["none", "None", "NONE"])
    func `no member is called none, however it is written`(name: String) throws {
        let home = try Home()
        var query = ItemsQuery(list: "Groceries")
        query.assignee = name
        #expect(try home.presenter().items(query, for: Home.owner).items.map(\.title) == ["Milk", "Bread"])
    }

    @Test(arguments: [WorkState.done, .cancelled])
    func `ls, due and mine leave out what is left in closed lists, and what names the list does not`(
        state: WorkState
    ) throws {
        var home = try Home()
        let target = ItemTarget(list: "Gift", under: nil, anchor: nil)
        let day = try #require(CivilDate("2026-11-28T10:00"))
        var fields = ItemPatch()
        (fields.due, fields.assignee) = (.on(day), "Ann")
        let ribbon = NewItems(target: target, titles: ["ribbon"], fields: ItemChange(fields: fields))
        try home.give(.items(.add(ribbon)))
        func found(_ query: ItemsQuery) throws -> Bool {
            try home.presenter().items(query, for: Home.owner).items.map(\.title).contains("ribbon")
        }
        var due = ItemsQuery()
        (due.due, due.today, due.flat, due.sort) = ("soon", "2026-11-28T09:00", true, "due")
        var mine = ItemsQuery()
        mine.mine = true
        for query in [ItemsQuery(), due, mine] { #expect(try found(query)) }
        var change = ListChange()
        change.state = state
        try home.give(.lists(.change(["Gift"], change)))
        for query in [ItemsQuery(), due, mine] { #expect(try !found(query)) }
        for list in ["Gift", nil] {
            var query = ItemsQuery(list: list)
            query.all = list == nil ? true : nil
            #expect(try found(query))
        }
    }

    @Test func `the overview says that changes are not stored, and what says more`() throws {
        let home = try Home()
        func notices(_ condition: StoreReport.Condition) throws -> [String] {
            let store = StoreReport(
                condition,
                byteCount: 0,
                holes: [],
                damage: nil,
                fetched: [],
                surrender: nil,
                disk: StoreReport.Disk(path: "/", freeBytes: nil, freeBytesMin: 0)
            )
            let day = try #require(CivilDate("2026-11-28"))
            let news = HouseholdNews(of: home.replica)
            return home.presenter().overview(OverviewQuery(today: day), for: Home.owner, store, news).notices
        }
        #expect(try notices(.ok).isEmpty)
        let full = "no space left on device; nothing more is stored until there is room; tried every 30 s"
        #expect(try notices(.full("no space left on device")) == ["\(full); see phlistctl doctor"])
        #expect(try notices(.failed("input/output error")).count == 1)
        #expect(try notices(.readOnly("read-only file system")).count == 1)
    }
}
