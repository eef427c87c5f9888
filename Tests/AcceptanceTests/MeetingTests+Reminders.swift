import Testing

/// Reminders and turns, where they meet everything else that happens to items.
extension MeetingTests {
    @Test func `rules and reminders that were set apart are settled with the words in which they are typed`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "House")
        try ann("-q", "add", "House", "bins", "--due", "2030-04-16").check()
        try ben.expect("bins", from: "ls", "House")
        try ben.daemon.stop()
        try ann("-q", "edit", "bins", "--every", "tue", "--remind", "1 day before").check()
        try ann.daemon.stop()
        try ben.daemon.start()
        try ben("-q", "edit", "bins", "--every", "2 weeks", "--remind", "when due").check()
        try ann.daemon.start()
        try ann.expect("recurrence", from: "conflicts")
        try ann.expect("reminder", from: "conflicts")
        try ann("conflicts").check(says: "every week on Tue")
        try ann("resolve", "bins", "every", "blue").check(65, says: "does not say when it comes back")
        try ann("resolve", "bins", "remind", "soon").check(65, says: "does not say when to remind")
        try ann("resolve", "bins", "every", "2 weeks mon,thu 18:00")
            .check(says: "recurrence of bins is now every 2 weeks on Mon and Thu")
        try ann("resolve", "bins", "reminder", "2 days before").check(says: "reminder of bins is now 2 days before")
        try ben.expect("2 days before", from: "show", "bins")
        try ben("show", "bins").check(says: "every 2 weeks on Mon and Thu")
        try ben("conflicts").check(says: "no conflicts")
        try ben("done", "bins").check(says: "next: bins")
    }

    @Test func `a reminder is heard wherever the item goes`() throws {
        let (home, restored) = (try Home.called("ann"), try Home())
        try home("-q", "list", "new", "House")
        let remind = "1 day before,2030-04-16 7:00"
        try home("-q", "add", "House", "bins", "--due", "2030-04-17", "--remind", remind).check()
        let moments = ["16 Apr 2030 07:00", "16 Apr 2030 09:00"]
        try home("notify", "-n", "--json").check(says: #""moments":["2030-04-16T07:00","2030-04-16T09:00"]"#)
        try home("-q", "list", "new", "Flat")
        try home("-q", "mv", "bins", "Flat", "--yes").check()
        try home("notify", "-n").check(says: "\(moments[0])  bins")
        for format in ["json", "csv", "md", "ics", "todotxt"] {
            try home("export", "Flat", "--format", format, "-o", "flat.\(format)").check()
            let other = try Home.called("ben")
            try other("import", "\(home.directory)/flat.\(format)").check()
            let told = try other("notify", "-n", "--json")
            told.check(says: #""moments":["2030-04-16T07:00","2030-04-16T09:00"]"#)
        }
        try home("backup", "kept").check()
        try restored("restore-backup", "\(home.directory)/kept").check()
        try restored("notify", "-n").check(says: "\(moments[0])  bins")
    }

    @Test func `who takes turns without seeing the list is named, and has a turn once it is shared`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--private")
        let hint = #"ben does not see Gift, and has no turn until then; who sees it: phlistctl members Gift"#
        try ann("add", "Gift", "plants", "--every", "day", "--rotate", "ann,ben").check(says: hint)
        try ann("show", "plants", "--json").check(says: #""membersWithoutTurn":["ben"]"#)
        try ann("edit", "plants", "--rotate", "ben,ann").check(says: hint)
        try ann("-q", "done", "plants")
        try ann("mine").check(says: "plants")
        try ann.share("Gift", with: "ben", at: ben)
        try ben.expect("plants", from: "ls", "Gift")
        try ann.expect("ben  takes part", from: "members", "Gift")
        #expect(try !ann("edit", "plants", "--rotate", "ann,ben").messages.contains("does not see"))
        try ann("-q", "done", "plants")
        try ben.expect("plants", from: "mine")
    }

    @Test func `an occurrence that is tried out is neither done nor skipped, and nobody has had a turn`() throws {
        let home = try Home.called("ann")
        try home("-q", "member", "add", "ben")
        try home("-q", "list", "new", "House")
        try home("-q", "add", "House", "bins", "--every", "tue", "--rotate", "ann,ben").check()
        #expect(try home("ls", "House").output.contains("↻ @ann\n"))
        #expect(try home("ls", "House", "--long").output.split(separator: "@ann").count == 2)
        let shown = try home("show", "bins", "--json").output
        let history = try home("history", "House", "-q").output
        try home("done", "-n", "bins").check(says: "next: bins")
        try home("done", "-n", "bins").check(says: "@ben")
        try home("skip", "-n", "bins").check(says: "next: bins")
        #expect(try home("show", "bins", "--json").output == shown)
        #expect(try home("history", "House", "-q").output == history)
    }

    @Test func `what watch shows of all lists is as it is chosen for them, and stays so`() throws {
        let home = try Home.called("ann")
        for (list, item) in [("Flat", "lamp"), ("House", "bins")] {
            try home("-q", "list", "new", list)
            try home("-q", "add", list, item)
        }
        try home("list", "view", "--flat", "yes", "--sort", "name").check()
        let watch = try home.terminal("watch")
        try watch.expect("bins")
        let table = watch.screen.text
        #expect(table.contains("House") && !table.hasPrefix("Flat\n"), "\(table)")
        try home("-q", "add", "Flat", "anchor")
        try watch.expect("anchor")
        let titles = watch.screen.text.split(separator: "\n").compactMap { line in
            ["anchor", "bins", "lamp"].first { line.contains("] ") && line.contains($0) }
        }
        // Below the table stands the newest change.
        #expect(titles == ["anchor", "bins", "lamp", "anchor"])
        try watch.interrupt()
        #expect(try watch.wait() == 130)
    }
}
