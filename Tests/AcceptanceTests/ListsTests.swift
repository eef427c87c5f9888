import Testing

/// The overview of a household's lists, with the programs as they are installed.
struct ListsTests {
    @Test func `S0.12 S0.21 S0.29 the overview has all lists in three sections, completed before cancelled`()
        throws
    {
        let home = try Home()
        for list in ["Camping", "Garden", "Moving", "Sailing"] { try home("list", "new", list) }
        try home("list", "done", "Moving")
        try home("list", "cancel", "Sailing")
        try home.session(
            """
            $ phlistctl
            In Progress
              Camping  –                   nothing open
              Garden   –                   nothing open
            Completed
              Moving      completed today
            Cancelled
              Sailing     cancelled today
            $ phlistctl list ls --state cancelled
            Cancelled
              <1>  Sailing  cancelled today
            """
        )
    }

    @Test
    func `S0.14 S0.15 S0.16 S0.17 S0.22 S0.23 S0.24 S0.27 a row has title, deadline, how much is done, or when it was`()
        throws
    {
        let home = try Home()
        try home.session(
            """
            $ phlistctl list new Kitchen --due 2030-10-28
            made the list Kitchen, due Mon 28 Oct 2030
            $ phlistctl list new Bathroom -d 2030-10-08
            made the list Bathroom, due Tue 8 Oct 2030
            In Progress
              Bathroom  –  due 8 Oct 2030   nothing open
              Kitchen   –  due 28 Oct 2030  nothing open
            $ phlistctl -q list new Attic --due 2020-01-05 >attic
            $ phlistctl -q list new Cellar >cellar
            $ phlistctl -q add Kitchen a b c d e >items; phlistctl -q done Kitchen/a >items
            $ phlistctl -q add Bathroom a b c d e >items
            $ phlistctl -q done Bathroom/a Bathroom/b Bathroom/c Bathroom/d >items
            $ phlistctl list done Cellar
            completed: Cellar
            $ phlistctl
            In Progress
              Attic     –     overdue since 5 Jan 2020  nothing open
              Bathroom  80 %  due 8 Oct 2030            1 open
              Kitchen   20 %  due 28 Oct 2030           4 open
            Completed
              Cellar          completed today
            """
        )
    }

    @Test
    func `S0.18 S0.47 S0.38 lists stand by nearness of their deadline, a new one in its place, those without one last`()
        throws
    {
        let home = try Home()
        for (list, due) in [("c", "2031-05-01"), ("none", "none"), ("a", "2030-05-01"), ("d", "2031-05-01T18:00")] {
            try home("list", "new", list, "--due", due)
        }
        try home.session(
            """
            $ phlistctl list new b --due 2030-05-02
            made the list b, due Thu 2 May 2030
            In Progress
              a  –  due 1 May 2030        nothing open
              b  –  due 2 May 2030        nothing open
              d  –  due 1 May 2031 18:00  nothing open
              c  –  due 1 May 2031        nothing open
            …
            $ phlistctl list ls --plain | cut -f 4,9
            2030-05-01\ta
            2030-05-02\tb
            2031-05-01T18:00\td
            2031-05-01\tc
            \tnone
            """
        )
    }

    @Test
    func
        `S0.19 S0.30 what is over goes from the newest to the oldest, its date in a column of its own`()
        throws
    {
        let home = try Home()
        for list in ["first", "second", "third", "over"] { try home("list", "new", list) }
        for list in ["second", "third", "first"] { try home("list", "done", list) }
        try home("list", "cancel", "over")
        try home.session(
            """
            $ phlistctl
            Completed
              first   completed today
              third   completed today
              second  completed today
            Cancelled
              over    cancelled today
            """
        )
        let colored = try home("--color", "always").output
        #expect(colored.contains("\u{1B}[32mcompleted today\u{1B}[0m"))
        #expect(colored.contains("\u{1B}[31mcancelled today\u{1B}[0m"))
    }

    @Test func `what is overdue is red on a terminal, and the words say it, too`() throws {
        let home = try Home()
        try home("list", "new", "Taxes", "--due", "yesterday")
        #expect(try home("--color", "always").output.contains("\u{1B}[31moverdue since yesterday\u{1B}[0m"))
        try home().expect(0, "In Progress", "  Taxes  –  overdue since yesterday  nothing open")
    }

    @Test func `S0.20 S4.6 S4.12 the first run greets with five commands, and a list is made with one`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl
            ! Nothing here yet. To begin:
            !   phlistctl member me NAME  says who you are
            !   phlistctl add milk        puts milk on the list Shopping
            !   phlistctl ls              shows what is open
            !   phlistctl pair            lets another device of the household join
            !   phlistctl join            joins the household of another device
            $ phlistctl list ls
            ! no lists yet; make one with: phlistctl list new Shopping
            $ phlistctl list new Garden
            made the list Garden
            $ phlistctl
            In Progress
              Garden  –  nothing open
            """
        )
    }

    @Test func `S0.25 S4.16 a list opens in the overview of lists, and alone`() throws {
        let home = try Home()
        try home("list", "new", "Garden")
        try home.session(
            """
            $ phlistctl add Garden weed water
            added "weed" to Garden (<1>)
            added "water" to Garden (<2>)
            $ phlistctl list ls --expand
            In Progress
              <3>  Garden  0 %  2 open
                [ ] <1>  weed
                [ ] <2>  water
            $ phlistctl list ls --expand garden -q
            <3>
            <1>
            <2>
            $ phlistctl ls Garden
            Garden
              [ ] <1>  weed
              [ ] <2>  water
            """
        )
    }

    @Test
    func `S0.26 S3.19 S3.20 lists are sorted by name, date and the rest, both ways, with accents where people look`()
        throws
    {
        let home = try Home()
        for list in ["zèbre", "Übung", "épicerie", "apotheke"] { try home("list", "new", list) }
        try home("list", "new", "Zoo", "--due", "2030-01-01")
        try home.session(
            """
            $ phlistctl list ls --plain | cut -f 9
            Zoo
            apotheke
            épicerie
            Übung
            zèbre
            $ phlistctl list ls --sort name --plain | cut -f 9
            apotheke
            épicerie
            Übung
            zèbre
            Zoo
            $ phlistctl list ls --sort name --reverse --plain | cut -f 9
            Zoo
            zèbre
            Übung
            épicerie
            apotheke
            $ phlistctl list ls --sort created --plain | cut -f 9
            zèbre
            Übung
            épicerie
            apotheke
            Zoo
            $ phlistctl list ls --sort created --reverse --plain | cut -f 9 | head -1
            Zoo
            """
        )
        for key in ["due", "updated", "percent", "done"] {
            #expect(try home("list", "ls", "--sort", key, "-q").transcript.count == 5)
        }
    }

    @Test func `items stand under their lists in the order in which the overview has the lists`() throws {
        let home = try Home()
        let dues = [("Zoo", "2030-01-03"), ("Attic", "none"), ("Garden", "2030-01-01"), ("Party", "2030-01-02")]
        for (list, due) in dues {
            try home("list", "new", list).check()
            try home("-q", "add", list, "\(list) thing", "--due", due).check()
        }
        try home("list", "edit", "Attic", "--due", "2029-12-31").check()
        let overview = try home("list", "ls", "--plain").output.split(separator: "\n")
            .map { $0.split(separator: "\t").last.map(String.init) }
        #expect(overview == ["Attic", "Garden", "Party", "Zoo"])
        let items = try home("ls").output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
        #expect(items == overview)
    }

    @Test func `the percentage is rounded down, counts no cancelled items, and completes no list by itself`() throws {
        let home = try Home()
        try home("list", "new", "L")
        try home("add", "L", "a", "b", "c", "d")
        try home("cancel", "L/d")
        try home("done", "L/a", "L/b")
        try home().expect(0, "In Progress", "  L  66 %  1 open")
        try home("done", "L/c")
        try home().expect(0, "In Progress", "  L  100 %  nothing open")
        try home("list", "clear-done", "L").expect(0, "removed 4 items from L (back with: phlistctl undo)")
        try home().expect(0, "In Progress", "  L  –  nothing open")
    }
}
