import Testing

/// Saved filters, where they meet everything that decides what is in a list and who sees it.
extension MeetingTests {
    /// What somebody did, written down as it was done.
    private struct Entry {
        var title: String
        var list: String
        /// Days after today.
        var dueIn: Int?
        var tags: [String] = []
        var priority = "none"
        var isDone = false
    }

    private static let diary = [
        Entry(title: "roses", list: "Garden", dueIn: 0, tags: ["sun", "rain"], priority: "high"),
        Entry(title: "hedge", list: "Garden", dueIn: -2, tags: ["sun"], priority: "low"),
        Entry(title: "beans", list: "Garden", dueIn: 30, tags: ["rain"], priority: "medium"),
        Entry(title: "dig", list: "Garden"), Entry(title: "seed", list: "Garden", dueIn: 1, isDone: true),
        Entry(title: "bag", list: "Trip", dueIn: 1, tags: ["sun"], priority: "high"),
        Entry(title: "bread", list: "Trip", tags: ["rain", "sun"]), Entry(title: "cab", list: "Trip", dueIn: -1),
        Entry(title: "lamp", list: "Gift", dueIn: 3, tags: ["sun"]),
    ]

    /// Does what the diary says.
    private static func live(at home: Home) throws {
        for list in ["Garden", "Trip"] { try home("-q", "list", "new", list).check() }
        try home("-q", "list", "new", "Gift", "--private").check()
        for entry in diary {
            let due = entry.dueIn.map { ["-d", Moment.day($0)] } ?? []
            let tags = entry.tags.isEmpty ? [] : ["--tag", entry.tags.joined(separator: ",")]
            try home.phlistctl(["-q", "add", entry.list, entry.title, "--prio", entry.priority] + due + tags).check()
            if entry.isDone { try home("-q", "done", entry.title).check() }
        }
    }

    /// The titles of the entries that pass a test, in the order of a key, and of the diary where that is equal.
    private static func titles(
        where isShown: (Entry) -> Bool,
        by key: (Entry) -> Int = { _ in 0 }
    ) -> [String] {
        diary.enumerated().filter { isShown($1) }.sorted { (key($0.1), $0.0) < (key($1.1), $1.0) }.map(\.1.title)
    }

    @Test func `a filter shows what the diary says, and options change it for one time`() throws {
        let home = try Home()
        try Self.live(at: home)
        func shown(_ arguments: String...) throws -> [String] {
            try home.cells(4, "ls", ["--plain"] + arguments)
        }
        func isThisWeek(_ entry: Entry) -> Bool { entry.dueIn.map { (0...7).contains($0) } ?? false && !entry.isDone }
        func day(_ entry: Entry) -> Int { entry.dueIn ?? 999 }
        try home("filter", "save", "Wéek", "--due", "week", "--sort", "due", "--flat").check(says: "saved the filter")
        #expect(try shown("--filter", "week") == Self.titles(where: isThisWeek, by: day))
        let gardens = Self.titles(where: { isThisWeek($0) && $0.list == "Garden" }, by: day)
        #expect(try shown("--filter", "WEEK", "garden") == gardens)
        let reversed = Array(Self.titles(where: isThisWeek, by: day).reversed())
        #expect(try shown("--filter", "week", "--reverse") == reversed)
        let late = Self.titles(where: { $0.dueIn.map { $0 < 0 } ?? false }, by: day)
        #expect(try shown("--filter", "week", "--due", "overdue") == late)
        try home("-q", "filter", "save", "both", "Garden", "Trip", "--tag", "sun,rain").check()
        let both = Self.titles { $0.list != "Gift" && $0.tags.count == 2 }
        #expect(try shown("--filter", "both") == both)
        #expect(try shown("--filter", "both", "--prio", "low") == ["roses"])
        try home("-q", "filter", "save", "some day", "--due", "none", "--sort", "name", "--flat").check()
        let never = Self.titles { $0.dueIn == nil }.sorted()
        #expect(try shown("--filter", "some day") == never)
        try home("-q", "filter", "save", "matters", "--prio", "medium").check()
        let important = Self.titles { ["medium", "high"].contains($0.priority) }
        #expect(try Set(shown("--filter", "matters")) == Set(important))
        #expect(try shown("--filter", "matters", "--tag", "rain").sorted() == ["beans", "roses"])
        // The filter itself has not changed.
        #expect(try shown("--filter", "week") == Self.titles(where: isThisWeek, by: day))
    }

    @Test func `a filter is one's own, follows its lists, and says in one line what is gone`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Garden").check()
        try ann("-q", "section", "add", "Garden", "Beds").check()
        try ann("-q", "add", "Garden/Beds", "roses", "-a", "ben").check()
        try ann("-q", "add", "Garden", "dig").check()
        try ben.expect("dig", from: "ls", "Garden")
        try ben("filter", "save", "beds", "Garden/Beds", "--assign", "ben").check()
        try ben("filter", "save", "garden", "Garden", "--mine").check()
        try ann("filter", "ls").check()
        #expect(try ann("filter", "ls").output.isEmpty)
        try ann("ls", "--filter", "beds").check(66, says: "no filter")
        try ben("filter", "ls", "--as", "ann").check(77)
        try ann("-q", "list", "rename", "Garden", "Park").check()
        try ann("-q", "section", "rename", "Park/Beds", "Borders").check()
        try ben.expect("Park/Borders", from: "filter", "show", "beds")
        #expect(try ben.cells(4, "ls", ["--plain", "--filter", "beds"]) == ["roses"])
        #expect(try ben.cells(4, "ls", ["--plain", "--filter", "garden"]) == ["roses"])
        // A list of the old name has nothing to do with it.
        try ben("-q", "list", "new", "Garden").check()
        try ben("-q", "add", "Garden", "anything", "-a", "ben").check()
        #expect(try ben.cells(4, "ls", ["--plain", "--filter", "garden"]) == ["roses"])
        try ann("-q", "section", "rm", "Park/Borders").check()
        try ben.expect("gone", from: "filter", "show", "beds")
        let outcome = try ben("ls", "--filter", "beds")
        outcome.check(66, says: "the filter \"beds\" names \"Garden/Beds\"")
        #expect(outcome.output.isEmpty)
        try ben("ls", "--filter", "beds", "--json").check(66, says: #""code":"not-found""#)
        #expect(try ben.cells(4, "ls", ["--plain", "--filter", "beds", "Park"]) == ["roses"])
        try ben("-q", "leave", "Park").check()
        try ben("ls", "--filter", "garden").check(66, says: "gone or no longer shown to you")
        try ben("filter", "ls").check(says: "names what is gone")
    }

    @Test func `filters are refused, replaced, renamed, completed, and kept across a restart`() throws {
        let home = try Home()
        try Self.live(at: home)
        try home("filter", "save", "week", "--due", "week", "-n").check(says: "saved the filter")
        #expect(try home("filter", "ls", "--json").output.contains(#""filters":[]"#))
        try home("filter", "save", "week", "--due", "week").check()
        try home("filter", "save", "WEEK", "--due", "today").check(65, says: "there is already a filter \"week\"")
        try home("filter", "save", "week", "--due", "week", "--replace").check(says: "already so")
        try home("filter", "save", "x", "--due", "someday").check(65)
        try home("filter", "save", "x").check(64, says: "nothing to save")
        try home("filter", "save", "x", "Gardn").check(66, says: "did you mean \"Garden\"?")
        try home("filter", "save", "x", "--assign", "eve").check(67)
        try home("filter", "save", String(repeating: "x", count: 65), "--mine").check(65)
        try home("filter", "rename", "week", "days").check(says: "renamed the filter week to days")
        try home("complete", "filters", "d").check(says: "days")
        // It takes back the last item, and no filter.
        try home("undo").check()
        try home("redo").check()
        try home("filter", "ls", "-q").check(says: "days")
        try home("filter", "save", "gifts", "Gift", "--no-long").check()
        try home("filter", "ls", "--plain").check(says: "gifts\tGift --no-long\t")
        try home("filter", "rm", "days").check(says: "--due week")
        try home("filter", "rm", "days").check(66)
        let view = try home("list", "view", "--sort", "name", "--flat", "yes", "--long", "yes")
        view.check(says: "in one table, by name")
        let names = Self.titles { !$0.isDone && $0.title != "lamp" } + ["lamp"]
        #expect(try home.cells(4, "ls", ["--plain"]) == names.sorted())
        try home("ls").check(says: "added")
        #expect(try !home("ls", "--no-long", "--no-flat").output.contains("added"))
        try home("list", "view", "--reset").check(says: "one by one")
        try home.daemon.restart()
        #expect(try home.cells(4, "ls", ["--plain", "--filter", "gifts"]) == ["lamp"])
    }
}
