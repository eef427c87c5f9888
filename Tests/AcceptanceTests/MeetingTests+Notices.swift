import Testing

/// What people did apart, where it meets access, backups, imports and exports.
extension MeetingTests {
    @Test func `notices of what met apart are for those who see the list, and come back with a backup`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        for list in ["Attic", "House"] {
            try ann("-q", "list", "new", list, "--private")
            try ann.share(list, with: "ben", at: ben)
        }
        try ann("-q", "add", "House", "bins", "--every", "week", "--due", "2030-01-01").check()
        try ann("-q", "add", "House", "eggs", "soap").check()
        try ben.expect("soap", from: "ls", "House")
        try ann.meet()
        for home in homes.dropFirst() { try home.daemon.stop() }
        try ann("list", "done", "Attic").check()
        try ann("done", "bins", "eggs").check()
        try ann("rm", "soap").check()
        try ann.daemon.stop()
        try ben.daemon.start()
        try ben("-q", "add", "Attic", "lamp").check()
        try ben("edit", "bins", "--note", "paper, too").check()
        try ben("edit", "eggs", "--qty", "12").check()
        try ben("mv", "House/soap", "Attic").check()
        for home in [ann, carl] { try home.daemon.start() }
        for home in homes { try home.meet() }
        let notices = [
            "somebody changed Attic while it was completed", "ben changed bins in House while ann completed it",
            "ben set eggs in House to 12 while ann completed it",
            "ann took soap out of House while ben moved it to Attic",
        ]
        for home in [ann, ben] {
            for arguments in [["conflicts"], ["conflicts", "--json"]] {
                let told = try home.phlistctl(arguments)
                for notice in notices { told.check(says: notice) }
            }
            try home().check(says: "3 things were changed by several people independently: phlistctl conflicts")
        }
        for arguments in [["conflicts"], ["status"], ["conflicts", "--json"], []] {
            let told = try carl.phlistctl(arguments).transcript.joined()
            #expect(["Attic", "bins", "eggs", "soap", "independently"].allSatisfy { !told.contains($0) }, "\(told)")
        }
        try ann("conflicts", "--as", "ben").check(77)
        try ann("-q", "backup", "kept").check()
        let new = try Home()
        try new("restore-backup", "\(ann.directory)/kept").check()
        try new("member", "me", "ann").check()
        for notice in notices { try new("conflicts").check(says: notice) }
    }

    @Test func `the lists of a removed member stay with everybody, who hear that nobody can change that`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Trip", "Attic"] { try ben("-q", "list", "new", list) }
        try ben("-q", "list", "rm", "Attic")
        try ann.expect("Trip", from: "list", "ls")
        try ann.meet()
        let removed = try ann("member", "rm", "ben")
        removed.check(says: "everybody still sees Trip; only ben could change that")
        try ann("share", "Trip").check(says: "ben")
        let notice = "you act as ben, who was removed as a member"
        for arguments in [[], ["status"]] {
            try ann.meet()
            try ben.phlistctl(arguments).check(says: notice)
            #expect(try !ann.phlistctl(arguments).messages.contains("removed as a member"))
        }
        try ann("undo").check()
        try ann.meet()
        #expect(try !ben("status").transcript.joined().contains("removed as a member"))
    }

    @Test func `an item that was moved comes in again where a file has it`() throws {
        let home = try Home()
        for list in ["Home", "Trip"] { try home("-q", "list", "new", list) }
        try home("-q", "add", "Home", "rope", "--note", "long")
        try home("export", "Home", "-o", "before.json").check()
        try home("mv", "rope", "Trip").check()
        try home("export", "-o", "after.json").check()
        let after = try home("export", "--format", "json").output
        try home("import", "after.json").check(says: "1 already there")
        #expect(try home("export", "--format", "json").output == after)
        try home("import", "before.json").check(says: "Home")
        for list in ["Home", "Trip"] { try home("ls", list, "--long").check(says: "rope  ≡") }
        try home("undo").check()
        #expect(try home("export", "--format", "json").output == after)
    }

    @Test func `lists of one title that two made apart are told until one of them is merged`() throws {
        let homes = try Home.household("ann", "ben")
        try AcrossDevicesTests.apart(
            homes,
            { try homes[0]("import", "-", "--format", "md", input: "# Camp\n- [ ] tent\n").check() },
            { try homes[1]("import", "-", "--format", "md", input: "# Camp\n- [ ] tent\n").check() }
        )
        for home in homes {
            let told = try home.phlistctl([]).transcript.joined(separator: "\n")
            #expect(told.contains("2 lists are called Camp; to make one of two: phlistctl list merge "), "\(told)")
        }
        let told = try homes[1]("conflicts").transcript.joined(separator: "\n")
        // Two people who follow two hints do the same.
        let hints = ["", "ls Camp"].map { "$(phlistctl \($0) 2>&1 | grep -o 'list merge [k-z ]*')" }
        try homes[0].bash("a=\(hints[0]); b=\(hints[1]); test -n \"$a\" -a \"$a\" = \"$b\"").check()
        let ids = told.firstMatch(of: /list merge (\S+) (\S+)/).map { [String($0.1), String($0.2)] } ?? []
        try homes[1].phlistctl(["list", "merge"] + ids).check()
        try homes[1].meet()
        for home in homes {
            #expect(try !home.phlistctl([]).transcript.joined().contains("lists are called"))
            try home("ls", "Camp").check(says: "tent")
        }
    }

    @Test func `a section that one imports while another adds it is there once`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann.meet()
        try ben.daemon.stop()
        try ann("import", "-", "--format", "md", input: "# Shopping\n## Dairy\n- [ ] butter\n").check()
        try ann.daemon.stop()
        try ben.daemon.start()
        try ben("section", "add", "Shopping", "Dairy").check()
        try ben("-q", "add", "Shopping/Dairy", "cheese").check()
        try ann.daemon.start()
        for home in homes { try home.meet() }
        for home in homes {
            let sections = try home("section", "ls", "Shopping", "--plain").output.split(separator: "\n")
            #expect(sections.count == 1, "\(sections)")
            try home("ls", "Shopping/Dairy").check(says: "butter")
            try home("ls", "Shopping/Dairy").check(says: "cheese")
            try home("conflicts").check(says: "no conflicts")
        }
    }
}
