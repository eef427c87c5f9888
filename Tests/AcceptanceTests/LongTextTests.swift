import Testing

/// Long text in a terminal.
struct LongTextTests {
    private static func filled() throws -> Home {
        let home = try Home()
        try home("-q", "list", "new", "Shopping")
        try home("-q", "add", "Shopping", "-", input: (0..<40).map { "thing \($0)" }.joined(separator: "\n")).check()
        return home
    }

    /// What a command prints in a terminal, up to its end.
    private static func run(_ line: String, in home: Home, expecting words: String...) throws {
        let terminal = try home.terminal(shell: "export PAGER='sed s/^/paged:/'; \(line); echo status $?")
        for text in words + ["status 0"] { try terminal.expect(text) }
    }

    @Test func `text that is longer than the terminal goes through the pager`() throws {
        let home = try Self.filled()
        try Self.run("phlistctl ls", in: home, expecting: "paged:", "paged:  [ ]", "thing 39")
        try Self.run("PHLIST_PAGER='sed s/^/mine:/' phlistctl ls --flat", in: home, expecting: "mine:[ ]", "thing 39")
        try Self.run("phlistctl find thing", in: home, expecting: "paged:", "thing 39")
        for number in 0..<25 { try home("-q", "edit", "thing \(number)", "--due", "today") }
        try Self.run("phlistctl due", in: home, expecting: "paged:", "thing 24")
        try Self.run("phlistctl history -N 30", in: home, expecting: "paged:")
    }

    @Test(arguments: [
        "phlistctl ls --no-pager", "PAGER=cat phlistctl ls", "PHLIST_PAGER= phlistctl ls", "phlistctl ls --json",
        "phlistctl ls --plain", "phlistctl ls | cat", "phlistctl ls </dev/null", "PAGER=/none/x phlistctl ls",
        "phlistctl list ls", "phlistctl find 'thing 39'",
    ])
    func `short text, text for programs and text of those who want no pager goes through none`(line: String) throws {
        let home = try Self.filled()
        let terminal = try home.terminal(shell: "export PAGER='sed s/^/paged:/'; \(line); echo status $?")
        try terminal.expect("status 0")
        #expect(!terminal.transcript.contains("paged:"), "\(terminal.transcript)")
        #expect(terminal.transcript.contains("thing 39") || line.hasSuffix("list ls"), "\(terminal.transcript)")
    }
}
