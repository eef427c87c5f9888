import Foundation
import Testing

/// Lists that come in from files and go out to them.
struct ImportExportTests {
    @Test func `a misspelt field of a list in a request is refused, and the list is not made for everybody`() throws {
        let home = try Home()
        let body = #"{"lists":[{"title":"Diary","private":true,"items":[{"title":"a secret"}]}]}"#
        let request = #"curl -s --unix-socket "$PHLIST_SOCKET" --json '\#(body)' http://phlist/v1/import"#
        try home.shell(request).check(says: #"unknown field \"lists[0].private\"; known are: "#)
        try home("list", "ls").check(says: "no lists")
        try home.shell(request.replacing("private", with: "isPrivate")).check(says: #""visibility":"participants""#)
    }

    @Test func `what recurs in Todoist recurs here`() throws {
        let home = try Home()
        let rows = ["bins,4,1,every monday", "plants,4,1,every! 3 days", "moon,4,1,every full moon"]
        let table = (["TYPE,CONTENT,PRIORITY,INDENT,DATE"] + rows.map { "task,\($0)" }).joined(separator: "\n")
        let outcome = try home("import", "-", "--into", "Chores", input: table)
        outcome.check(66)
        try home("-q", "list", "new", "Chores")
        try home("import", "-", "--into", "Chores", input: table).check(says: "kept as lines of notes: date (1)")
        try home("show", "bins").check(says: "every week on Mon")
        try home("show", "plants").check(says: "3 days after")
        try home("show", "moon").check(says: "date: every full moon")
    }

    @Test func `only a file is replaced by one, and a format without empty lists says which it leaves out`() throws {
        let home = try Home()
        for list in ["Trip", "Attic"] { try home("-q", "list", "new", list) }
        try home("-q", "add", "Trip", "tent").check()
        try home.shell("mkfifo pipe; mkdir place; echo kept > real.md; ln -s real.md link.md").check()
        let others = [
            ("pipe", "a device, a pipe or a socket"), ("place", "a directory"), ("link.md", "a symbolic link"),
        ]
        for (path, what) in others {
            for command in [["export", "--format", "md", "-o"], ["backup"]] {
                try home.phlistctl(command + [path, "--force"]).check(64, says: "\(path) is \(what)")
                try home.shell("test -p pipe -a -d place -a -L link.md && grep -q kept real.md").check()
            }
        }
        let csv = try home("export", "-o", "all.csv")
        csv.check(says: "exported 1 list, 1 item to all.csv")
        csv.check(says: "not written, because the format has no empty lists: Attic")
        try home("export", "-o", "all.md").check(says: "exported 2 lists, 1 item to all.md")
    }

    private static let markdown = """
        # Camping

        for the summer

        - [ ] tent

        ## Food

        - [ ] stove #hot [due:: 2030-07-01] [qty:: 2]
          the small one
          - [x] gas
        - [-] wine

        """

    private static func put(_ text: String, _ name: String, in home: Home) throws {
        try text.write(toFile: "\(home.directory)/\(name)", atomically: true, encoding: .utf8)
    }

    @Test func `what comes into a completed list says that listings leave it out, as when it is added`() throws {
        let home = try Home()
        try home("-q", "list", "new", "Camping").check()
        try home("list", "done", "Camping").check()
        try Self.put("# Camping\n\n- [ ] tent\n", "list.md", in: home)
        let told = "Camping is completed, so ls and due leave it out: phlistctl list reopen"
        try home("import", "list.md").check(says: told)
        try home("add", "Camping", "rope").check(says: told)
        // Nothing came in, so there is nothing to say.
        #expect(try !home("import", "list.md").messages.contains("leave it out"))
    }

    @Test func `a file is tried, comes in, adds nothing the second time, and goes with one undo`() throws {
        let home = try Home()
        try Self.put(Self.markdown, "list.md", in: home)
        try home.session(
            """
            $ phlistctl import list.md --dry-run
            imported 4 items into the new list Camping, which everybody sees
            ! nothing was changed; without --dry-run it would be:
            $ phlistctl list ls -q
            $ phlistctl import list.md
            imported 4 items into the new list Camping, which everybody sees
            $ phlistctl ls Camping --all
            Camping
              In Progress
                [ ] <1>  tent
              Food
                [ ] <2>  stove  1 Jul 2030  2
                  [x] <3>  gas  done today
              Cancelled
                [~] <4>  wine  cancelled today
            $ phlistctl -q done tent && phlistctl -q edit stove --title "large stove"
            <1>
            <2>
            $ phlistctl import list.md
            imported 0 items into Camping; 4 already there, left as they were
            ! nothing was imported, so there is nothing of it to undo
            $ phlistctl rm wine && phlistctl import list.md && phlistctl undo && phlistctl undo
            removed: wine (back with: phlistctl restore <4>)
            imported 0 items into Camping; 1 back from the trash; 3 already there, left as they were
            removed: wine
            back again: wine
            $ phlistctl -q undo && phlistctl -q undo && phlistctl -q undo > /dev/null
            <2>
            <1>
            $ phlistctl list ls -q
            $ phlistctl import - --into Nowhere < list.md
            ! phlistctl: no list "Nowhere"
            ! see phlistctl list ls, or make it: phlistctl list new Nowhere
            exit 66
            """
        )
        let again = try home("import", "list.md")
        again.expect(0, "imported 4 items into the new list Camping, which everybody sees")
    }

    @Test func `what JSON, CSV, Markdown and todo.txt write comes in again as it was, in another household`() throws {
        let home = try Home()
        try Self.put(Self.markdown, "list.md", in: home)
        try home("import", "list.md")
        try home("add", "Camping", "+plus at start", "@ben do")
        try home("list", "new", "Gifts", "--private", "--desc", "secret", "--due", "2030-12-24", "--sort", "name")
        try home("add", "Gifts", "=HYPERLINK(\"x\")", "+1 ring", "-n", "-d", "2030-01-01 18:00", "-a", "none")
        try home("add", "Gifts", "=1+1", "a, \"b\"; c", "--prio", "high", "--note", "one\n\n  two", "--tag", "red")
        let (all, one) = (["json"], ["csv", "md", "todotxt"])
        for format in all + one {
            let other = try Home()
            let lists = all.contains(format) ? "" : "Camping"
            let file = "\(other.directory)/Camping"
            let written = try home.shell("phlistctl export \(lists) --format \(format) -o '\(file)'")
            #expect(written.status == 0, "\(written)")
            let read = try other("import", file)
            #expect(read.status == 0, "\(read)")
            let (before, after) = (
                try home.shell("phlistctl ls --all Camping").output,
                try other.shell("phlistctl ls --all Camping").output
            )
            func plain(_ text: String) -> String { text.replacing(#/<[0-9]+>/#, with: "<>") }
            #expect(plain(before) == plain(after), "\(format)")
            if format == "json" {
                let texts = try [home, other].map { home in
                    try home.shell("phlistctl export --format json").output
                        .replacing(#/"(created|closed)At":<now>,?/#, with: "").replacing(#/<[0-9]+>/#, with: "<>")
                }
                #expect(texts[0] == texts[1])
                #expect(texts[0].contains("secret") && texts[0].contains(#""isPrivate":true"#))
            }
            let again = try other("import", file)
            #expect(again.status == 0 && !again.output.contains("imported 1"), "\(again)")
            #expect(again.output.contains("imported 0 items into Camping; 6 already there"), "\(again)")
        }
    }

    @Test func `every file of the corpus that comes in adds nothing the second time`() throws {
        let home = try Home()
        let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "PhlistFormatsTests/Corpus")
        let files = try FileManager.default.subpathsOfDirectory(atPath: corpus.path).sorted()
            .filter { $0.contains("/") && !$0.hasPrefix(".") }
        #expect(files.count == 40)
        for file in files {
            let path = corpus.appending(path: file).path
            let first = try home("import", path, "--skip-invalid")
            #expect(first.status == 0, "\(file): \(first)")
            let before = try home("export", "--format", "json").output
            let again = try home("import", path, "--skip-invalid")
            #expect(again.status == 0, "\(file): \(again)")
            #expect(try home("export", "--format", "json").output == before, "\(file)")
        }
    }

    @Test func `tasks of a calendar that were exported come in again as they were`() throws {
        let home = try Home()
        try Self.put(Self.markdown, "list.md", in: home)
        try home("import", "list.md")
        try home("add", "Camping", "a, \"b\"; c", "--prio", "high", "--note", "one\n\n  two", "--tag", "red")
        try home("add", "Camping", "train", "-d", "2030-01-01 18:00")
        try home("export", "Camping", "--format", "ics", "-o", "Camping.ics").check()
        let other = try Home()
        try other("import", "\(home.directory)/Camping.ics").check()
        try other("export", "Camping", "--format", "ics", "-o", "Camping.ics").check()
        func listed(_ home: Home) throws -> String {
            try home("ls", "--all", "--long", "Camping").output.replacing(#/<[0-9]+>/#, with: "<>")
        }
        #expect(try listed(home) == listed(other))
        try other("import", "Camping.ics").check(says: "imported 0 items into Camping; 6 already there")
    }

    @Test func `the name of a file tells its format, and an error names that file`() throws {
        let home = try Home()
        try home("add", "milk").check()
        for (name, text) in [
            ("a.md", "# Shopping"), ("a.ics", "BEGIN:VCALENDAR"), ("a.json", "{"), ("todo.txt", "milk"),
        ] {
            try home("export", "-o", name).check(says: "to \(name)")
            #expect(try home.shell("head -n 1 \(name)").output.contains(text), "\(name)")
        }
        try home("export", "-o", "b.ics", "--format", "md").check()
        #expect(try home.shell("head -n 1 b.ics").output.hasPrefix("# Shopping"))
        try home("export", "-o", "a.doc").check(64, says: "--format is missing")
        try home("export", "-o", "none/a.md").check(66, says: "cannot write none/a.md: no such file or directory")
    }

    @Test func `a cell that looks like a formula is guarded on the way out and comes back as it was`() throws {
        let home = try Home()
        try home("list", "new", "Sums")
        try home("add", "Sums", "=1+1", "+2", "@x", "'=3", "'tis")
        let written = try home("export", "Sums", "--format", "csv").output
        for cell in [",'=1+1,", ",'+2,", ",'@x,", ",''=3,", ",'tis,"] { #expect(written.contains(cell), "\(cell)") }
        try home.session(
            """
            $ phlistctl export Sums --format csv -o Copy.csv
            exported 1 list, 5 items to Copy.csv
            $ phlistctl export Sums --format csv -o Copy.csv
            ! phlistctl: Copy.csv already exists
            ! name another file, or add --force
            exit 64
            $ sed -i 's/^Sums/Copy/; s/,[k-z]*\\r$/,\\r/' Copy.csv && phlistctl import Copy.csv
            imported 5 items into the new list Copy, which everybody sees
            ! left out: created (5)
            $ phlistctl ls Copy
            Copy
              [ ] <6>  =1+1
              [ ] <7>  +2
              [ ] <8>  @x
              [ ] <9>  '=3
              [ ] <10>  'tis
            """
        )
    }

    @Test func `what is wrong is one line with its place, and nothing has come in`() throws {
        let home = try Home()
        try Self.put("Aufgabe;Fällig\nMilch;24.12.2030\nBrot;bald\n", "einkauf.csv", in: home)
        try Self.put("{\"lists\":[{\"title\":\"A\"},\n{\"title\":\"B\"}]}", "two.json", in: home)
        try home.session(
            """
            $ phlistctl import einkauf.csv
            ! phlistctl: einkauf.csv, line 3, character 6: "bald" is not a clear date; write it as 2026-12-25
            ! nothing was changed; with --skip-invalid the rest is imported
            exit 65
            $ sed -i 's/bald/25.12.2030/' einkauf.csv && phlistctl import - < einkauf.csv
            ! phlistctl: this input names no list
            ! say which: --into LIST
            exit 64
            $ phlistctl import two.json --into A
            ! phlistctl: --into takes a file with one list, and this one has 2
            !   A
            !   B
            exit 65
            $ phlistctl import --format md two.json
            ! phlistctl: there is nothing in two.json to import
            exit 65
            $ phlistctl import nowhere.csv
            ! phlistctl: cannot read nowhere.csv: no such file or directory
            exit 66
            $ printf '# tidies up\\nrm -r /tmp/old\\n' > script.txt && phlistctl import script.txt
            ! phlistctl: there are no items in script.txt
            ! nothing was changed; to import it as a list anyway: --format md
            exit 65
            $ phlistctl list ls -q
            $ phlistctl import einkauf.csv
            imported 2 items into the new list einkauf, which everybody sees
            $ phlistctl ls
            einkauf
              [ ] <1>  Milch  24 Dec 2030
              [ ] <2>  Brot  25 Dec 2030
            """
        )
    }

    /// They are more than any other request may carry.
    @Test func `three thousand rows come in as one, and go with one undo`() throws {
        let home = try Home()
        let note = String(repeating: "and more of it ", count: 24)
        let rows = (0..<3000).map { "Big,Part \($0 % 20),item \($0),\"\(note)\",2030-12-\($0 % 18 + 10),t\($0 % 50)" }
        try Self.put("list,section,title,note,due,tags\n" + rows.joined(separator: "\n"), "big.csv", in: home)
        let read = try home("import", "big.csv")
        read.expect(0, "imported 3000 items into the new list Big, which everybody sees")
        try home("import", "big.csv").check(says: "imported 0 items into Big; 3000 already there, left as they were\n")
        try home.daemon.restart()
        let written = try home("export", "Big", "--format", "csv").output
        #expect(written.split(whereSeparator: \.isNewline).count == 3001)
        #expect(try home("--timeout", "120", "-q", "undo").status == 0)
        #expect(try home("list", "ls", "--plain").output.isEmpty)
    }
}
