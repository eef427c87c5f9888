import Testing

/// Where two features meet: each is tested elsewhere, and here what they make of each other.
struct MeetingTests {
    @Test func `a login keeps its own view of a list when it leaves the household`() throws {
        let homes = try Home.household("ann", "ben")
        let ben = homes[1]
        try ben("-q", "list", "new", "Trip", "--private")
        try ben("-q", "list", "view", "Trip", "--mine", "--sort", "due")
        try ben("household", "leave", "-y").check()
        try ben("list", "view", "Trip").check(says: "to you by due")
        try ben("list", "purge", "Trip", "-y").check(65)
        try ben("-q", "list", "rm", "Trip")
        try ben("list", "purge", "Trip", "-y").check(says: "removed for good: Trip")
        try ben("-q", "list", "new", "Trip")
        try ben("list", "view", "Trip").check(says: "in the order that you give it")
    }

    @Test func `what is in a list that was left is found with --all, which says so`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "add", "Gift", "lamp")
        try ann("-q", "share", "Gift", "ben")
        try ben.expect("Gift", from: "invite", "ls")
        try ben("-q", "invite", "accept", "Gift")
        try ben.expect("lamp", from: "find", "lamp")
        try ben("-q", "leave", "Gift")
        #expect(try ben("find", "lamp").output.isEmpty)
        try ben("find", "lamp", "--all").check(says: "Gift (left)\n")
        try ben("list", "ls", "--all").check(says: "Gift")
    }

    @Test func `an undone removal of a member invites the member again`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Trip", "--private")
        try ann("-q", "share", "Trip", "ben")
        try ben.expect("Trip", from: "invite", "ls")
        try ben("-q", "invite", "accept", "Trip")
        try ben.expect("Trip", from: "list", "ls", "--plain")
        try ann("-q", "member", "add", "carl")
        try ann("-q", "share", "Trip", "carl")
        try ann("-q", "member", "rm", "carl", "-y").check()
        #expect(try !ann("members", "Trip").output.contains("carl  invited"))
        try ann("undo").check(says: "carl")
        try ann("members", "Trip").check(says: "carl  invited, no answer yet")
        try ben.expect("Trip", from: "list", "ls", "--plain")
    }

    @Test func `a purged list is neither in a backup nor on a device that joins later`() throws {
        let home = try Home.called("ann")
        for list in ["Old", "New"] { try home("-q", "list", "new", list) }
        try home("-q", "add", "Old", "attic lamp")
        try home("-q", "list", "rm", "Old")
        try home("-q", "list", "purge", "Old", "-y")
        try home("backup", "backup").check()
        let (ben, restored) = (try Home.called("ben"), try Home())
        try ben.join(home).check()
        try ben.expect("New", from: "list", "ls", "--plain")
        try restored("restore-backup", "\(home.directory)/backup").check(says: "1 list")
        for other in [ben, restored] {
            try other("list", "restore", "Old").check(66)
            #expect(try !other("list", "ls", "--all").output.contains("Old"))
            #expect(try !other("find", "lamp", "--all").output.contains("lamp"))
        }
    }

    @Test func `an item for somebody who does not see its list says so, and is theirs once it is shared`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        let hint = #"ben does not see Gift; its owner can share it: phlistctl share "Gift" "ben""#
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "list", "new", "Home")
        try ann("add", "Gift", "lamp", "-a", "ben@example.org").check(says: hint)
        try ann("-q", "add", "Home", "book", "-a", "ben")
        try ann("edit", "book", "-a", "ben").check()
        try ann("mv", "book", "Gift").check(says: hint)
        try ann("show", "lamp").check(says: "ben, who does not see this list")
        #expect(try !ben("mine").output.contains("lamp"))
        try ann("-q", "share", "Gift", "ben")
        try ben.expect("Gift", from: "invite", "ls")
        try ben("-q", "invite", "accept", "Gift")
        for title in ["lamp", "book"] { try ben.expect(title, from: "mine") }
        try ann.expect("ben\n", from: "show", "lamp")
        #expect(try !ann("edit", "lamp", "-a", "ben", "-t", "red").output.contains("does not see"))
    }

    @Test func `a restored private list comes along under the name of its owner`() throws {
        let (ann, ben, restored) = (try Home.called("ann"), try Home.called("ben"), try Home())
        try ben("-q", "list", "new", "Diary", "--private")
        try ben("-q", "add", "Diary", "dear diary")
        try ben("backup", "backup").check()
        try restored("restore-backup", "\(ben.directory)/backup").check()
        let joined = try restored.join(ann, for: nil, "--as", "ben")
        joined.check(says: "only you see: Diary")
        #expect(!joined.output.contains("left behind"))
        try restored("find", "dear").check(says: "dear diary")
        try restored.meet()
        #expect(try !ann("list", "ls", "--all").output.contains("Diary"))
    }

    @Test func `items are moved to where others see them only after a yes`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "list", "new", "Party")
        try ann("-q", "add", "Gift", "lamp", "book")
        let refused = try ann("mv", "lamp", "Party")
        refused.check(64)
        #expect(refused.messages.contains("--yes"))
        try ann("mv", "lamp", "Party", "--dry-run").check(says: "Party")
        try ann("find", "lamp").check(says: "Gift")
        let moved = try ann("mv", "lamp", "Party", "--yes")
        moved.check()
        #expect(moved.messages.contains("now also seen by ben"))
        try ben.expect("lamp", from: "ls", "Party")
        // Nobody new sees what goes the other way, or stays in its list.
        try ann("mv", "lamp", "Gift").check()
        try ann("mv", "lamp", "--top").check()
    }

    @Test func `an import that was undone comes back with its list`() throws {
        let home = try Home()
        try home.shell("printf '# Zoo\\n- [ ] lion\\n- [ ] bear\\n' > zoo.md").check()
        try home("import", "zoo.md").check()
        try home("undo").check(says: "the list Zoo")
        try home("list", "restore", "Zoo").check()
        try home("ls", "Zoo").check(says: "bear")
        try home("import", "zoo.md").check()
        #expect(try home("-q", "ls", "Zoo").output.split(separator: "\n").count == 2)
        try home("undo").check()
        #expect(try home("ls", "Zoo").output.contains("lion") == false)
    }

    @Test func `a conflict about a section that was removed names it`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "add", "Shopping", "leek")
        for section in ["Dairy", "Greens"] { try ann("-q", "section", "add", "Shopping", section) }
        try ann("-q", "mv", "leek", "Shopping/Greens")
        try ben.expect("Greens", from: "ls", "Shopping")
        try ben.daemon.stop()
        try ann("-q", "mv", "leek", "Shopping")
        try ann("-q", "section", "rm", "Shopping/Dairy")
        try ann.daemon.stop()
        try ben.daemon.start()
        try ben("-q", "mv", "leek", "Shopping/Dairy")
        try ann.daemon.start()
        try ann.expect("Dairy (removed)", from: "conflicts")
    }

    @Test func `a name of the wrong kind is told what it is`() throws {
        let home = try Home()
        try home("-q", "list", "new", "Food")
        try home("-q", "section", "add", "Food", "Dairy")
        try home("-q", "add", "Food", "milk")
        try home("mv", "milk", "Dairy").check(66, says: #"Food has a section of that name: "Food/Dairy""#)
        try home("rm", "Food").check(66, says: "a list has that name")
        try home("-q", "form", "template", "student")
        try home("ls", "student").check(says: "student is a form; to see its records: phlistctl record ls")
    }
}
