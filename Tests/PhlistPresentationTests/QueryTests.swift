import PhlistControl
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
        #expect(error?.details.count == SyncLimits.candidatesMax + 1)
        #expect(error?.details.last == "and \(50 - SyncLimits.candidatesMax) more")
    }

    @Test(arguments: ["none", "None", "NONE"])
    func `no member is called none, however it is written`(name: String) throws {
        let home = try Home()
        var query = ItemsQuery(list: "Groceries")
        query.assignee = name
        #expect(try home.presenter().items(query, for: Home.owner).items.map(\.title) == ["Milk", "Bread"])
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
