import Testing

/// Questions before somebody sees more than before, and machines that several people use with one login.
struct AudienceTests {
    /// Ann, who keeps a gift from Ben, and has a list that both see.
    private static func secret() throws -> (ann: Home, ben: Home) {
        let homes = try Home.household("ann", "ben")
        try homes[0]("-q", "list", "new", "Gift", "--private")
        try homes[0]("-q", "add", "Gift", "lamp")
        try homes[0]("-q", "list", "new", "Party")
        try homes[1].expect("Party", from: "list", "ls", "--plain")
        return (homes[0], homes[1])
    }

    /// Runs a command on a terminal and answers its question.
    private static func ask(_ home: Home, _ question: String, _ answer: String, _ line: String) throws {
        let terminal = try home.terminal(shell: "phlistctl \(line)")
        try terminal.expect(question)
        try terminal.type("\(answer)\r")
        #expect(try terminal.wait() == 0)
    }

    @Test func `a move that shows items to others asks, and No changes nothing`() throws {
        let (ann, ben) = try Self.secret()
        try Self.ask(ann, "show 1 item to ben?", "n", "mv lamp Party")
        try ann("find", "lamp").check(says: "Gift")
        #expect(try !ben.keeps("lamp"))
        try Self.ask(ann, "show 1 item to ben?", "y", "mv lamp Party")
        try ben.expect("lamp", from: "ls", "Party")
    }

    @Test func `a merge that shows items to others asks, and No changes nothing`() throws {
        let (ann, ben) = try Self.secret()
        try ann("list", "merge", "Gift", "Party").check(64, says: "--yes")
        try Self.ask(ann, "show 1 item to ben?", "n", "list merge Gift Party")
        try ann("find", "lamp").check(says: "Gift")
        #expect(try !ben.keeps("lamp"))
        try Self.ask(ann, "show 1 item to ben?", "y", "list merge Gift Party")
        try ben.expect("lamp", from: "ls", "Party")
    }

    @Test func `of two people who share a login each sees their own private lists and not the other's`() throws {
        let (ann, ben) = try Self.secret()
        try ben("-q", "list", "new", "Diary", "--private")
        try ben("-q", "add", "Diary", "dear")
        try ann("device", "share", "ann", "ben", "--yes").check(says: "people of ann: ")
        try ann.expect("dear", from: "find", "dear", "--as", "ben")
        let views = [["ls"], ["find", "dear"], ["list", "ls", "--all"], ["export", "--format", "json"], ["history"]]
        for words in views {
            #expect(try !ann.phlistctl(words + ["--as", "ann"]).output.contains("dear"), "\(words)")
            #expect(try !ann.phlistctl(words + ["--as", "ann"]).output.contains("Diary"), "\(words)")
            #expect(try !ann.phlistctl(words + ["--as", "ben"]).output.contains("lamp"), "\(words)")
        }
        try ann("show", "dear", "--as", "ann").check(66)
        try ann("done", "dear", "--as", "ann").check(66)
        #expect(try !ben("find", "lamp").output.contains("lamp"))
    }

    @Test func `a machine of the house imports no private list, and nothing is left of the attempt`() throws {
        let ann = try Home.called("ann")
        let nas = try Home.device("nas")
        try nas.join(ann, for: "house").check()
        try nas.shell("printf '# Secret\\n- [ ] lamp\\n' > secret.md").check()
        let refused = try nas("import", "secret.md", "--private")
        #expect(refused.status != 0, "\(refused.transcript)")
        #expect(refused.messages.split(separator: "\n").count <= 2)
        try nas.meet()
        for home in [ann, nas] { #expect(try !home("list", "ls", "--all").output.contains("Secret")) }
        try nas("import", "secret.md").check()
        try ann.expect("lamp", from: "ls", "Secret")
    }

    @Test func `a list that is no longer shared serves as a template for a list of one's own`() throws {
        let (ann, ben) = try Self.secret()
        try ann.share("Gift", with: "ben", at: ben)
        try ben.expect("lamp", from: "find", "lamp")
        try ann("-q", "unshare", "Gift", "ben")
        try ben.expect("no longer shared", from: "list", "show", "Gift")
        try ben("list", "new", "Mine", "--template", "Gift").check(says: "made the list Mine, private")
        try ben("-q", "add", "Mine", "book")
        #expect(try !ann("find", "book").output.contains("book"))
    }
}
