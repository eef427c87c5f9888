import Testing

/// Lists that their owners show to single members of a household of three machines.
struct SharingTests {
    @Test func `S0.36 S0.49 S0.53 S4.10 S4.19 S4.21 an invited member accepts, and both go on in the list`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        let made = try ann("list", "new", "Gift", "--with", "ben")
        made.check(says: "made the list Gift, private; invited: ben")
        try ann("-q", "add", "Gift", "telescope")
        try ben.expect("Gift", from: "invite", "ls")
        try ben().check(says: "Invitations")
        try ben("invite", "ls").check(says: "from ann")
        try ann("members", "Gift").check(says: "ben  invited, no answer yet")
        #expect(try !ben("list", "ls", "--plain").output.contains("Gift"))
        try ben("invite", "accept", "gift").check(says: "you take part in Gift; it comes from")
        try ben.expect("telescope", from: "ls", "Gift", "--plain")
        try ben("-q", "add", "Gift", "wrapping paper")
        try ann.expect("wrapping paper", from: "ls", "Gift", "--plain")
        try ann("members", "Gift").check(says: "ben  takes part")
        // Who is not invited has not a byte of it.
        #expect(try carl("invite", "ls", "--plain").output.isEmpty)
        for words in ["telescope", "wrapping paper", "Gift"] { #expect(try !carl.keeps(words)) }
        #expect(try ben.keeps("telescope"))
        // A list with others in it is cancelled in, not deleted from.
        try ben("rm", "Gift/telescope").check(77, says: "allows cancelling only")
        try ben("list", "rm", "Gift").check(77, says: "belongs to ann, who alone can")
    }

    @Test func `S4.10 an invitation is answered while the inviter is off, and the answer is heard when it is back`()
        throws
    {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        try ann("-q", "list", "new", "Gift", "--with", "ben", "--with", "carl")
        try ann("-q", "add", "Gift", "telescope")
        for home in [ben, carl] { try home.expect("Gift", from: "invite", "ls") }
        try ann.daemon.stop()
        for home in [ben, carl] {
            try home.daemon.stop()
            try home.daemon.start()
        }
        try ben("invite", "accept", "Gift").check(says: "it comes from")
        try ben("invite", "ls").check(says: "accepted; it comes from")
        try carl("invite", "decline", "Gift").check(says: "you have declined Gift")
        #expect(try carl("invite", "ls").output.isEmpty)
        try ann.daemon.start()
        try ben.expect("telescope", from: "ls", "--plain")
        try ann.expect("carl  has declined", from: "members", "Gift")
        #expect(try !carl.keeps("telescope"))
        for home in [ann, ben, carl] { try home.meet() }
    }

    @Test func `S4.18 who leaves a list has it no more, the others keep it, and he may be invited again`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--with", "ben")
        try ben.expect("Gift", from: "invite", "ls")
        try ben("-q", "invite", "accept", "Gift")
        try ben.expect("Gift", from: "list", "ls", "--plain")
        try ben("leave", "Gift").check(says: "you have left Gift; ann keeps it")
        #expect(try !ben("list", "ls", "--plain").output.contains("Gift"))
        try ben("list", "ls", "--all", "--expand").check(says: "Gift")
        try ann.expect("ben  has left", from: "members", "Gift")
        try ann("-q", "add", "Gift", "secret")
        for home in [ann, ben] { try home.meet() }
        #expect(try !ben.keeps("secret"))
        try ann("leave", "Gift").check(77, says: "your own list")
        try ann("share", "Gift", "ben").check(says: "ben  invited, no answer yet")
        try ben.expect("Gift", from: "invite", "ls")
        try ben("-q", "invite", "accept", "Gift")
        try ben.expect("secret", from: "ls", "--plain")
    }

    @Test func `every output of the history tells in words who was invited, took part, left and was shut out`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--private")
        for end in ["leave", "unshare"] {
            try ann("-q", "share", "Gift", "ben")
            try ben.expect("Gift", from: "invite", "ls")
            try ben("-q", "invite", "accept", "Gift")
            try ann.expect("ben  takes part", from: "members", "Gift")
            if end == "leave" { try ben("-q", "leave", "Gift") } else { try ann("-q", "unshare", "Gift", "ben") }
            try ann.expect("ben  \(end == "leave" ? "has left" : "not any more")", from: "members", "Gift")
        }
        let words = try ann("history", "Gift").output
        for phrase in ["invited ben", "accepted the invitation", "left the list", "took back the invitation of ben"] {
            #expect(words.contains(phrase), "\(phrase): \(words)")
        }
        for form in [[], ["--plain"], ["--json"]] {
            let output = try ann.phlistctl(["history", "Gift"] + form).output
            #expect(!output.contains("\u{FFFD}") && !output.contains("field 6"), "\(output)")
        }
    }

    @Test func `what few see stays so as a template, in the trash, and through a file`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gifts", "--private")
        try ann("-q", "add", "Gifts", "telescope")
        try ann("export", "Gifts", "--format", "csv", "-o", "gifts.csv").check()
        try ann("list", "new", "Next", "--template", "Gifts").check(says: "made the list Next, private, 1 item")
        try ann("-q", "list", "rm", "Gifts")
        try ann("trash").check(says: "lists in the trash, each with what it holds")
        try ann("add", "Gifts", "scarf").check(66, says: "to bring it back: phlistctl list restore Gifts")
        try ann("import", "gifts.csv", "--private").check(says: "into the new list Gifts, private")
        try ann("import", "gifts.csv").check(says: "1 already there")
        for home in homes { try home.meet() }
        #expect(try !ben.keeps("telescope"))
        try ann("-q", "list", "rm", "Gifts")
        try ann("import", "gifts.csv").check(says: "into the new list Gifts, which everybody sees")
    }

    @Test func `who may not bring a list back learns who can`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Trip", "--private")
        try ann("-q", "add", "Trip", "tent")
        try ann("-q", "share", "Trip", "ben")
        for home in homes { try home.meet() }
        try ben("-q", "invite", "accept", "Trip").check()
        for home in homes { try home.meet() }
        try ann("-q", "list", "rm", "Trip")
        for home in homes { try home.meet() }
        for command in [["add", "Trip", "rope"], ["show", "Trip/tent"]] {
            try ben.phlistctl(command).check(66, says: "ann can bring it back")
            try ann.phlistctl(command).check(66, says: "to bring it back: phlistctl list restore Trip")
        }
        try ben("list", "purge", "Trip", "-y").check(77, says: "it stays in the trash; ann can bring it back")
    }

    @Test func `a form takes no items, whatever names it`() throws {
        let home = try Home()
        try home("form", "template", "student").check()
        try home("add", "student", "wheel").check(65, says: "student is a form, which has records and no items")
    }

    @Test func `S0.53 list ls, list show, ls and members say in the same words who sees a list`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Diary", "Trip", "Hut", "Attic"] { try ann("-q", "list", "new", list, "--private") }
        for list in ["Trip", "Hut"] { try ann("-q", "share", list, "ben") }
        for list in ["Trip", "Attic"] { try ann("-q", "share", list, "house") }
        for list in ["Trip", "Hut"] {
            try ben.expect(list, from: "invite", "ls")
            try ben("-q", "invite", "accept", list)
        }
        let audiences = [
            ("Diary", "private"), ("Trip", "with ben and the house"), ("Hut", "with ben"), ("Attic", "with the house"),
            ("Shopping", "everybody"),
        ]
        for (list, words) in audiences {
            try ann("-q", "add", list, "lamp")
            try ann.expect("\(list): \(words)\n", from: "members", list)
            try ann("list", "show", list).check(says: "sharing   \(words)")
            // Where many lists stand one below the other, everybody's are told by having no mark.
            let title = words == "everybody" ? list : "\(list) (\(words))"
            for command in ["ls", "find lamp"] {
                try ann.shell("phlistctl \(command)").check(says: "\(title)\n")
            }
            try ann.shell("phlistctl list ls | tr -s ' '").check(says: " \(title) ")
        }
    }

    @Test func `S0.54 S0.55 S0.56 S4.22 sharing saves at once and prints who sees the list; by e-mail, too`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Trip", "--private")
        let shared = try ann("share", "Trip", "BEN@example.org", "carl")
        shared.check(says: "ben   invited, no answer yet")
        shared.check(says: "carl  invited, no answer yet")
        try ben.expect("Trip", from: "invite", "ls")
        try ann("unshare", "Trip", "ben").check(says: "ben   not any more")
        try ben.expect("Trip", false, from: "invite", "ls")
        try ben("invite", "accept", "Trip").check(66, says: "no invitation to \"Trip\"")
        let told = "single members see it: carl; to end that: phlistctl unshare Trip MEMBER"
        try ann("unshare", "Trip", "--everyone").check(says: told)
        try ann("share", "Trip", "--everyone").check(says: "Trip: everybody")
        try ben.expect("Trip", from: "list", "ls", "--plain")
        try ann("share", "Trip", "ben").check(65, says: "is seen by the whole household")
        try ann("unshare", "Trip", "--everyone").check(says: "Trip: private")
        try ben.expect("no longer shared with you", from: "list", "ls")
    }

    @Test func `what remains on the devices of those who no longer see a list is told, of them alone`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Trip", "--private").check()
        try ann("-q", "share", "Trip", "ben", "carl").check()
        try ben.expect("Trip", from: "invite", "ls")
        try ben("invite", "accept", "Trip").check()
        try ann.expect("ben   takes part", from: "members", "Trip")
        let invited = try ann("unshare", "Trip", "carl")
        #expect(!invited.messages.contains("what is there stays"), "\(invited.messages)")
        let trial = try ann("unshare", "Trip", "ben", "--dry-run")
        #expect(!trial.messages.contains("what is there stays"), "\(trial.messages)")
        let told = "ben: what is there stays, and nothing new comes"
        try ann("unshare", "Trip", "ben").check(says: told)
        try ann("-q", "share", "Trip", "--everyone").check()
        try ann("unshare", "Trip", "--everyone").check(says: "ben, carl: what is there stays")
    }

    @Test func `S0.40 whoever is named and is nobody is an error, and nothing is made`() throws {
        let home = try Home()
        try home("-q", "member", "me", "<me>")
        try home("-q", "add", "milk")
        let before = try home("members", "Shopping").output
        #expect(try home("share", "Shopping").output == before)
        try home("list", "new", "Gift", "--with", "nobody").check(67, says: "no member \"nobody\"")
        try home("share", "Shopping", "nobody").check(65)
        try home("unshare", "Shopping").check(64, says: "name a member, or give --everyone")
        for verb in ["share", "unshare"] {
            let hint = "\"Everybody\" is no member; everybody is meant by --everyone"
            try home(verb, "Shopping", "Everybody").check(64, says: hint)
        }
        try home("share", "Shopping", "ann", "--everyone").check(64, says: "--everyone goes without members")
        #expect(try !home("list", "ls", "--plain").output.contains("Gift"))
        try home("leave", "Shopping").check(77, says: "Shopping is your own list")
        try home("invite", "accept", "Gift").check(66, says: "no invitation to \"Gift\"")
    }
}
