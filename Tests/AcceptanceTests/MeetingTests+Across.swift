import Testing

/// What looks across all lists, where it meets everything that decides what is in them and who sees them.
extension MeetingTests {
    @Test func `a table over all lists has what each caller sees, and follows every filter`() throws {
        let homes = try Self.emptyHousehold()
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Home", "Trip"] { try ann("-q", "list", "new", list) }
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "add", "Home", "bins", "--every", "day", "-a", "ben", "--tag", "chore")
        try ann("-q", "add", "Trip", "tickets", "-d", "yesterday", "-a", "ben")
        try ann("-q", "add", "Gift", "lamp", "-d", "2020-01-01")
        try ann("-q", "add", "Home", "anything")
        let titles = ["--flat", "--plain"]
        #expect(try ann.cells(4, "ls", titles) == ["lamp", "tickets", "bins", "anything"])
        #expect(try ann.cells(3, "ls", titles) == ["Gift", "Trip", "Home", "Home"])
        try ben.expect("tickets", from: "ls", "--flat")
        try ben.expect("anything", from: "ls", "--flat")
        #expect(try ben.cells(4, "ls", titles) == ["tickets", "bins", "anything"])
        #expect(try ben.cells(4, "mine", titles) == ["tickets", "bins"])
        #expect(try ben.cells(4, "due", titles + ["--sort", "name"]) == ["bins", "tickets"])
        #expect(try ann.cells(4, "ls", titles + ["--tag", "chore"]) == ["bins"])
        #expect(try ann.cells(4, "ls", titles + ["--assign", "none", "--sort", "name"]) == ["anything", "lamp"])
        try ann("ls", "--flat").check(says: "Gift")
        try ann("-q", "done", "bins").check()
        #expect(try ann.cells(4, "ls", titles + ["--state", "done"]) == ["bins"])
        #expect(try ann.cells(4, "ls", titles + ["Trip"]) == ["tickets"])
        try ann("-q", "rm", "anything")
        let all = titles + ["--all", "--sort", "name"]
        #expect(try ann.cells(4, "ls", all) == ["anything", "bins", "bins", "lamp", "tickets"])
        #expect(try ann.cells(2, "ls", all).first == "trashed")
        try ben("-q", "leave", "Trip").check()
        #expect(try ben.cells(4, "ls", titles) == ["bins"])
        try ann("ls", "--flat", "--sort", "size").check(64)
    }

    @Test func `the statistics count what each caller sees, wherever items go`() throws {
        let homes = try Self.emptyHousehold()
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Home")
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "add", "Gift", "lamp", "card")
        try ann("-q", "done", "lamp")
        try ann("-q", "add", "Home", "bins", "--every", "day")
        try ben.expect("bins", from: "ls", "Home")
        try ben("-q", "done", "bins")
        try ann.expect("2 open, 2 done", from: "stats")
        try ann("stats", "Gift").check(says: "Gift: 1 open, 1 done, 0 cancelled")
        #expect(try !ben("stats").output.contains("ann"))
        try ben("stats").check(says: "1 list: 1 open, 1 done")
        try ben("stats", "Gift").check(66)
        try ben("stats", "Gift", "--json").check(66)
        try ann("stats", "--as", "ann", "--json").check(says: #""listCount":2"#)
        try ann("stats", "--as", "ben").check(77)
        // What is cleared away was done all the same, and what is undone was not.
        try ann("-q", "list", "clear-done", "Home")
        try ann("stats", "Home").check(says: "ben")
        try ann("-q", "undone", "lamp", "--dry-run")
        try ann("-q", "undone", "lamp")
        try ann("stats", "Gift").check(says: "2 open, 0 done")
        #expect(try ann("stats", "Gift", "--json").output.contains(#""members":[]"#))
        try ann("-q", "list", "rm", "Gift")
        try ann("stats").check(says: "1 list: 1 open")
        try ann("stats", "--all").check(says: "2 lists: 3 open")
        try ann("stats", "Gift").check(66)
        try ben("-q", "leave", "Home").check()
        try ben("stats").check(says: "0 lists: 0 open")
        try ben("stats", "--all").check(says: "1 list: 1 open")
        try ann("-q", "form", "template", "student", "--name", "Pupils").check()
        try ann("stats", "Pupils").check(65)
        #expect(try ann("complete", "lists", "").status == 0)
    }
}

extension MeetingTests {
    /// The homes of ann and ben, without a list.
    fileprivate static func emptyHousehold() throws -> [Home] {
        let homes = try Home.household("ann", "ben")
        try homes[0]("-q", "list", "rm", "Shopping")
        try homes[0]("-q", "list", "purge", "Shopping", "-y").check()
        try homes[1].expect("Shopping", false, from: "list", "ls", "--all")
        return homes
    }
}

extension Home {
    /// One column of what a command prints with `--plain`.
    func cells(_ column: Int, _ command: String, _ arguments: [String]) throws -> [String] {
        try phlistctl([command] + arguments).output.split(separator: "\n").map { line in
            String(line.split(separator: "\t", omittingEmptySubsequences: false)[column - 1])
        }
    }
}
