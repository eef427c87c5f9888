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

    @Test func `S0.13 a list is in the overviews of those who see it, and of those who left it with --all`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "add", "Gift", "lamp")
        try ann.meet()
        for words in [["list", "ls", "--all"], ["ls"], []] {
            try ann.phlistctl(words).check(says: "Gift")
            #expect(try !ben.phlistctl(words).transcript.joined().contains("Gift"))
        }
        try ann.share("Gift", with: "ben", at: ben)
        try ben.expect("lamp", from: "find", "lamp")
        try ben("list", "ls").check(says: "Gift")
        try ben("-q", "leave", "Gift")
        #expect(try ben("find", "lamp").output.isEmpty)
        try ben("find", "lamp", "--all").check(says: "Gift (left)\n")
        let all = try ben("list", "ls", "--all").output
        #expect(all.contains("\nLeft\n") && all.contains("Gift (left)"), "\(all)")
        #expect(try !ben("list", "ls").output.contains("Gift"))
    }

    @Test func `an undone removal of a member invites the member again`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Trip", "--private")
        try ann.share("Trip", with: "ben", at: ben)
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
        let hint = #"ben does not see Gift; its owner can share it: phlistctl share Gift ben"#
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "list", "new", "Home")
        try ann("add", "Gift", "lamp", "-a", "ben@example.org").check(says: hint)
        try ann("-q", "add", "Home", "book", "-a", "ben")
        try ann("edit", "book", "-a", "ben").check()
        try ann("mv", "book", "Gift").check(says: hint)
        try ann("show", "lamp").check(says: "ben, who does not see this list")
        #expect(try !ben("mine").output.contains("lamp"))
        try ann("-q", "share", "Gift", "ben")
        let pending = "ben does not see Gift yet, because they have not accepted the invitation to it"
        let again = try ann("add", "Gift", "rope", "-a", "ben")
        again.check(says: pending)
        #expect(!again.messages.contains("phlistctl share"))
        try ann("show", "lamp").check(says: "ben, who has not accepted the invitation to this list")
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
        let (ann, ben) = try Self.gift()
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
        let hidden = try ann("mv", "lamp", "Gift")
        hidden.check(says: "no longer seen by ben")
        try Self.purge(told: hidden, by: ann)
        try ben.expect("lamp", false, from: "trash")
        let stays = try ann("mv", "lamp", "--top")
        stays.check()
        #expect(!stays.messages.contains("seen by"))
    }

    /// Runs the command that ends what others still find.
    private static func purge(told outcome: Outcome, by home: Home) throws {
        let command = try #require(outcome.messages.firstMatch(of: /to end that: phlistctl (.+)/)?.1)
        try home.shell("phlistctl \(command) --yes").check()
    }

    @Test func `what others find of moved items ends with the command that is told, also for several`() throws {
        let (ann, ben) = try Self.gift()
        // An older thing of the same title is in the trash, too.
        try ann("-q", "add", "Party", "cake", "cups").check()
        try ann("-q", "rm", "cake").check()
        try ann("-q", "add", "Party", "cake", "--literal").check()
        try ann("-q", "add", "Party", "candles", "--under", "cake").check()
        let trial = try ann("mv", "cake", "cups", "Gift", "--dry-run")
        #expect(!trial.messages.contains("they still find"))
        let moved = try ann("mv", "cake", "cups", "Gift")
        moved.check(says: "they still find them in the trash and the history of the old list")
        try ben.expect("candles", from: "trash")
        try Self.purge(told: moved, by: ann)
        for title in ["cups", "candles"] { try ben.expect(title, false, from: "trash") }
        let names = try ann("mv", "lamp", "Gift", "--json").output
        #expect(!names.contains("leftInTrash"))
        try ann("-q", "list", "new", "Barbecue").check()
        try ann("-q", "add", "Barbecue", "ribs").check()
        try ben.expect("ribs", from: "ls", "Barbecue")
        let merged = try ann("list", "merge", "Barbecue", "Gift")
        merged.check(says: "they still find Barbecue in the trash; to end that: phlistctl list purge ")
        try Self.purge(told: merged, by: ann)
        try ben.expect("Barbecue", false, from: "list", "ls", "--trash")
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

    @Test func `a move in a batch that shows items to others needs --yes, in its line or for the whole batch`() throws {
        let (ann, ben) = try Self.gift()
        let refused = try ann("batch", input: "mv lamp Party\n")
        refused.check(64)
        #expect(refused.messages.contains("--yes") && refused.messages.contains("line 1 failed"))
        #expect(try !ben("find", "lamp").output.contains("lamp"))
        try ann("batch", input: "mv lamp Party --yes\n").check(says: "moved: lamp")
        try ann("batch", "--yes", input: "mv book Party\n").check(says: "moved: book")
        for item in ["lamp", "book"] { try ben.expect(item, from: "ls", "Party") }
    }

    @Test func `a move to a list with an open invitation asks about nobody, and a merge asks as a move does`() throws {
        let (ann, ben) = try Self.gift()
        try ann("-q", "list", "new", "Surprise", "--private")
        try ann("-q", "share", "Surprise", "ben")
        try ann("mv", "lamp", "Surprise").check()
        try ben.expect("Surprise", from: "invite", "ls")
        try ben("-q", "invite", "accept", "Surprise")
        try ben.expect("lamp", from: "ls", "Surprise")
        let refused = try ann("list", "merge", "Gift", "Surprise")
        refused.check(64, says: "--yes")
        let merged = try ann("list", "merge", "Gift", "Surprise", "--yes")
        merged.check(says: "moved 1 item from Gift to Surprise")
        #expect(merged.messages.contains("now also seen by ben"))
        try ben.expect("book", from: "ls", "Surprise")
        // Everybody has seen these items already.
        try ann("list", "merge", "Surprise", "Party", "--yes").check()
        try ann("-q", "list", "new", "Feast")
        let plain = try ann("list", "merge", "Party", "Feast")
        plain.check()
        #expect(!plain.messages.contains("now also seen by"))
    }

    @Test func `a period as a filter leaves out other days, and what is below stands alone`() throws {
        let home = try Home()
        let days = "m=$(date -d 'next monday' +%F); for n in -1 0 6 7; do date -d \"$m $n days\" +%F; done"
        let dates = try home.shell(days).output.split(separator: "\n").map(String.init)
        try home("-q", "list", "new", "Week")
        for (title, date) in zip(["early", "first", "last", "late"], dates) {
            try home("-q", "add", "Week", title, "--due", date)
        }
        try home("-q", "mv", "first", "--under", "early")
        for words in [["due", "next week"], ["ls", "Week", "--due", "next week"]] {
            let shown = try home.phlistctl(words).output
            #expect(shown.contains("first") && shown.contains("last"), "\(shown)")
            #expect(!shown.contains("early") && !shown.contains("late"), "\(shown)")
        }
    }

    @Test func `a dry run of a join is refused before a code or a ticket is read`() throws {
        let home = try Home.called("ann")
        for words in [["join", "-n"], ["join", "-n", "--ticket-file", "nowhere"]] {
            let refused = try home.phlistctl(words)
            refused.check(64, says: "join has no dry run")
        }
        #expect(try home("device", "ls", "--plain").output.split(separator: "\n").count == 1)
    }

    @Test func `a device that left comes back with a new key, and with what it wrote alone`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben, new) = (homes[0], homes[1], try Home())
        try ben("-q", "list", "new", "Diary", "--private")
        try ben("-q", "add", "Diary", "dear diary")
        try ben("household", "leave", "--yes").check()
        try ben("-q", "add", "Diary", "alone")
        try ben.join(ann, for: "ben").check(77, says: "comes back with a new key only")
        try ben.shell("phlistctl export Diary --format json > diary.json").check()
        try new.join(ann, for: "ben").check()
        try new.meet()
        try new("import", "\(ben.directory)/diary.json", "--private").check(says: "Diary")
        try new("ls", "Diary").check(says: "alone")
        try new("ls", "Shopping").check(says: "milk")
        for words in ["dear", "alone"] { #expect(try !ann("find", words, "--all").output.contains(words)) }
    }

    @Test func `a device that was removed names nobody as not reached when it leaves`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        try carl.daemon.stop()
        try ann("device", "remove", "ben", "--yes").check()
        try ben.expect("removed by ann", from: "status")
        let left = try ben("household", "leave", "--yes")
        left.check(says: "goes on alone")
        #expect(!left.messages.contains("not reached"), "\(left.messages)")
    }

    @Test func `a dry run shows a device as the change would leave it`() throws {
        let homes = try Home.household("ann", "ben")
        try homes[0]("device", "share", "ann", "ben", "-n").check(says: "people of ann: ann, ben")
        #expect(try !homes[0]("device", "ls", "--plain").output.contains("ann, ben"))
        try homes[0]("device", "role", "ben", "admin", "-n").check(says: "ben is an admin")
        #expect(try homes[0]("device", "ls", "--plain").output.contains("\tmember\t"))
    }

    @Test func `a second form of one title is noticed, and a tag is found with its number sign`() throws {
        let home = try Home()
        #expect(try !home("form", "template", "student").messages.contains("there is another"))
        let second = try home("form", "template", "student")
        second.check(says: "made the form student")
        #expect(second.messages.contains("there is another form student ("))
        try home("-q", "add", "milk #1", "--tag", "dairy").check()
        for text in ["#dairy", "#dai", "dairy", "milk #1"] { try home("find", text).check(says: "milk #1") }
        #expect(try !home("find", "#milk").output.contains("milk"))
    }

    @Test func `a list that reaches a device late hinders none of its backups`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben, nas) = (homes[0], homes[1], try Home.device("nas"))
        try nas.join(ann, for: "house").check()
        try ann("-q", "list", "new", "Trip", "--with", "ben")
        try ann("-q", "add", "Trip", "tent")
        try ben.expect("Trip", from: "invite", "ls")
        try ben("-q", "invite", "accept", "Trip")
        try ben.expect("tent", from: "ls", "Trip")
        try ben.daemon.stop()
        try ann("-q", "add", "Trip", "stove")
        try ann.daemon.stop()
        try ben.daemon.start()
        try ben("-q", "add", "Trip", "rope")
        try ann.daemon.start()
        try ann.expect("rope", from: "ls", "Trip")
        try ann("-q", "share", "Trip", "house")
        for item in ["tent", "stove", "rope"] { try nas.expect(item, from: "ls", "Trip") }
        try nas("backup", "backup").check()
        try nas("store", "check", "backup").check(says: "the backup is whole")
        let restored = try Home()
        try restored("restore-backup", "\(nas.directory)/backup").check()
    }

    @Test func `a list that was hidden again is private in an export and after leaving`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Surprise", "--private")
        try ann("-q", "add", "Surprise", "cake")
        try ann("-q", "share", "--everyone", "Surprise")
        try ben.expect("cake", from: "ls", "Surprise")
        try ann("undo").check()
        try ben.expect("no longer shared", from: "list", "show", "Surprise")
        try ben("export", "Surprise", "--format", "json").check(says: #""isPrivate""#)
        try ben("household", "leave", "--yes").check()
        #expect(try !ben("list", "show", "Surprise").output.contains("everybody"))
        try ben("export", "Surprise", "--format", "json").check(says: #""isPrivate""#)
    }

    @Test func `what is moved to where only a device of the house sees it is asked, too`() throws {
        let (ann, nas) = (try Home.called("ann"), try Home.device("nas"))
        try nas.join(ann, for: "house").check()
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "add", "Gift", "lamp")
        try ann("-q", "list", "new", "Party")
        try ann("mv", "lamp", "Party").check(64, says: "--yes")
        let merged = try ann("list", "merge", "Gift", "Party", "--yes")
        merged.check(says: "moved 1 item")
        #expect(merged.messages.contains("now also seen by the house"))
        try nas.expect("lamp", from: "ls", "Party")
    }

    @Test func `whoever has lost their only device is named, as are forms that are no longer shared`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "form", "template", "student")
        try ann.share("student", with: "ben", at: ben)
        try ben.expect("student", from: "form", "ls")
        try ann("-q", "unshare", "student", "ben")
        try ben.expect("no longer shared with you", from: "form", "ls")
        let removed = try ann("device", "remove", "ben", "--yes")
        removed.check(says: "ben is out of the household")
        #expect(removed.messages.contains("ben has no other device, and stays a member"))
    }

    @Test func `a device of a member who was removed goes without advice to remove the member`() throws {
        let homes = try Home.household("ann", "ben")
        try homes[0]("-q", "member", "rm", "ben", "-y").check()
        let removed = try homes[0]("device", "remove", "ben", "--yes")
        removed.check(says: "ben is out of the household")
        #expect(!removed.messages.contains("stays a member"), "\(removed.messages)")
    }

    /// Ann, who keeps two gifts from Ben, and has a list that both see.
    private static func gift() throws -> (ann: Home, ben: Home) {
        let homes = try Home.household("ann", "ben")
        try homes[0]("-q", "list", "new", "Gift", "--private")
        try homes[0]("-q", "add", "Gift", "lamp", "book")
        try homes[0]("-q", "list", "new", "Party")
        try homes[1].expect("Party", from: "list", "ls", "--plain")
        return (homes[0], homes[1])
    }
}
