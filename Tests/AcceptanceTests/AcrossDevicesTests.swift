import Testing

/// What is done on one machine and ended on another one.
struct AcrossDevicesTests {
    /// Lets the first two homes each do something while the other one is off, and brings all together again.
    static func apart(_ homes: [Home], _ first: () throws -> Void, _ second: () throws -> Void) throws {
        for home in homes.dropFirst() { try home.daemon.stop() }
        try first()
        try homes[0].daemon.stop()
        try homes[1].daemon.start()
        try second()
        for home in homes where home !== homes[1] { try home.daemon.start() }
        for home in homes { try home.meet() }
    }

    @Test func `a conflict of two machines is shown on the third, and settled there for all`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        try Self.apart(
            homes,
            { try homes[0]("edit", "milk", "--title", "oat milk").check() },
            { try homes[1]("edit", "milk", "--title", "soy milk").check() }
        )
        for home in homes {
            try home.expect("oat milk", from: "conflicts", "--plain")
            try home.expect("soy milk", from: "conflicts", "--plain")
        }
        try homes[2]("resolve", "soy milk", "title", "rice milk").check(says: "is now rice milk")
        try homes[2].meet()
        for home in homes {
            try home.expect("rice milk", from: "ls", "--plain")
            try home("conflicts").check(says: "no conflicts")
        }
    }

    @Test func `what was added to a list while another machine removed it is told to both`() throws {
        let homes = try Home.household("ann", "ben")
        try homes[0]("-q", "list", "new", "Attic")
        try homes[0].meet()
        try Self.apart(
            homes,
            { try homes[0]("list", "rm", "Attic").check() },
            { try homes[1]("-q", "add", "Attic", "lamp").check() }
        )
        let notice = #"somebody changed Attic while it was removed: phlistctl list restore Attic"#
        for words in [[], ["status"], ["conflicts"], ["status", "--json"], ["conflicts", "--json"]] {
            for home in homes { try home.phlistctl(words).check(says: "somebody changed Attic while it was removed") }
        }
        for home in homes { try home("conflicts").check(says: notice) }
        try homes[1]("list", "restore", "Attic").check()
        for home in homes { try home.meet() }
        for home in homes {
            try home("ls", "Attic").check(says: "lamp")
            #expect(try !home().output.contains("while it was removed"))
            #expect(try !home("status").output.contains("while it was removed"))
        }
    }

    @Test func `a change of what comes back while another machine completes it is told with the next one`() throws {
        let homes = try Home.household("ann", "ben")
        try homes[0]("-q", "add", "bins", "--every", "week", "--due", "2030-01-01").check()
        try homes[0].meet()
        try Self.apart(
            homes,
            { try homes[0]("edit", "bins", "--note", "paper, too").check() },
            { try homes[1]("done", "bins").check() }
        )
        let notice = "ann changed bins in Shopping while ben completed it, and the next one is as it was before"
        for home in homes { try home("conflicts").check(says: notice) }
        // The next start reads the snapshot.
        try homes[1].daemon.stop()
        try homes[1].daemon.start()
        for words in [[], ["status"]] {
            for home in homes { try home.phlistctl(words).check(says: "\(notice): phlistctl show ") }
        }
        for words in ["undo", "redo"] { try homes[1](words).check() }
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: notice) }
        try homes[0]("edit", "bins", "--note", "paper, too").check()
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
    }

    @Test func `what was added to a list while another machine completed it is told to both until somebody sees to it`()
        throws
    {
        let homes = try Home.household("ann", "ben")
        try homes[0]("-q", "list", "new", "Attic")
        try homes[0].meet()
        try Self.apart(
            homes,
            { try homes[0]("list", "done", "Attic").check() },
            { try homes[1]("-q", "add", "Attic", "lamp").check() }
        )
        let notice = #"somebody changed Attic while it was completed, and it has open items: phlistctl list reopen"#
        for words in [[], ["status"], ["conflicts"], ["conflicts", "--json"]] {
            for home in homes { try home.phlistctl(words).check(says: notice) }
        }
        try homes[1]("done", "Attic/lamp").check()
        for home in homes { try home.meet() }
        for home in homes { #expect(try !home("conflicts").output.contains("while it was completed")) }
    }

    @Test func `what one ticks while another moves it is told where it is open`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Trip")
        try ann("-q", "add", "Shopping", "bins", "--every", "week", "--due", "2030-01-01").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("mv", "milk", "bins", "Trip").check() },
            { try ben("done", "milk", "bins").check() }
        )
        let notices = ["milk", "bins"].map { title in
            "ben completed \(title) in Shopping while ann moved it to Trip, where it is open: phlistctl done "
        }
        for home in homes {
            for arguments in [["conflicts"], ["conflicts", "--json"]] {
                for notice in notices { try home.phlistctl(arguments).check(says: notice) }
            }
            try home("conflicts").check(says: ", then: phlistctl rm ")
        }
        try ann("done", "Trip/milk", "Trip/bins").check()
        try ann("rm", "Shopping/bins").check()
        for home in homes { try home.meet() }
        for home in homes {
            try home("conflicts").check(says: "no conflicts")
            let bins = try home("ls", "--plain").output.split(separator: "\n").filter { $0.contains("bins") }
            #expect(bins.count == 1, "\(bins)")
        }
    }

    @Test func `what two move to two lists is told until one of them is removed`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Attic", "Trip"] { try ann("-q", "list", "new", list) }
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("mv", "milk", "Attic").check() },
            { try ben("mv", "milk", "Trip").check() }
        )
        for home in homes {
            let told = "milk was moved from Shopping to Attic and Trip, and is in each; to keep one: phlistctl rm "
            try home("conflicts").check(says: told)
        }
        try ben("rm", "Trip/milk").check()
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
    }

    @Test func `what was added to a list while another machine merged it is told with the commands that move it`()
        throws
    {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Attic", "Cellar"] { try ann("-q", "list", "new", list) }
        try ann("-q", "add", "Attic", "lamp", "rope")
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("list", "merge", "Attic", "Cellar").check() },
            { try ben.shell("phlistctl -q add Attic chest && phlistctl -q done Attic/lamp").check() }
        )
        let way = #"phlistctl list restore Attic, then: phlistctl list merge Attic Cellar"#
        for home in homes {
            for command in ["status", "conflicts"] {
                try home(command).check(says: "somebody changed Attic while it was merged into Cellar: \(way)")
            }
        }
        try ben("list", "restore", "Attic").check()
        try ben("list", "merge", "Attic", "Cellar").check()
        try ben.meet()
        for home in homes {
            let items = try home.shell("phlistctl ls Cellar --all | sed -E 's/[a-z]+ +//' | sort").output
            for line in ["[ ] chest", "[ ] rope", "[x] lamp"] {
                #expect(items.split(separator: "\n").count { $0.contains(line) } == 1, "\(items)")
            }
            try home("conflicts").check(says: "no conflicts")
            #expect(try !home("status").output.contains("somebody wrote"))
        }
    }

    @Test(arguments: [["rm", "milk"], ["edit", "milk", "--qty", "2 l"]])
    func `a removal that met a restored item is told, until it is removed or changed again`(last: [String]) throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try Self.apart(
            homes,
            { try ann.shell("phlistctl -q rm milk && phlistctl -q undo").check() },
            { try ben("rm", "milk").check() }
        )
        for home in homes {
            try home("ls").check(says: "milk")
            let told = try home("conflicts")
            told.check(says: "milk in Shopping stays, because ann changed it while ben removed it: phlistctl rm ")
            try home("conflicts", "Shopping").check(says: "milk in Shopping stays, because ann changed it")
            try home("conflicts", "--json").check(says: "because ann changed it while ben removed it")
        }
        try ben.phlistctl(last).check()
        try ben.meet()
        for home in homes {
            try home("ls", "--all").check()
            #expect(try !home("conflicts").messages.contains("stays, because"))
        }
    }

    @Test func `what was opened again while somebody cleared the list stays, and nobody is asked about it`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("done", "milk").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("list", "clear-done", "Shopping").check() },
            { try ben("undone", "milk").check() }
        )
        for home in homes {
            try home("ls").check(says: "milk")
            try home("show", "milk").check(says: "ben edited it while ann deleted it")
            try home("conflicts").check(says: "no conflicts")
        }
        try ann("-q", "backup", "kept").check()
        let new = try Home()
        try new("restore-backup", "\(ann.directory)/kept").check()
        try new("ls").check(says: "milk")
        try ann("export", "--format", "md", "Shopping").check(says: "- [ ] milk")
    }

    @Test func `a series that one ends while another ticks it is told, and ends when that is chosen`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "add", "bins", "--every", "tue").check()
        try ann.meet()
        let before = try ben("history", "Shopping", "--plain").output
        try Self.apart(
            homes,
            {
                let ended = try ann("edit", "bins", "--every", "none")
                ended.check(says: ", no recurrence")
                #expect(ended.output.split(separator: "\n").count == 1, "\(ended.output)")
            },
            { try ben("done", "bins").check(says: "next: bins") }
        )
        for home in homes {
            #expect(try home("ls", "--plain").output.split(separator: "\n").count { $0.contains("bins") } == 1)
            let told = try home("conflicts").output
            #expect(told.contains("bins") && told.contains("recurrence") && told.contains("ann"), "\(told)")
        }
        try ben("resolve", "bins", "recurrence", "none").check()
        try ben("done", "bins").check()
        try ben.meet()
        for home in homes {
            try home("conflicts").check(says: "no conflicts")
            #expect(try !home("ls", "--plain").output.contains("bins"))
            let history = try home("history", "Shopping", "--plain").output
            #expect(history.split(separator: "\n").count > before.split(separator: "\n").count)
            #expect(!history.contains("something"), "\(history)")
        }
    }

    @Test func `a record that one changes while another removes it stays, and is told`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        let fields = #"{"fields": [{"name": "Name", "type": "text"}, {"name": "Kind", "type": "text"}]}"#
        try ann("form", "new", "pets", "--from", "-", "--household", input: fields).check()
        try ann("record", "save", "pets", "name=Mia", "kind=cat").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("record", "save", "pets", "name=Mia", "kind=dog").check() },
            { try ben("record", "rm", "pets", "Mia").check() }
        )
        for home in homes {
            try home("record", "ls", "pets").check(says: "dog")
            let reason = "because ann changed it while ben removed it: phlistctl record rm pets Mia"
            try home("conflicts").check(says: "Mia in pets stays, \(reason)")
        }
        try ann("record", "save", "pets", "name=Rex", "kind=cat").check()
        for home in homes { try home.meet() }
        try Self.apart(
            homes,
            { try ann("record", "save", "pets", "name=Rex", "kind=dog").check() },
            { try ben("record", "save", "pets", "--key", "Rex", "name=Max").check() }
        )
        for home in homes {
            let reason = "because ann changed it while ben gave it the key Max: phlistctl record show pets Rex, then: "
            try home("conflicts").check(says: "Rex in pets stays, \(reason)phlistctl record rm pets Rex")
        }
        try ann("record", "rm", "pets", "Rex").check()
        try ann("record", "rm", "pets", "Mia").check()
        try ann.meet()
        for home in homes {
            #expect(try !home("conflicts").messages.contains("stays"))
            try home("record", "ls", "pets", "--all").check(says: "Mia")
        }
    }

    @Test func `what a person did on one machine he takes back on another`() throws {
        let (laptop, nas) = (try Home.called("ann"), try Home())
        try laptop("-q", "add", "milk")
        try nas.join(laptop, for: "ann").check()
        try nas.meet()
        try laptop("edit", "milk", "--title", "oat milk").check()
        try laptop.meet()
        try nas("undo").check(says: "title back to milk (was oat milk)")
        try nas.meet()
        try laptop.expect("] ", from: "ls")
        #expect(try !laptop("ls", "--plain").output.contains("oat milk"))
        try laptop("redo").check(says: "title back to oat milk (was milk)")
    }

    @Test func `a record that two machines save apart is one, with both values of a field shown`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("form", "template", "student", "--household").check()
        let values = "date-of-birth=2010/05/17 consent-date=2026/11/01 primary-language=english disability=none"
        try ann.shell("phlistctl record save student student-id=S17 ethnicity=asian \(values)").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("record", "save", "student", "student-id=S17", "ethnicity=african").check() },
            { try ben("record", "save", "student", "student-id=s17", "ethnicity=european").check() }
        )
        for home in homes {
            #expect(try home("record", "ls", "student", "--plain").output.split(separator: "\n").count == 1)
            let conflicts = try home("conflicts", "--plain").output.lowercased()
            #expect(conflicts.contains("african") && conflicts.contains("european"), "\(conflicts)")
        }
    }

    @Test func `two households of one that both have a list Shopping are joined, and the lists made one`() throws {
        let (ann, ben) = (try Home.called("ann"), try Home.called("ben"))
        try ann("-q", "add", "milk")
        try ann("-q", "add", "Shopping", "bread")
        try ben("-q", "add", "milk")
        try ben("-q", "add", "Shopping", "eggs")
        let (code, port) = try ann.admit()
        let joining = try ben.terminal("join", "--host", "127.0.0.1:\(port)", "--share-lists")
        try joining.expect("Code: ")
        try joining.type("\(code)\r")
        try joining.expect("2 lists are called Shopping; to make one of them: phlistctl list merge ")
        #expect(try joining.wait() == 0)
        for home in [ben, ann] { try home.meet() }
        let rows = try ann("list", "ls", "--plain").output.split(separator: "\n").filter { $0.hasSuffix("\tShopping") }
        #expect(rows.count == 2)
        let ids = rows.map { String($0.prefix { $0 != "\t" }) }
        try #require(ids.count == 2)
        let ambiguous = try ann("add", "Shopping", "salt")
        ambiguous.check(64, says: "\"Shopping\" matches 2 lists")
        for id in ids { ambiguous.check(64, says: id) }
        try ann("list", "merge", ids[1], ids[0]).check()
        try ann.meet()
        for home in [ann, ben] {
            let lists = try home("list", "ls", "--plain").output.split(separator: "\n")
            #expect(lists.filter { $0.hasSuffix("\tShopping") }.count == 1)
            let items = try home("ls", "Shopping", "--plain").output
            for item in ["milk", "eggs"] { #expect(items.contains(item), "\(items)") }
        }
    }
}
