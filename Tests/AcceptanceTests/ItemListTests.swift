import Testing

/// Which items are shown, and how, with the programs as they are installed.
struct ItemListTests {
    @Test func `S0.31 S1.24 S1.25 S3.4 S4.16 S4.23 S4.25 S4.26 what is closed stands struck out below what is open`()
        throws
    {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q add milk >/dev/null; phlistctl -q add bread >/dev/null; phlistctl -q add salt >/dev/null
            $ phlistctl -q done milk >/dev/null; phlistctl -q cancel salt >/dev/null
            $ phlistctl ls
            Shopping
              [ ] <1>  bread
            $ phlistctl ls --all
            Shopping
              In Progress
                [ ] <1>  bread
              Completed
                [x] <2>  milk  done today
              Cancelled
                [~] <3>  salt  cancelled today
            $ phlistctl ls --state done
            Shopping
              Completed
                [x] <2>  milk  done today
            $ phlistctl undone milk
            open again: milk
            $ phlistctl ls
            Shopping
              [ ] <2>  milk
              [ ] <1>  bread
            """
        )
        try home("done", "milk")
        let colored = try home.shell("NO_COLOR= phlistctl --color always ls --all").output
        #expect(colored.contains("\u{1B}[2;9mmilk\u{1B}[0m"))
        #expect(!colored.contains("9mbread"))
    }

    @Test func `S1.4 S1.5 S1.15 S1.16 S1.17 S1.18 lists are filtered by state, member, day and tag, and sorted by day`()
        throws
    {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q list new House >/dev/null; phlistctl -q list new Garden >/dev/null
            $ phlistctl -q add House plumber -d 2031-12-24 >/dev/null
            $ phlistctl -q add House tax -d yesterday >/dev/null
            $ phlistctl -q add House paint >/dev/null; phlistctl -q add Garden weed -d today -a $(id -un) >/dev/null
            $ phlistctl -q add Garden water -d tomorrow --tag daily >/dev/null
            $ phlistctl ls
            House
              [ ] <1>  plumber  24 Dec 2031
              [ ] <2>  tax  ! yesterday
              [ ] <3>  paint
            Garden
              [ ] <4>  weed  today
              [ ] <5>  water  tomorrow
            $ phlistctl ls House --sort due
            House
              [ ] <2>  tax  ! yesterday
              [ ] <1>  plumber  24 Dec 2031
              [ ] <3>  paint
            $ phlistctl ls House --sort due --reverse -q
            <1>
            <2>
            <3>
            $ phlistctl ls --due overdue -q
            <2>
            $ phlistctl ls --due today -q
            <4>
            $ phlistctl ls --due week -q
            <4>
            <5>
            $ phlistctl ls --due 2031-12-24 -q
            <1>
            $ phlistctl ls --tag '#DAILY' -q
            <5>
            $ phlistctl ls --assign none House -q
            <1>
            <2>
            <3>
            $ phlistctl mine
            Garden
              [ ] <4>  weed  today
            $ phlistctl due | grep -v '('
            Overdue
              [ ] <2>  tax  ! yesterday  in House
            today
              [ ] <4>  weed  today  in Garden
              [ ] <5>  water  tomorrow  in Garden
            $ phlistctl -q done weed >/dev/null; phlistctl ls --mine
            ! nothing like that
            """
        )
    }

    @Test func `S3.15 S3.19 S3.20 items stand by name or by the day on which they were added`() throws {
        let home = try Home()
        try home.session(
            """
            $ printf 'zèbre\\nÄpfel\\nitem 10\\népicerie\\nitem 2\\nStraße\\n' | phlistctl -q add - >/dev/null
            $ phlistctl ls --sort name --plain | cut -f4 | tr '\\n' ' '
            Äpfel épicerie item 2 item 10 Straße zèbre ␄
            $ phlistctl ls --sort created --plain | cut -f4 | tr '\\n' ' '
            zèbre Äpfel item 10 épicerie item 2 Straße ␄
            $ phlistctl ls --sort name --reverse --plain | cut -f4 | tr '\\n' ' '
            zèbre Straße item 10 item 2 épicerie Äpfel ␄
            $ phlistctl find apfel
            Shopping
              [ ] <1>  Äpfel
            $ phlistctl find STRASSE -q
            <2>
            $ phlistctl done epicerie
            done: épicerie
            $ phlistctl find epicerie
            ! nothing open with "epicerie"; --all looks at the rest
            $ phlistctl find epicerie --all
            Shopping
              Completed
                [x] <3>  épicerie  done today
            $ phlistctl -q list new Attic >/dev/null; phlistctl -q add Attic épicerie >/dev/null
            $ phlistctl -q list rm Attic >/dev/null
            $ phlistctl find epicerie --all
            Shopping
              Completed
                [x] <3>  épicerie  done today
            Attic (in the trash)
              [ ] <4>  épicerie
            """
        )
        let lines = try home("ls", "--long").transcript.dropFirst()
        #expect(lines.allSatisfy { $0.contains("added <now> by") } && lines.count == 5)
        let sorted = try home("ls", "--sort", "created").transcript.dropFirst()
        #expect(sorted.allSatisfy { $0.hasSuffix("added today") } && sorted.count == 5)
    }

    @Test func `decision 9 days and times of the wall calendar come back as they were typed`() throws {
        let home = try Home()
        try home("-q", "add", "milk")
        for (typed, stored) in [
            ("2031/12/25", "2031-12-25"), ("2031-12-25T18:00", "2031-12-25T18:00"), ("29.2.2028", "2028-02-29"),
            ("25 dec 2031 7:05", "2031-12-25T07:05"), ("tomorrow", Moment.day(1)), ("yesterday", Moment.day(-1)),
            ("+3d", Moment.day(3)), ("today 23:59", "\(Moment.day(0))T23:59"),
        ] {
            #expect(try home("edit", "milk", "--due", typed).status == 0)
            let cells = try home("show", "milk", "--plain").output.split(
                separator: "\t",
                omittingEmptySubsequences: false
            )
            #expect(cells.count > 4 && cells[4] == stored)
        }
        // Another zone sees the same day and time.
        try home("edit", "milk", "--due", "2031-12-25T18:00")
        let there = try home.shell("TZ=Pacific/Auckland phlistctl show milk --plain")
        #expect(there.output.contains("\t2031-12-25T18:00\t"))
    }

    @Test func `what no item can be is refused in one line, and nothing is changed`() throws {
        let home = try Home()
        try home("-q", "add", "milk").expect(0, "<1>")
        try home("-q", "add", "oat milk").expect(0, "<2>")
        let before = try home("--json", "ls", "--all").output
        let long = String(repeating: "x", count: 65)
        let rows: [(Int32, String, [String])] = [
            (64, #""ilk" matches 2 items"#, ["edit", "ilk", "--qty", "2"]),
            (66, #"no item "caviar""#, ["edit", "caviar", "--qty", "2"]),
            (65, #""someday" is not a valid date"#, ["edit", "<1>", "--due", "someday"]),
            (65, #""30.2." is not a valid date"#, ["edit", "<1>", "--due", "30.2."]),
            (67, #"no member "nobody""#, ["edit", "<1>", "--assign", "nobody"]),
            (65, "a title has the control character U+001B", ["edit", "<1>", "--title", "a\u{1B}[2Jb"]),
            (65, "a title has more than one line", ["edit", "<1>", "--title", "a\nb"]),
            (65, "a note has the control character U+0007", ["edit", "<1>", "--note", "a\u{7}"]),
            (65, "a title has a tab", ["add", "a\tb"]),
            (65, "the title is empty", ["edit", "<1>", "--title", " "]),
            (65, "the title is empty", ["edit", "<1>", "--title", "\u{200B}"]),
            (65, "a quantity has 65 bytes; at most 64", ["edit", "<1>", "--qty", long]),
            (65, "a tag has 65 bytes; at most 64", ["edit", "<1>", "--tag", long]),
            (65, #""a b" is not a valid tag"#, ["edit", "<1>", "--tag", "a b"]),
            (65, "101 percent is not between 0 and 100", ["edit", "<1>", "--percent", "101"]),
            (64, "the value 'urgent' is invalid", ["edit", "<1>", "--prio", "urgent"]),
            (64, "the value 'size' is invalid", ["ls", "--sort", "size"]),
            (65, #""someday" is not a valid date"#, ["ls", "--due", "someday"]),
            (66, #"no section "Dairy" in Shopping"#, ["add", "Shopping/Dairy", "x"]),
            (66, #"no list "Oat""#, ["mv", "<1>", "Oat"]),
            (66, #"no item "caviar""#, ["mv", "<1>", "--after", "caviar"]),
            (65, "cannot go below itself", ["mv", "<1>", "--under", "<1>"]),
            (64, "--after does not go together", ["add", "x", "--after", "milk", "--top"]),
            (65, "is not in the trash", ["purge", "<1>", "--yes"]),
            (64, #""soon" is not a valid age"#, ["purge", "--older", "soon"]),
            (67, #"no member "eve""#, ["ls", "--assign", "eve"]),
            (64, "the text is empty", ["find", " "]),
        ]
        for (status, words, arguments) in rows {
            let outcome = try home.run(arguments)
            #expect(outcome.status == status, "\(arguments) \(outcome.transcript)")
            let first = outcome.messages.split(separator: "\n").first ?? ""
            #expect(first.hasPrefix("phlistctl: ") && first.contains(words), "\(arguments) \(outcome.transcript)")
            #expect(outcome.output.isEmpty)
        }
        let note = try home("edit", "<1>", "--note", "-", input: String(repeating: "n", count: 1_000_000))
        note.expect(65, "! phlistctl: a note has 1000000 bytes; at most 32768")
        #expect(try home("--json", "ls", "--all").output == before)
    }
}

extension Home {
    /// Runs phlistctl with words from a table.
    fileprivate func run(_ arguments: [String]) throws -> Outcome {
        try shell((["phlistctl"] + arguments.map { "'\($0)'" }).joined(separator: " "))
    }
}
