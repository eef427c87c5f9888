import Testing

/// Items that come back, where they meet everything else that happens to items.
extension MeetingTests {
    @Test func `an item that comes back goes wherever items go`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "House")
        try ann("add", "House", "bins", "--every", "tue", "-t", "at the gate").check(says: ", every week on Tue")
        try ben.expect("every week on Tue", from: "show", "bins")
        try ben("done", "bins").check(says: "next: bins")
        try ann.expect("done today", from: "ls", "House", "--all")
        try ann("show", "bins").check(says: "at the gate")
        let past = try ann("history", "bins").messages.firstMatch(of: /before that, bins was done .* by ben: (.*)\n/)
        try ann.shell(past.map { String($0.output.1) } ?? "no command").check(says: "ticked bins")
        let shown = try ann("show", "bins").output
        #expect(shown.contains(/last time +done .* by ben \(<\d+>\)/), "\(shown)")
        try ben("undo").check(says: "removed: bins")
        #expect(try !ben("history", "bins").messages.contains("before that"))
        try ann.expect("done today", false, from: "ls", "House", "--all")
        #expect(try ann.count("bins", "ls", "House") == 1)
        try ben("skip", "bins").check(says: "skipped: bins")
        try ann.expect("cancelled today", from: "ls", "House", "--all")
        #expect(try ann.count("bins", "ls", "House", "--all") == 2)
        try ann("history", "House").check(says: "cancelled bins; restored bins")
        try ann("-q", "list", "new", "Flat")
        try ann("mv", "bins", "Flat", "--yes").check()
        try ann("done", "Flat/bins").check(says: "next: bins")
        try ann("find", "WEEKLY").check(says: "nothing")
        try ann("export", "Flat", "--format", "ics").check(says: "RRULE:FREQ=WEEKLY;BYDAY=TU")
        try ann("edit", "bins", "--every", "blue").check(65, says: "does not say when it comes back")
        try ann("skip", "nothing").check(66)
    }

    @Test func `two who complete one while they do not see each other find one next item`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "House")
        try ann("-q", "add", "House", "bins", "--every", "tue")
        try ben.expect("bins", from: "ls", "House")
        try ben.daemon.stop()
        try ann("-q", "done", "bins")
        try ann.daemon.stop()
        try ben.daemon.start()
        try ben("-q", "done", "bins")
        try ann.daemon.start()
        try ann.expect("ben on", from: "history", "House")
        try ben("sync", "--wait").check()
        for home in homes {
            #expect(try home.count("bins", "ls", "House", "--all") == 2)
            #expect(try home.count("bins", "ls", "House") == 1)
            try home("conflicts").check(says: "no conflicts")
        }
    }

    @Test func `an item that is opened again says which one stays beside it`() throws {
        let home = try Home.called("ann")
        try home("-q", "add", "bins", "--every", "tue")
        try home("-q", "done", "bins")
        try home("undone", "bins").check(says: "removed the next one: bins")
        try home("-q", "done", "bins")
        try home("-q", "edit", "bins", "--note", "the blue one")
        let opened = try home("undone", "bins").output
        #expect(opened.contains(/open again: bins; the next one \(<\d+>\) stays, due \w/), "\(opened)")
        #expect(try home.count("bins", "ls") == 2)
        try home("rm", "bins").check(says: "removed: bins")
        #expect(try home.count("bins", "ls") == 1)
    }

    @Test func `an item that comes back is in a backup, an export and a copy of its list`() throws {
        let (home, restored) = (try Home.called("ann"), try Home())
        try home("-q", "list", "new", "House")
        try home("-q", "add", "House", "bins", "--every", "2 weeks mon,thu until 2030-01-01")
        try home("-q", "done", "bins")
        try home("list", "copy", "House", "Flat", "--reset").check()
        #expect(try home.count("bins", "ls", "Flat", "--all") == 1)
        try home("backup", "kept").check()
        try restored("restore-backup", "\(home.directory)/kept").check()
        try restored("show", "House/bins").check(says: "every 2 weeks on Mon and Thu until 1 Jan 2030")
        for format in ["json", "csv", "md", "ics", "todotxt"] {
            try home("export", "Flat", "--format", format, "-o", "flat.\(format)").check()
            let other = try Home.called("ben")
            try other("import", "\(home.directory)/flat.\(format)").check()
            try other("show", "bins").check(says: "every 2 weeks on Mon and Thu until 1 Jan 2030")
            try other("done", "bins").check(says: "next: bins")
        }
    }

    @Test func `an item that comes back is cleared, merged and tried out as others are`() throws {
        let home = try Home.called("ann")
        for list in ["House", "Flat"] { try home("-q", "list", "new", list) }
        try home("-q", "add", "House", "bins", "--every", "tue")
        try home("done", "-n", "bins").check(says: "next: bins")
        #expect(try home.count("bins", "ls", "House", "--all") == 1)
        try home("-q", "done", "bins")
        try home("list", "clear-done", "House").check(says: "removed 1 item")
        try home("-q", "done", "bins")
        #expect(try home.count("done today", "ls", "House", "--all") == 2)
        #expect(try home.count("bins", "trash", "House") == 1)
        try home("-q", "list", "merge", "House", "Flat", "--yes")
        #expect(try home.count("[ ]", "ls", "Flat") == 1)
        try home("done", "Flat/bins").check(says: "next: bins")
        try home("add", "Flat", "Bins").check(says: "\"bins\" is already open in Flat")
        try home("complete", "items", "bi").check(says: "bins")
    }

    @Test func `who joins gets the series, and who leaves the household goes on with it alone`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "House")
        try ann("-q", "add", "House", "bins", "--every", "after 3 days")
        try ann("-q", "done", "bins")
        try ben.expect("bins", from: "ls", "House")
        try ben("household", "leave", "--yes").check()
        try ben("done", "bins").check(says: "next: bins")
        try ben("undo").check(says: "removed: bins")
        try ann("skip", "bins").check(says: "next: bins")
        #expect(try ann.count("bins", "ls", "House") == 1)
    }
}

extension Home {
    /// The number of lines with a word that a command prints.
    fileprivate func count(_ word: String, _ arguments: String...) throws -> Int {
        try phlistctl(arguments).output.split(separator: "\n").count { $0.contains(word) }
    }
}
