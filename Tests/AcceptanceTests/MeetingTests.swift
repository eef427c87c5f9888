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
        try ann("add", "Gift", "lamp", "-a", "ben").check(says: hint)
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
}
