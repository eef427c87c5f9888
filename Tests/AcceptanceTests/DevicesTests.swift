import Testing

/// The devices of a household: who is in, what they may do, and what becomes of one that goes.
struct DevicesTests {
    /// Homes of Ann and of others who joined hers, each called by its name.
    private static func household(_ names: String...) throws -> [Home] {
        let homes = try (["ann"] + names).map { name in
            let home = try Home()
            Self.check(try home("device", "rename", Self.id(of: home), name), 0)
            return home
        }
        try homes[0]("-q", "add", "milk")
        for home in homes.dropFirst() { try join(home, to: homes[0]) }
        for home in homes { try home("sync", "--wait") }
        return homes
    }

    private static func join(_ home: Home, to host: Home) throws {
        let outcome = try tryToJoin(home, to: host)
        #expect(outcome.status == 0, "\(outcome.transcript)")
    }

    private static func tryToJoin(_ home: Home, to host: Home) throws -> Outcome {
        let opened = try host.shell(#"curl -s --unix-socket "$PHLIST_SOCKET" -X POST http://phlist/v1/pairing"#).output
        let code = opened.firstMatch(of: #/"code":"([0-9]+)"/#).map { String($0.output.1) } ?? ""
        let port = opened.firstMatch(of: #/"port":([0-9]+)/#).map { String($0.output.1) } ?? ""
        return try home("join", "--host", "127.0.0.1:\(port)", input: "\(code)\n")
    }

    private static func id(of home: Home) throws -> String {
        let rows = try home("device", "ls", "--plain").output.split(separator: "\n")
        return rows.first { $0.hasSuffix("\tthis") }.map { String($0.prefix { $0 != "\t" }) } ?? ""
    }

    /// Expects a status, and words in what was printed.
    private static func check(_ outcome: Outcome, _ status: Int32 = 0, says words: String = "") {
        let text = outcome.transcript.joined(separator: "\n")
        #expect(outcome.status == status, "\(text)")
        #expect(words.isEmpty || text.contains(words), "\(text)")
    }

    /// Names and roles, in order.
    private static func devices(_ home: Home) throws -> [String] {
        try home("device", "ls", "--plain").output.split(separator: "\n").map { row in
            row.split(separator: "\t", omittingEmptySubsequences: false)[1...2].joined(separator: " ")
        }
    }

    /// Waits until a command prints some words.
    private static func expect(_ words: String, from home: Home, _ arguments: String...) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        var outcome = try home.phlistctl(arguments)
        while !outcome.output.contains(words), ContinuousClock.now < deadline {
            outcome = try home.phlistctl(arguments)
        }
        #expect(outcome.output.contains(words), "\(outcome.transcript)")
    }

    @Test func `a removed device loses its sessions at once, hears why, and gets and gives nothing more`() throws {
        let homes = try Self.household("ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        Self.check(try ann("device", "remove", "carl"), 64)
        let began = ContinuousClock.now
        let removed = try ann("device", "remove", "carl", "--yes")
        Self.check(removed, says: "carl is out of the household")
        try Self.expect("says that this device is out of the household", from: carl, "status")
        #expect(ContinuousClock.now - began < .seconds(10))
        try Self.expect("not connected", from: carl, "peers")
        #expect(try !ann("peers").output.contains("carl"))
        #expect(try Self.devices(ann) == ["ann admin", "ben member"])
        try carl("-q", "add", "poison")
        try ann("-q", "add", "bread")
        try ann("sync", "--wait")
        #expect(try Self.devices(ben) == ["ann admin", "ben member"])
        for home in [ann, ben] { #expect(try !home("ls", "--plain").output.contains("poison")) }
        #expect(try !carl("ls", "--plain").output.contains("bread"))
        // What it did before stays, and can be looked at.
        Self.check(try ann("history", "--device", "carl"), 0)
        // Its key does not come back.
        #expect(try Self.tryToJoin(carl, to: ann).status != 0)
        #expect(try Self.devices(ann) == ["ann admin", "ben member"])
    }

    @Test func `only an admin device manages others, and one that is made an admin does`() throws {
        let homes = try Self.household("ben", "carl")
        let (ann, ben) = (homes[0], homes[1])
        let refusal = try ben("device", "remove", "carl", "--yes")
        #expect(refusal.status == 77, "\(refusal.transcript)")
        #expect(refusal.messages.contains("this device is no admin"))
        #expect(try ben("pair").status == 77)
        #expect(try ann("device", "role", "ann", "member").status == 77)
        Self.check(try ann("device", "role", "ben", "admin"), 0, says: "ben is an admin from here on")
        try ann("sync", "--wait")
        Self.check(try ben("device", "rename", "carl", "tablet"), 0, says: "carl is now tablet")
        Self.check(try ben("device", "remove", "tablet", "--yes"), 0, says: "tablet is out of the household")
        try ben("sync", "--wait")
        #expect(try Self.devices(ann) == ["ann admin", "ben admin"])
        // A stranger to the machine's owner manages nothing; mistakes have one line each.
        #expect(try ann("device", "remove", "phone", "--yes").status == 67)
        #expect(try ann("device", "role", "ben", "boss").status == 64)
        #expect(try ann("device", "rename", "ben", "Ann").status == 65)
    }

    @Test func `who leaves goes on alone with copies of the lists, and the others know`() throws {
        let homes = try Self.household("ben", "carl")
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
        let homes = try Self.household("ben")
        let (ann, ben) = (homes[0], homes[1])
        let carl = try Home()
        Self.check(try carl("device", "rename", try Self.id(of: carl), "carl"), 0)
        try Self.join(carl, to: ann)
        try ben("sync", "--wait")
        try Self.expect("carl has joined, let in by ann", from: ben)
        #expect(try ben("device", "ls").output.contains("new: let in by ann"))
        #expect(try !ben().output.contains("carl has joined"))
        #expect(try !ann().output.contains("carl has joined"))
    }

    @Test func `the household has a name, and says when only one device lets others in`() throws {
        let homes = try Self.household("ben")
        let (ann, ben) = (homes[0], homes[1])
        Self.check(try ann("household", "rename", "Rue Monge"), 0, says: "the household is Rue Monge")
        try ann("sync", "--wait")
        let status = try ben("household", "status")
        #expect(status.output.contains("Rue Monge"), "\(status.transcript)")
        #expect(status.output.contains("only ann lets devices in and out"))
        #expect(try ann("household", "reform", "--yes").status == 77)
    }
}
