import Testing

/// Concurrent changes, where they meet the end of sharing, logins, phones and undo.
extension MeetingTests {
    @Test func `of a list that is no longer shared nothing is due, no conflict is told, and nobody is reminded`()
        throws
    {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--private").check()
        try ann.share("Gift", with: "ben", at: ben)
        try ann("-q", "add", "Gift", "ring", "--every", "week", "--due", "2030-01-01").check()
        try ann("-q", "add", "Gift", "cake", "--due", "2020-01-01", "--remind", "2030-01-01").check()
        try ann.meet()
        try AcrossDevicesTests.apart(
            homes,
            { try ann("edit", "Gift/ring", "Gift/cake", "--note", "gold").check() },
            { try ben.shell("phlistctl -q done Gift/ring; phlistctl -q edit Gift/cake --note iced").check() }
        )
        let asked = [[], ["status"], ["conflicts"], ["due"], ["ls"], ["notify", "-n"], ["list", "ls"]]
        let due: Set = [[], ["due"], ["ls"], ["notify", "-n"]]
        let counted: Set = [[], ["list", "ls"]]
        for home in homes {
            for words in asked {
                let told = try home.phlistctl(words).transcript.joined(separator: "\n")
                #expect(told.contains("cake") == due.union([["conflicts"]]).contains(words), "\(words) \(told)")
                #expect(told.contains("1 conflict") == counted.contains(words), "\(words) \(told)")
            }
            try home("conflicts").check(says: "ann changed ring in Gift while ben")
        }
        try ann("-q", "unshare", "Gift", "ben").check()
        try ben.expect("no longer shared", from: "list", "ls")
        for words in asked {
            let told = try ben.phlistctl(words).transcript.joined(separator: "\n")
            for text in ["ring", "cake", "1 conflict"] { #expect(!told.contains(text), "\(words) \(told)") }
        }
        try ben("ls", "Gift").check(says: "ring")
        try ben("find", "ring").check(says: "ring")
        try ann("conflicts").check(says: "ann changed ring in Gift while ben completed it")
        try ann("due").check(says: "cake")
    }

    @Test func `what one changes while others move or remove it says who did which`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        try ann("-q", "list", "new", "Trip", "--private").check()
        for (name, home) in [("ben", ben), ("carl", carl)] { try ann.share("Trip", with: name, at: home) }
        try ann("-q", "add", "Shopping", "rope", "soap").check()
        for home in homes { try home.meet() }
        for home in homes { try home.daemon.stop() }
        func alone(_ home: Home, _ words: String...) throws {
            try home.daemon.start()
            try home.phlistctl(words).check()
            try home.daemon.stop()
        }
        try alone(ann, "edit", "rope", "soap", "milk", "--note", "long")
        try alone(ben, "mv", "rope", "soap", "Trip", "--yes")
        try alone(carl, "rm", "soap", "milk")
        for home in homes { try home.daemon.start() }
        for home in homes { try home.meet() }
        let told = [
            "rope in Shopping stays, because ann changed it while ben moved it to Trip: phlistctl mv ",
            "soap in Shopping stays, because ann changed it while ben moved it to Trip and carl removed it: phlistctl ",
            "milk in Shopping stays, because ann changed it while carl removed it: phlistctl rm ",
        ]
        for home in homes {
            for words in told { try home("conflicts").check(says: words) }
        }
        // Nobody is sent to a list that has ended for them.
        try ann("unshare", "Trip", "carl").check()
        try carl.expect("no longer shared", from: "list", "ls")
        #expect(try !carl("conflicts").messages.contains("Trip"))
        for item in ["rope", "soap"] { try ben("mv", "Shopping/\(item)", "Trip", "--yes").check() }
        try ben("rm", "milk").check()
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
    }

    @Test func `of photos set apart a phone and another person on the login show those of lists they see`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--private").check()
        try ann.share("Gift", with: "ben", at: ben)
        try ann("-q", "add", "Gift", "ring").check()
        try ann("-q", "member", "add", "carl").check()
        try ann("-q", "device", "share", "ann", "carl", "--yes").check()
        try ann.meet()
        func set(_ home: Home, side: Int) throws {
            try PhotoTests.makePicture("\(side).jpg", home, side: side)
            try home("photo", "set", "Gift/ring", "\(side).jpg").check()
        }
        try AcrossDevicesTests.apart(homes, { try set(ann, side: 40) }, { try set(ben, side: 400) })
        try ann.servePage()
        let names = ["ann", "carl"]
        let phones = try names.map { name in
            let phone = try Browser(name, at: ann)
            try phone.enter(as: name)
            return phone
        }
        for number in 1...2 {
            let path = "/v1/items/photo?item=Gift/ring&take=\(number)"
            try phones[0]("GET", path, nil, "-o own\(number).jpg -D -").expect(200)
            try phones[1]("GET", path).expect(404)
            try ann("photo", "save", "Gift/ring", "\(number).jpg", "--take", "\(number)", "--as", "carl").check(66)
        }
        try ann.shell("cmp -s own1.jpg own2.jpg").check(1)
        try phones[0]("GET", "/v1/items/photo?item=Gift/ring&take=3").expect(404, says: "no value 3")
    }

    @Test func `a change that met a tick is told until the tick is undone, and a redo knows of it`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try AcrossDevicesTests.apart(
            homes,
            { try ann("edit", "milk", "--note", "oat").check() },
            { try ben("done", "milk").check() }
        )
        let notice = "ann changed milk in Shopping while ben completed it: phlistctl undone "
        for home in homes { try home("conflicts").check(says: notice) }
        try ben("undo").check()
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
        // The second tick knows of the note.
        try ben("redo").check()
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
    }
}
