import Testing

/// What no field shows as a conflict, and is told all the same.
extension AcrossDevicesTests {
    @Test func `an amount that one sets while another one ticks is told until it is opened or cleared`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "add", "Shopping", "eggs", "--qty", "6").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann.shell("phlistctl -q edit eggs --qty 10; phlistctl -q edit milk --qty '2 l'").check() },
            { try ben("done", "eggs", "milk").check() }
        )
        for home in homes {
            for (title, amount) in [("eggs", "10"), ("milk", "2 l")] {
                let told = "ann set \(title) in Shopping to \(amount) while ben completed it: phlistctl undone "
                try home("conflicts").check(says: told)
            }
        }
        try ben("undone", "eggs").check()
        try ann("list", "clear-done", "Shopping").check()
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
        try ben("ls").check(says: "eggs")
    }

    @Test func `what one adds again or changes while another one ticks is told, until one of them says what is right`()
        throws
    {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "add", "Shopping", "coffee", "cocoa", "tea").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann.shell("phlistctl -q done coffee tea milk; phlistctl -q cancel cocoa").check() },
            {
                try ben("-q", "add", "Shopping", "coffee").check()
                try ben.shell("phlistctl -q edit cocoa --assign ben; phlistctl -q edit tea --note green").check()
            }
        )
        for home in homes {
            let told = try home("conflicts")
            told.check(says: "ben added or restored coffee in Shopping while ann completed it: phlistctl undone ")
            told.check(says: "ben changed cocoa in Shopping while ann cancelled it: phlistctl undone ")
            told.check(says: "ben changed tea in Shopping while ann completed it: phlistctl undone ")
            #expect(!told.messages.contains("milk"), "\(told.messages)")
        }
        try ben("undone", "coffee").check(says: "open again: coffee")
        try ann("done", "tea").check(says: "done: tea")
        try ann("done", "tea").check(says: "already done: tea")
        try ben("cancel", "cocoa").check(says: "cancelled: cocoa")
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
        try ann("ls").check(says: "coffee")
    }

    @Test func `what two add apart to one amount is told, until somebody gives the sum`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "add", "Shopping", "chips", "--qty", "3").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("-q", "add", "Shopping", "chips", "--qty", "+1").check() },
            { try ben.shell("phlistctl -q edit chips --qty +1; phlistctl -q edit milk --qty 2").check() }
        )
        for home in homes {
            let told = try home("conflicts")
            told.check(says: "ann and ben independently changed chips in Shopping to 4; if each added, give the sum: ")
            #expect(!told.messages.contains("milk"), "\(told.messages)")
        }
        // Other edits hide nothing, and the amount that is shown may be the right one.
        try ann.shell("for i in $(seq 25); do phlistctl -q edit chips --note $i; done").check()
        let told = "ann and ben independently changed chips in Shopping to 4"
        for home in homes { try home("conflicts").check(says: told) }
        try ben("edit", "chips", "--qty", "4").check(says: "changed: chips")
        try ben("edit", "chips", "--qty", "4").check(says: "nothing to change: chips")
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
    }

    @Test func `photos that two set apart can be looked at, on both devices, before one is taken`() throws {
        let homes = try Home.household("ann", "ben")
        try homes[0].meet()
        func set(_ home: Home, side: Int) throws {
            try PhotoTests.makePicture("\(side).jpg", home, side: side)
            try home("photo", "set", "milk", "\(side).jpg").check()
        }
        try Self.apart(homes, { try set(homes[0], side: 40) }, { try set(homes[1], side: 400) })
        for home in homes {
            try home("conflicts").check(says: "to look at a photo: phlistctl photo show ")
            for number in 1...2 { try home("photo", "save", "milk", "\(number).jpg", "--take", "\(number)").check() }
            let widths = try home.bash("for i in 1 2; do vipsheader -f width $i.jpg; done | sort -n | xargs").output
            #expect(widths == "40 400\n")
            try home("photo", "show", "milk", "--take", "2").check(says: "photo 2 of milk")
            let missing = try home("photo", "save", "milk", "3.jpg", "--take", "3")
            missing.check(66, says: "no value 3: those of \"milk\" are 1 to 2")
            try home("photo", "show", "milk", "--take", "x").check(64, says: "--take")
        }
        try homes[1]("resolve", "milk", "photo", "--take", "2").check()
        for home in homes { try home.meet() }
        let told = "no conflict about the photo of \"milk\""
        for home in homes { try home("photo", "show", "milk", "--take", "1").check(66, says: told) }
    }

    @Test func `resolve is completed with what has a conflict, and with nothing else`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "add", "Shopping", "mint").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("edit", "milk", "--note", "fresh").check() },
            { try ben("edit", "milk", "--note", "whole").check() }
        )
        for home in homes { #expect(try CompletionTests.offers(home, "resolve", "mi") == ["milk"]) }
    }

    @Test func `what one moves and another one removes stays, and is told until it is changed or removed`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Trip")
        try ann("-q", "add", "Shopping", "soap").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("mv", "milk", "soap", "Trip").check() },
            { try ben("rm", "milk", "soap").check() }
        )
        for home in homes {
            for title in ["milk", "soap"] {
                let told = "ben took \(title) out of Shopping while ann moved it to Trip, where it stays; "
                try home("conflicts").check(says: told + "if it is to go: phlistctl rm ")
            }
        }
        try ann("rm", "Trip/milk").check()
        try ben("edit", "Trip/soap", "--note", "the green one").check()
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
    }

    @Test func `several late edits are counted in the overview, on every machine, until each is seen to`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "add", "Shopping", "bins", "plants", "--every", "week", "--due", "2030-01-01").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("edit", "bins", "plants", "--note", "both").check() },
            { try ben("done", "bins", "plants").check() }
        )
        let told = "2 things were changed by several people independently: phlistctl conflicts"
        for home in homes { try home.phlistctl([]).check(says: told) }
        try ben("undo").check()
        try ben("redo").check()
        for home in homes { try home.meet() }
        for home in homes { try home.phlistctl([]).check(says: told) }
        try homes[2]("edit", "bins", "--note", "both").check()
        for home in homes { try home.meet() }
        let left = "ann changed plants in Shopping while ben completed it, and the next one is as it was before"
        for home in homes { try home.phlistctl([]).check(says: left) }
        try homes[2]("edit", "plants", "--note", "both").check()
        for home in homes { try home.meet() }
        for home in homes { #expect(try !home.phlistctl([]).transcript.joined().contains("as it was before")) }
    }

    @Test func `the only conflict of a list or a section is settled without its field`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "section", "add", "Shopping", "Dairy").check()
        try ann.meet()
        try Self.apart(
            homes,
            {
                try ann("list", "edit", "Shopping", "--desc", "weekly").check()
                try ann("section", "rename", "Shopping/Dairy", "Milk things").check()
            },
            {
                try ben("list", "edit", "Shopping", "--desc", "monthly").check()
                try ben("section", "rename", "Shopping/Dairy", "Cold things").check()
            }
        )
        try ann("resolve", "Shopping", "--take", "1").check(64, says: "2 conflicts in \"Shopping\"")
        let rows = try ann("conflicts", "--plain").output.split(separator: "\n")
        #expect(rows.count == 4, "\(rows)")
        let section = rows.first { $0.contains("things") }?.prefix { $0 != "\t" } ?? ""
        try ann("resolve", String(section), "--take", "1").check(says: " is now ")
        try ann("resolve", "Shopping", "--take", "3").check(65, says: "2")
        try ann("resolve", "Shopping", "--take", "2").check(says: "description of Shopping is now ")
        try ann.meet()
        for home in homes { try home("conflicts").check(says: "no conflicts") }
        let sections = try homes.map { try $0.shell("phlistctl section ls Shopping --plain | cut -f4").output }
        #expect(sections[0] == sections[1] && sections[0].contains("things"), "\(sections)")
    }

    @Test func `what one moves on while another closes it leads to where it is, and to what comes back twice`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Trip", "Cellar"] { try ann("-q", "list", "new", list).check() }
        try ann("-q", "add", "Shopping", "jam").check()
        for item in ["rent", "bins"] {
            try ann("-q", "add", "Shopping", item, "--every", "week", "--due", "2030-01-01").check()
        }
        try ann.meet()
        try Self.apart(
            homes,
            {
                try ann("mv", "milk", "jam", "rent", "bins", "Trip").check()
                try ann("mv", "Trip/milk", "Trip/jam", "Cellar").check()
                try ann("done", "Trip/bins").check()
            },
            {
                try ben("done", "milk", "bins").check()
                try ben("skip", "rent").check()
                try ben("edit", "jam", "--note", "plum").check()
            }
        )
        let notices = [
            "ben completed milk in Shopping while ann moved it to Cellar, where it is open: phlistctl done ",
            "ben skipped rent in Shopping while ann moved it to Trip, where it is open: phlistctl skip ",
            "ben completed bins in Shopping while ann moved it to Trip, and it comes back in both: phlistctl rm ",
            "jam in Shopping stays, because ben changed it while ann moved it to Cellar: phlistctl mv ",
        ]
        for home in homes {
            for notice in notices { try home("conflicts").check(says: notice) }
        }
        try ann("done", "Cellar/milk").check()
        try ann("skip", "Trip/rent").check()
        try ann("rm", "Shopping/rent", "Shopping/bins").check()
        try ann("mv", "Shopping/jam", "Cellar").check()
        for home in homes { try home.meet() }
        for home in homes {
            try home("conflicts").check(says: "no conflicts")
            let open = try home("ls", "--plain").output
            try home("show", "Cellar/jam").check(says: "plum")
            for item in ["rent", "bins", "jam"] {
                #expect(open.split(separator: "\n").count { $0.contains(item) } == 1, "\(open)")
            }
        }
    }

    @Test func `what one merges, moves there and back or removes while another changes it is told as it was`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Trip").check()
        try ann("-q", "add", "Shopping", "rope", "string", "tape", "jam", "--qty", "1").check()
        try ann.meet()
        try Self.apart(
            homes,
            {
                try ann("merge", "rope", "string").check()
                try ann.shell("phlistctl mv jam Trip && phlistctl mv Trip/jam Shopping").check()
                try ann("rm", "tape").check()
            },
            {
                try ben("done", "string").check()
                try ben("edit", "jam", "--note", "plum").check()
                try ben.shell("phlistctl done tape && phlistctl edit tape --note wide").check()
            }
        )
        for home in homes {
            let told = try home("conflicts")
            told.check(says: "ben completed string in Shopping while ann merged it into rope, which is open: ")
            told.check(says: "jam in Shopping stays, because ben changed it while ann moved it away and back: ")
            told.check(says: "tape in Shopping stays, because ben changed it while ann removed it: phlistctl rm ")
            #expect(!told.messages.contains("added or restored"), "\(told.messages)")
        }
        let told = try ann("conflicts").transcript.joined(separator: "\n")
        let merge = try #require(told.firstMatch(of: #/phlistctl merge \S+ \S+/#)).output
        try ann.shell(String(merge)).check()
        try ann.shell("phlistctl done rope && phlistctl rm tape").check()
        for home in homes { try home.meet() }
        for home in homes {
            try home("conflicts").check(says: "no conflicts")
            let open = try home("ls", "--plain").output
            #expect(open.split(separator: "\n").count { $0.contains("jam") } == 1, "\(open)")
            try home("show", "jam").check(says: "plum")
        }
    }

    @Test func `what one ticks while another takes its move back is told where it is open`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Trip", "Attic"] { try ann("-q", "list", "new", list).check() }
        try ann("-q", "add", "Shopping", "bins", "--every", "week", "--due", "2030-01-01").check()
        try ann("-q", "add", "Attic", "lamp").check()
        try ann("mv", "milk", "bins", "Trip").check()
        try ann("list", "merge", "Attic", "Trip").check()
        try ann.meet()
        try Self.apart(
            homes,
            { for _ in 1...2 { try ann("undo").check() } },
            { try ben("done", "milk", "bins", "lamp").check() }
        )
        for home in homes {
            for (title, list) in [("milk", "Shopping"), ("bins", "Shopping"), ("lamp", "Attic")] {
                let event = "ben completed \(title) in Trip while ann moved it back to \(list), where it is open"
                try home("conflicts").check(says: "\(event): phlistctl done ")
            }
            try home("conflicts").check(says: ", then: phlistctl rm ")
        }
        try ben("done", "milk", "Shopping/bins", "lamp").check()
        try ben("rm", "Trip/bins").check()
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
    }

    @Test func `a list that two merge into two others is told, and one of them takes it back`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Attic", "Cellar", "Trip"] { try ann("-q", "list", "new", list).check() }
        try ann("-q", "add", "Attic", "lamp", "rope").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("list", "merge", "Attic", "Cellar").check() },
            { try ben("list", "merge", "Attic", "Trip").check() }
        )
        for home in homes {
            try home("conflicts").check(
                says: "Attic was merged into Cellar by ann and into Trip by ben, so its items are in each; "
                    + "to take a merge back, ben can run: phlistctl undo Trip"
            )
        }
        try ben("undo", "Trip").check()
        for home in homes { try home.meet() }
        for home in homes {
            try home("conflicts").check(says: "no conflicts")
            try home("ls", "Trip").check(says: "nothing open")
            try home("ls", "Cellar").check(says: "rope")
        }
    }

    @Test func `what was added before two merges of a list is told beside the merges`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Attic", "Cellar", "Trip"] { try ann("-q", "list", "new", list).check() }
        try ann("-q", "add", "Attic", "lamp").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann.shell("phlistctl -q add Attic rope && phlistctl list merge Attic Cellar").check() },
            { try ben.shell("phlistctl -q add Attic chest && phlistctl list merge Attic Trip").check() }
        )
        let merges = "Attic was merged into Cellar by ann and into Trip by ben"
        let notices = [merges, "somebody changed Attic while it was merged into Trip"]
        for home in homes {
            for notice in notices { try home("conflicts").check(says: notice) }
        }
    }
}
