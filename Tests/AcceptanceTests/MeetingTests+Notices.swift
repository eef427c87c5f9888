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
        try ben.expect("bins", from: "ls", "House")
        try ann.meet()
        for home in homes.dropFirst() { try home.daemon.stop() }
        try ann("list", "done", "Attic").check()
        try ann("done", "bins").check()
        try ann.daemon.stop()
        try ben.daemon.start()
        try ben("-q", "add", "Attic", "lamp").check()
        try ben("edit", "bins", "--note", "paper, too").check()
        for home in [ann, carl] { try home.daemon.start() }
        for home in homes { try home.meet() }
        let notices = [
            "somebody changed Attic while it was completed", "ben changed bins in House while ann completed it",
        ]
        for home in [ann, ben] {
            for arguments in [["conflicts"], ["conflicts", "--json"]] {
                let told = try home.phlistctl(arguments)
                for notice in notices { told.check(says: notice) }
            }
        }
        for arguments in [["conflicts"], ["status"], ["conflicts", "--json"], []] {
            let told = try carl.phlistctl(arguments).transcript.joined()
            #expect(!told.contains("Attic") && !told.contains("bins"), "\(told)")
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
