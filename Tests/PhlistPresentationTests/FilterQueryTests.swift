import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistTestKit
import PhlistVocabulary
import Testing

/// What the conditions and the orders of a filter show, next to what a plain diary says of what was done.
struct FilterQueryTests {
    /// An item in the diary.
    private struct Entry {
        var title: String
        var list: String
        var section: String?
        /// Days after 2026-11-28.
        var dueIn: Int?
        var tags: [String]
        var priority: Int
        var assignee: String?
        var isDone: Bool
    }

    private static let today = 28

    /// The day of the month that is so many days away; all of them are within one month.
    private static func day(_ distance: Int) -> String {
        let day = today + distance
        return day > 30 ? "2026-12-0\(day - 30)" : "2026-11-\(day)"
    }

    /// Does things at random, and writes them down.
    private static func live(_ random: inout SeededRandom, in home: inout Home) throws -> [Entry] {
        var diary = ["Milk", "Bread"].map {
            Entry(title: $0, list: "Groceries", tags: [], priority: 0, isDone: false)
        }
        let numbers = (100..<999).shuffled(using: &random)
        for number in 0..<25 {
            let list = ["Groceries", "Gift"].randomElement(using: &random) ?? ""
            let entry = Entry(
                title: "\(numbers[number])",
                list: list,
                section: list == "Groceries" && random.happens(percent: 30) ? "Dairy" : nil,
                dueIn: random.happens(percent: 60) ? Int.random(in: -9...9, using: &random) : nil,
                tags: ["sun", "rain"].filter { _ in random.happens(percent: 40) },
                priority: Int.random(in: 0...3, using: &random),
                assignee: [nil, "Ann", "Ben"].randomElement(using: &random) ?? nil,
                isDone: random.happens(percent: 20)
            )
            try perform(entry, in: &home)
            diary.append(entry)
        }
        return diary
    }

    private static func perform(_ entry: Entry, in home: inout Home) throws {
        var fields = ItemPatch()
        fields.due = entry.dueIn.flatMap { CivilDate(day($0)) }.map { .on($0) }
        fields.addTags = entry.tags.isEmpty ? nil : entry.tags
        fields.priority = Priority(rawValue: UInt8(entry.priority))
        fields.assignee = entry.assignee
        let target = ItemTarget(list: entry.section.map { "\(entry.list)/\($0)" } ?? entry.list)
        let item = NewItems(target: target, titles: [entry.title], fields: ItemChange(fields: fields))
        try home.give(.items(.add(item)))
        if entry.isDone { try home.give(.items(.change([entry.title], ItemChange(state: .done)))) }
    }

    private static let places: [[String]] = [
        [], ["Groceries"], ["Gift"], ["Gift", "Groceries"], ["Groceries/Dairy"], ["Groceries/Dairy", "Gift"],
        ["Groceries/Dairy", "groceries"],
    ]

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `conditions show what the diary says, each once`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var home = try Home()
        let diary = try Self.live(&random, in: &home)
        for _ in 0..<40 {
            var query = ItemsQuery()
            let places = Self.places.randomElement(using: &random) ?? []
            let tags = [[], ["sun"], ["RAIN", "sun"]].randomElement(using: &random) ?? []
            let least = Int.random(in: 0...3, using: &random)
            let due = [nil, "none", "overdue", "today", "week"].randomElement(using: &random) ?? nil
            let person = [nil, "Ann", "none"].randomElement(using: &random) ?? nil
            query.list = places.isEmpty ? nil : places.joined(separator: "\n")
            query.tag = tags.isEmpty ? nil : tags.joined(separator: ",")
            query.priority = [nil, "low", "medium", "high"][least]
            (query.due, query.today, query.assignee) = (due, "2026-11-28", person)
            try query.check()
            let expected = diary.filter { entry in
                let isThere =
                    places.isEmpty
                    || places.contains { place in
                        let names = place.lowercased().split(separator: "/")
                        guard names[0] == entry.list.lowercased() else { return false }
                        return names.count == 1 || names[1] == entry.section?.lowercased() ?? ""
                    }
                let isDue =
                    switch due {
                    case nil: true
                    case "none": entry.dueIn == nil
                    case "overdue": entry.dueIn.map { $0 < 0 } ?? false
                    case "today": entry.dueIn == 0
                    default: entry.dueIn.map { $0 >= 0 && $0 <= 7 } ?? false
                    }
                let isTheirs = person == nil || person == entry.assignee || person == "none" && entry.assignee == nil
                let isTagged = tags.allSatisfy { entry.tags.contains($0.lowercased()) }
                return !entry.isDone && isThere && isDue && isTheirs && isTagged && entry.priority >= least
            }
            let found = try home.presenter().items(query, for: Home.owner).items.map(\.title)
            #expect(found.sorted() == expected.map(\.title).sorted(), "\(query)")
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `the view of all lists orders what names no list, and gives way to what is asked for`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var home = try Home()
        let diary = try Self.live(&random, in: &home)
        func titles(_ change: (inout ItemsQuery) -> Void = { _ in }) throws -> [String] {
            var query = ItemsQuery()
            change(&query)
            return try home.presenter().items(query, for: Home.owner).items.map(\.title)
        }
        let byList = try titles()
        let names = diary.map(\.title).sorted { $0.lowercased() < $1.lowercased() }
        let open = diary.filter { !$0.isDone }.map(\.title)
        let openNames = names.filter(open.contains)
        try home.give(.filters(.setOverallView(ItemDisplay(sort: .name, showsDone: true, isFlat: true))))
        #expect(try titles() == names)
        #expect(try titles { $0.state = "open" } == openNames)
        #expect(try titles { ($0.sort, $0.reverse) = ("name", true) } == names.reversed())
        #expect(try titles { $0.reverse = true } == names.reversed())
        let reply = try home.presenter().items(ItemsQuery(), for: Home.owner)
        #expect(reply.isFlat == true && reply.isLong == nil)
        // A list that is named is shown in its own way, and a search in its own.
        let gifts = diary.filter { $0.list == "Gift" && !$0.isDone }.map(\.title)
        #expect(try titles { $0.list = "Gift" } == gifts)
        let lists = try titles { $0.flat = false }.map { title in diary.first { $0.title == title }?.list }
        let changes = zip(lists, lists.dropFirst()).count { $0 != $1 }
        #expect(changes == 1 && lists.count == diary.count)
        try home.give(.filters(.setOverallView(nil)))
        #expect(try titles() == byList)
        #expect(Set(byList) == Set(open))
    }

    @Test func `a filter shows its names as they are, and says what is gone`() throws {
        var home = try Home()
        var new = NewFilter(name: "Mine")
        (new.lists, new.assignee, new.due) = (["groceries/dairy", "Gift"], "ben", "next week")
        try home.give(.filters(.save(new, isReplacing: false)))
        func filter() throws -> FilterView {
            try #require(try home.presenter().filters(FiltersQuery(filter: "mine"), for: Home.owner).filters.first)
        }
        #expect(try filter().lists.map(\.name) == ["Groceries/Dairy", "Gift"])
        #expect(try filter().assignee?.name == "Ben" && filter().due == "next week")
        // What stands for a list is taken by the query, whatever the list is called.
        var query = ItemsQuery(list: try filter().lists.map(\.id).joined(separator: "\n"))
        query.assignee = try filter().assignee?.id
        #expect(try home.presenter().items(query, for: Home.owner).items.isEmpty)
        var change = ListChange()
        change.isTrashed = true
        try home.give(.lists(.change(["Gift"], change)))
        try home.give(.sections(.remove(["Groceries/Dairy"])))
        try home.give(.members(.change("Ben", MemberChange(isRemoved: true))))
        #expect(try filter().lists.map(\.isGone) == [true, true] && filter().assignee?.isGone == true)
        #expect(try filter().lists.map(\.name) == ["Groceries/Dairy", "Gift"])
        let near = #expect(throws: ControlError.self) {
            _ = try home.presenter().filters(FiltersQuery(filter: "mne"), for: Home.owner)
        }
        #expect(near?.message == #"no filter "mne"; did you mean "Mine"?"#)
        let candidates = home.presenter().completions(CompletionsQuery(kind: .filters, prefix: "m"), for: Home.owner)
        #expect(candidates.candidates.map(\.text) == ["Mine"])
    }

    @Test func `after a dry run the reply is what would be, and nothing is saved`() throws {
        var home = try Home()
        var new = NewFilter(name: " week ")
        new.lists = ["gift"]
        let performed = try home.give(.filters(.save(new, isReplacing: false)), isDryRun: true)
        let reply = try home.presenter().savedFilter(performed, new)
        #expect(reply.isChanged && reply.filter.name == "week" && reply.filter.lists.map(\.name) == ["Gift"])
        #expect(try home.presenter().filters(FiltersQuery(), for: Home.owner).filters.isEmpty)
        let display = ItemDisplay(sort: .due)
        let chosen = try home.give(.filters(.setOverallView(display)), isDryRun: true)
        #expect(home.presenter().overallView(chosen, display).view.sort == .due)
        let view = try home.presenter().overallView(OverallViewQuery(), for: Home.owner).view
        #expect(view == ItemDisplay())
    }
}
