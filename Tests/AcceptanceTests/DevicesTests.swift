import Testing

/// The devices of a household: who is in, what they may do, and what becomes of one that goes.
struct DevicesTests {
    /// Names and roles, in order.
    private static func devices(_ home: Home) throws -> [String] {
        try home("device", "ls", "--plain").output.split(separator: "\n").map { row in
            row.split(separator: "\t", omittingEmptySubsequences: false)[1...2].joined(separator: " ")
        }
    }

    @Test func `a removed device loses its sessions at once, hears why, and gets and gives nothing more`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        try ann("device", "remove", "carl").check(64)
        let began = ContinuousClock.now
        let removed = try ann("device", "remove", "carl", "--yes")
        removed.check(says: "carl is out of the household")
        try carl.expect("this device is no longer part of the household: removed by ann", from: "status")
        #expect(ContinuousClock.now - began < .seconds(10))
        try carl.expect("not connected", from: "peers")
        #expect(try !ann("peers").output.contains("carl"))
        #expect(try Self.devices(ann) == ["ann admin", "ben member"])
        try carl("-q", "add", "poison").check(77, says: "no longer part of the household: removed by ann, ")
        try ann("-q", "add", "bread")
        try ann("sync", "--wait")
        #expect(try Self.devices(ben) == ["ann admin", "ben member"])
        for home in homes { #expect(try !home("ls", "--plain").output.contains("poison")) }
        #expect(try !carl("ls", "--plain").output.contains("bread"))
        // What it did before stays, and can be looked at.
        try ann("history", "--device", "carl").check()
        // Its key does not come back.
        #expect(try carl.join(ann).status != 0)
        #expect(try Self.devices(ann) == ["ann admin", "ben member"])
    }

    @Test func `a removed device keeps its copies as they are, also after a restart, until it goes on alone`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("device", "remove", "ben", "--yes").check()
        let words = "this device is no longer part of the household: removed by ann, "
        try ben.expect(words, from: "status")
        for command in ["doctor", "household status", "list ls"] {
            let shown = try ben.shell("phlistctl \(command)")
            #expect(shown.transcript.joined(separator: "\n").contains(words), "\(shown.transcript)")
        }
        try ben.daemon.restart()
        let changes = [
            "add soap", "done milk", "rm milk", "undo", "list new x", "list copy Shopping y", "member add z",
            "form template student", "device rename ben x", "household rename x", "pair",
        ]
        for change in changes {
            let refused = try ben.shell("phlistctl \(change)")
            refused.check(77, says: words)
            #expect(refused.messages.split(separator: "\n").count == 1, "\(refused.messages)")
            #expect(refused.messages.contains("phlistctl household leave"))
        }
        try ben("import", "--format", "csv", "-", "--into", "Shopping", input: "title\nrope\n").check(77, says: words)
        let json = try ben("--json", "add", "soap")
        #expect(json.status == 77 && json.messages.contains(words), "\(json.transcript)")
        #expect(try ben("--json", "household", "status").output.contains("\"removedBy\":\"ann\""))
        #expect(try ben("--json", "list", "ls").output.contains("\"readOnly\":\"\(words)"))
        let found = try ben("doctor").output
        #expect(found.contains("problem  household") && !found.contains("peer ann"), "\(found)")
        #expect(try !found.contains("reachable") && !ben("status").output.contains("lets devices in"), "\(found)")
        try ben("export", "Shopping", "--format", "json").check(says: "milk")
        try ben("household", "leave", "--yes").check(says: "goes on alone with copies of 1 list")
        try ben("-q", "add", "soap").check()
        #expect(try ben("ls", "--plain").output.contains("soap"))
        #expect(try !ben("status").output.contains(words))
        #expect(try !ann("ls", "--plain").output.contains("soap"))
    }

    @Test func `only an admin device manages others, and one that is made an admin does`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben) = (homes[0], homes[1])
        let refusal = try ben("device", "remove", "carl", "--yes")
        #expect(refusal.status == 77, "\(refusal.transcript)")
        #expect(refusal.messages.contains("this device is not an admin"))
        #expect(try ben("pair").status == 77)
        #expect(try ann("device", "role", "ann", "member").status == 77)
        try ann("device", "role", "ben", "admin").check(says: "ben is an admin from now on")
        try ann("sync", "--wait")
        try ben("device", "rename", "carl", "tablet").check(says: "carl is now tablet")
        try ben("device", "remove", "tablet", "--yes").check(says: "tablet is out of the household")
        try ben("sync", "--wait")
        #expect(try Self.devices(ann) == ["ann admin", "ben admin"])
        // A stranger to the machine's owner manages nothing; mistakes have one line each.
        #expect(try ann("device", "remove", "phone", "--yes").status == 67)
        #expect(try ann("device", "role", "ben", "boss").status == 64)
        #expect(try ann("device", "rename", "ben", "Ann").status == 65)
    }

    @Test func `who leaves goes on alone with copies of the lists, and the others know`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        #expect(try ann("household", "leave", "--yes").status == 77)
        let left = try carl("household", "leave", "--yes")
        #expect(left.status == 0, "\(left.transcript)")
        #expect(left.output.contains("this device goes on alone with copies of 1 list"))
        #expect(try Self.devices(carl) == ["carl admin"])
        #expect(try carl("ls", "--plain").output.contains("milk"))
        #expect(try Self.devices(ann) == ["ann admin", "ben member"])
        #expect(try Self.devices(ben) == ["ann admin", "ben member"])
        try carl("-q", "add", "mine alone")
        try carl.daemon.restart()
        #expect(try carl("ls", "--plain").output.contains("mine alone"))
        #expect(try !ann("ls", "--plain").output.contains("mine alone"))
        #expect(try carl("household", "leave", "--yes").status == 65)
    }

    @Test func `a device that joins is announced on the others until somebody looks`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        let carl = try Home.called("carl")
        try carl.join(ann).check()
        try ben("sync", "--wait")
        try ben.expect("carl has joined, let in by ann")
        #expect(try ben("device", "ls").output.contains("new: let in by ann"))
        #expect(try !ben().output.contains("carl has joined"))
        #expect(try !ann().output.contains("carl has joined"))
    }

    @Test func `a device that may act as somebody is announced on that person's devices until somebody looks`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        let tablet = try Home.device("tablet")
        try tablet.join(ann, for: "ben").check()
        try ben("sync", "--wait")
        let words = "ann admitted tablet as you"
        try ben.expect(words)
        #expect(try ben("status").output.contains(words) && ben("household", "status").output.contains(words))
        #expect(try ben("--json", "device", "ls").output.contains("\"newFor\":[\"ben\"]"))
        #expect(try !ben("status").output.contains(words))
        // People who are added to it later are asked for, and shown in the same way.
        try ann("device", "share", "ben", "ann").check(64, says: "cannot ask without a terminal: let ann use ben")
        try ann("-q", "member", "add", "gail")
        try ann("device", "share", "tablet", "gail", "--yes").check(says: "people of tablet: ")
        #expect(try !ann("status").output.contains("as you"))
    }

    @Test func `the household has a name, and says when only one device lets others in`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("household", "rename", "Rue Monge").check(says: "the household is Rue Monge")
        try ann("sync", "--wait")
        let status = try ben("household", "status")
        #expect(status.output.contains("Rue Monge"), "\(status.transcript)")
        #expect(status.output.contains("only ann can add or remove devices"))
        #expect(try ann("household", "reform", "--yes").status == 77)
    }

    @Test func `who leaves while nobody is there is told that an admin there has to know`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        try ann.daemon.stop()
        try ben.daemon.stop()
        let left = try carl("household", "leave", "--yes")
        left.check(says: "not reached: ann, ben; they still list this device; ")
        left.check(says: "to change that, on an admin device of theirs: phlistctl device remove NAME")
        #expect(!left.messages.contains("until another one tells them"))
        try ann.daemon.start()
        try ann("device", "remove", "carl", "--yes").check()
        #expect(try Self.devices(ann) == ["ann admin", "ben member"])
    }

    @Test func `the history of a removed device is named by its id where the name leads to others, too`() throws {
        let homes = try Home.household("ann", "ben")
        let ann = homes[0]
        let first = try ann("device", "remove", "ben", "--yes")
        first.check(says: "to see what it did last: phlistctl history --device ben\n")
        for title in ["tea", "salt"] {
            let next = try Home.called("ben")
            try next.join(ann, for: "ben").check()
            try next.meet()
            try next("-q", "add", title).check()
            try ann.expect(title, from: "ls", "Shopping")
            let removed = try ann("device", "remove", "ben", "--yes")
            let hint = removed.messages.split(separator: "\n").first?.split(separator: "last: ").last ?? ""
            #expect(hint.hasPrefix("phlistctl history --device ") && !hint.hasSuffix(" ben"), "\(hint)")
            try ann.shell(String(hint)).check(says: title)
        }
    }
}
