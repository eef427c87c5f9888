import Testing

/// Where a feature meets the forms of output, or a list that somebody does not see.
extension MeetingTests {
    @Test func `whoever has lost their only device is in the JSON reply as well`() throws {
        let homes = try Home.household("ann", "ben")
        let removed = try homes[0]("device", "remove", "ben", "--yes", "--json")
        removed.check(says: #""membersWithoutDevice":["ben"]"#)
        #expect(removed.messages.isEmpty, "\(removed.messages)")
        try homes[0]("member", "rm", "ben", "--yes").check()
    }

    @Test func `a household whose only admin is left says so where a device goes and in doctor`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let advice = "phlistctl device role DEVICE admin"
        try homes[0]("device", "role", "ben", "admin").check()
        #expect(try !homes[0]("doctor").output.contains(advice))
        let removed = try homes[0]("device", "remove", "ben", "--yes")
        removed.check(says: "only ann can add or remove devices; if it is lost, nobody can")
        #expect(removed.messages.contains(advice))
        try homes[0]("doctor").check(says: advice)
        let last = try homes[0]("device", "remove", "carl", "--yes")
        #expect(!last.messages.contains(advice), "\(last.messages)")
        #expect(try !homes[0]("doctor").output.contains(advice))
    }

    @Test func `what does not let one purge stays, and that is told`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "add", "Gift", "lamp")
        try ann.share("Gift", with: "ben", at: ben)
        try ann("-q", "rm", "Gift/lamp").check()
        try ben.expect("lamp", from: "trash")
        let refused = try ben("purge", "Gift/lamp", "--yes")
        refused.check(77, says: "share it, change what may be removed, trash it, and purge its items")
        let purged = try ben("purge", "--older", "0d", "--yes")
        purged.check(says: "left in the trash: 1 item of Gift, which does not let you purge it")
        #expect(purged.output.isEmpty && purged.messages.contains("nothing to remove"))
    }

    @Test func `an undo in one list that would change another one, which the person left, changes neither`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "add", "Gift", "lamp")
        try ann.share("Gift", with: "ben", at: ben)
        try ben.expect("lamp", from: "ls", "Gift")
        try ben("-q", "list", "new", "Party")
        try ann("-q", "list", "deletion", "Gift", "allowed")
        try ben.expect("can be removed", from: "list", "show", "Gift")
        try ben("mv", "lamp", "Party", "--yes").check()
        try ben("-q", "leave", "Gift")
        let refused = try ben("undo", "Party")
        refused.check(66, says: "was in a list that you no longer see, and cannot be undone")
        try ben("ls", "Party").check(says: "lamp")
        try ann.expect("lamp", from: "ls", "Party")
    }

    @Test func `an admin's word that a list has ended is enough to refuse changes, and members shows it`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        try ann("device", "role", "carl", "admin").check()
        try ann("-q", "list", "new", "Trip", "--private")
        try ann("-q", "add", "Trip", "tent")
        for guest in [(ben, "ben"), (carl, "carl")] { try ann.share("Trip", with: guest.1, at: guest.0) }
        for home in [ben, carl] { try home.expect("tent", from: "ls", "Trip") }
        try ben("members", "Trip").check(says: "ben   takes part")
        try ben.daemon.stop()
        try ann("-q", "unshare", "Trip", "ben")
        try carl.expect("ben   not any more", from: "members", "Trip")
        try ann.daemon.stop()
        try ben.daemon.start()
        try ben.expect("no longer shared with you", from: "list", "show", "Trip")
        try ben("members", "Trip").check(says: "ben   not any more")
        for change in [["add", "Trip", "late"], ["done", "Trip/tent"], ["list", "rename", "Trip", "Tour"]] {
            try ben.phlistctl(change).check(77, says: "it is no longer shared with you")
        }
        #expect(try carl("ls", "Trip", "--all").output.contains("tent"))
    }

    @Test func `who may purge a list that everybody may trash is said as it is`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Zoo")
        try ben.expect("Zoo", from: "list", "ls")
        let policy = try ben("list", "deletion", "Zoo", "cancel-only")
        policy.check(77, says: "Zoo belongs to ann, who alone can share it and change what may be removed")
        #expect(!policy.messages.contains("trash it"))
        try ben("list", "rm", "Zoo").check()
        let refused = try ben("list", "purge", "Zoo", "-y")
        refused.check(77, says: "Zoo belongs to ann, who alone can permanently remove it")
        #expect(!refused.messages.contains("leave"))
    }

    @Test func `a form that was made is a form when that is taken back`() throws {
        let home = try Home()
        try home("form", "template", "student").check()
        try home("undo").check(says: "removed: the form student")
        try home("redo").check(says: "back again: the form student")
        try home("history").check(says: "undo: removed the form student")
    }

    @Test func `a form that was left is not among the forms until it is accepted again`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "form", "template", "student")
        try ann.share("student", with: "ben", at: ben)
        try ben.expect("student", from: "form", "ls")
        try ben("-q", "leave", "student")
        #expect(try !ben("form", "ls").output.contains("student"))
        try ben("list", "ls", "--all").check(says: "student")
        try ben("-q", "invite", "accept", "student").check()
        try ben.expect("student", from: "form", "ls")
    }

    @Test func `a period leaves out other days in JSON as well`() throws {
        let home = try Home()
        let days = "m=$(date -d 'next monday' +%F); for n in -1 0 6 7; do date -d \"$m $n days\" +%F; done"
        let dates = try home.shell(days).output.split(separator: "\n").map(String.init)
        try home("-q", "list", "new", "Week")
        for (title, date) in zip(["early", "first", "last", "late"], dates) {
            try home("-q", "add", "Week", title, "--due", date)
        }
        for words in [["due", "next week"], ["ls", "Week", "--due", "next week"]] {
            let shown = try home.phlistctl(words + ["--json"]).output
            for title in ["first", "last"] { #expect(shown.contains(#""title":"\#(title)""#), "\(shown)") }
            for title in ["early", "late"] { #expect(!shown.contains(#""title":"\#(title)""#), "\(shown)") }
        }
    }
}
