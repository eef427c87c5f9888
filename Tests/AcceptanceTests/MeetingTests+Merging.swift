import Testing

/// Items that become one, where they meet rights, photos and what others do apart.
extension MeetingTests {
    @Test func `a participant who may only cancel makes one of two, which another one changed apart`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "House", "--private")
        try ann.share("House", with: "ben", at: ben)
        try ann("-q", "add", "House", "paint", "Paint white", "--literal").check()
        try PhotoTests.makePicture("white.jpg", ann, side: 64)
        try ann("photo", "set", "Paint white", "\(ann.directory)/white.jpg").check()
        try ann("list", "deletion", "House", "cancel-only").check()
        try ben.expect("Paint white", from: "ls", "House")
        try ben.expect("cancel", from: "list", "show", "House")
        try ben("merge", "paint", "Paint white", "--dry-run").check(says: "merged into it: Paint white")
        try ben("ls", "House", "--all").check(says: "[ ]")
        #expect(try !ben("ls", "House", "--all").output.contains("[~]"))
        try AcrossDevicesTests.apart(
            homes,
            { try ann("edit", "Paint white", "--note", "matt").check() },
            { try ben("merge", "paint", "Paint white").check(says: "now: paint") }
        )
        for home in homes {
            let items = try home("ls", "House", "--all").output
            #expect(items.contains("[ ]") && items.contains("[~]"), "\(items)")
            try home("show", "House/Paint white").check(says: "matt")
            #expect(items.split(separator: "\n").count { $0.contains("▣") || $0.contains("▢") } == 2, "\(items)")
        }
        try ben("undo").check()
        try ben.meet()
        for home in homes { #expect(try !home("ls", "House", "--all").output.contains("[~]")) }
    }

    @Test func `what one changes while another merges it comes along by the command that conflicts names`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Pantry").check()
        try ann("-q", "add", "Pantry", "flour", "--qty", "2").check()
        try ann("-q", "add", "Pantry", "white flour", "--qty", "3").check()
        try ben.expect("white flour", from: "ls", "Pantry")
        try AcrossDevicesTests.apart(
            homes,
            { try ann("merge", "flour", "white flour").check() },
            { try ben("edit", "white flour", "--note", "organic").check() }
        )
        let words = "white flour in Pantry stays, because ben changed it while ann merged it into flour: phlistctl "
        let told = try ben("conflicts").messages + ben("conflicts").output
        let command = try #require(told.firstRange(of: words).map { told[$0.upperBound...].prefix { $0 != "\n" } })
        #expect(command.hasPrefix("merge "), "\(told)")
        try ben.phlistctl(command.split(separator: " ").map(String.init)).check()
        try ben("show", "flour").check(says: "organic")
        try ben("ls", "Pantry").check(says: "flour  5")
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
    }
}
