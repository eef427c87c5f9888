import Testing

/// Two machines of one household: what one person does, the other one has.
struct TwoMachinesTests {
    /// Two homes that were paired; Ann's lists from before are everybody's.
    private static func household() throws -> (ann: Home, ben: Home) {
        let (ann, ben) = (try Home(), try Home())
        let pairing = try ann.terminal("pair", "--json")
        try pairing.expect("\"state\":\"open\"")
        let code = try #require(pairing.transcript.firstMatch(of: /"code":"(\d+)"/)?.1)
        let port = try #require(pairing.transcript.firstMatch(of: /"port":(\d+)/)?.1)
        let joined = try ben("join", "--host", "127.0.0.1:\(port)", input: "\(code)\n")
        #expect(joined.status == 0, "\(joined.transcript)")
        #expect(try pairing.wait() == 0)
        return (ann, ben)
    }

    /// Waits until both hold the same.
    private static func meet(_ home: Home) throws {
        let synced = try home("sync", "--wait")
        #expect(synced.status == 0, "\(synced.transcript)")
    }

    @Test func `S0.1 S0.2 S0.3 S0.4 S1.1 S4.4 S4.14 S4.15 S4.20 what one does is on the other machine`()
        throws
    {
        let (ann, ben) = try Self.household()
        try ann("add", "milk", input: "").expect(0, "made the list Shopping", "added \"milk\" to Shopping (<1>)")
        try Self.meet(ann)
        #expect(try ben("ls", "--plain").output.contains("milk"))
        #expect(try ben("done", "milk").status == 0)
        try Self.meet(ben)
        #expect(try ann("ls", "--plain").output.isEmpty)
        #expect(try ben("list", "new", "Garden").status == 0)
        try Self.meet(ben)
        #expect(try ann("list", "ls", "--plain").output.contains("Garden"))
    }

    @Test func `S0.5 S0.7 S0.8 S1.28 S4.35 S4.36 what is written while the other is off arrives when it is back`()
        throws
    {
        let (ann, ben) = try Self.household()
        try ben.daemon.stop()
        #expect(try ann("add", "milk").status == 0)
        #expect(try ann("add", "Shopping", "bread", "eggs").status == 0)
        #expect(try ann("status").status == 0)
        try ben.daemon.start()
        try Self.meet(ben)
        let items = try ben("ls", "--plain").output
        #expect(["milk", "bread", "eggs"].allSatisfy(items.contains))
    }

    @Test func `S0.6 S4.34 a person asks the others by hand, and who only reads asks them along, without waiting`()
        throws
    {
        let (ann, ben) = try Self.household()
        let name = try ann("peers", "--plain").output.split(separator: "\t").dropFirst().first.map(String.init) ?? ""
        #expect(try ann("sync").status == 0)
        #expect(try ann("sync", name, "--wait").status == 0)
        #expect(try ann("sync", "nobody").status == 67)
        try ben.daemon.stop()
        #expect(try ann("add", "milk").status == 0)
        #expect(try ann("ls", "--plain").output.contains("milk"))
        try ben.daemon.start()
        let deadline = ContinuousClock.now + .seconds(20)
        while try !ben("ls", "--plain").output.contains("milk"), ContinuousClock.now < deadline {}
        #expect(try ben("ls", "--plain").output.contains("milk"))
    }

    @Test func `S0.9 what is written last wins on both machines`() throws {
        let (ann, ben) = try Self.household()
        #expect(try ann("add", "milk").status == 0)
        try Self.meet(ann)
        #expect(try ben("edit", "milk", "--title", "oat milk").status == 0)
        try Self.meet(ben)
        #expect(try ann("edit", "oat milk", "--title", "soy milk").status == 0)
        try Self.meet(ann)
        #expect(try ann("ls", "--plain").output.contains("soy milk"))
        #expect(try ben("ls", "--plain").output.contains("soy milk"))
    }

    @Test func `S1.2 S1.27 S4.7 a machine joins by a code alone, and brings its member along`() throws {
        let (ann, ben) = (try Home(), try Home())
        for home in [ann, ben] { #expect(try home("add", "tent").status == 0) }
        try ben.join(ann, "--as", "ben").check(says: "this device is for ben")
        try Self.meet(ben)
        let status = try ann("status", "--json").output
        #expect(status.contains("\"deviceCount\":2") && status.contains("ben"), "\(status)")
        let members = try #require(status.firstMatch(of: /"members":\[([^\]]+)\]/)?.1)
        #expect(try ben("status", "--json").output.contains(String(members)))
    }
}
