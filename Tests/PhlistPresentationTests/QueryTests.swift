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
}
