import Testing

/// Several homes as one household.
extension Home {
    /// Homes of one household, the first one's, each with a member and a device of the same name.
    static func household(_ names: String...) throws -> [Home] {
        let homes = try names.map { try called($0) }
        try homes[0]("-q", "add", "milk")
        for home in homes.dropFirst() { try home.join(homes[0]).check() }
        for home in homes { try home.meet() }
        return homes
    }

    /// A home with a member and a device of one name.
    static func called(_ name: String) throws -> Home {
        let home = try Home()
        try home("-q", "member", "add", name, "--email", "\(name)@example.org")
        try home("-q", "member", "me", name)
        let device = try home("device", "ls", "--plain").output.prefix { $0 != "\t" }
        try home("-q", "device", "rename", String(device), name).check()
        return home
    }

    /// Asks to be let into another home's household, by code and address, where somebody may say for whom.
    @discardableResult
    func join(_ host: Home, for person: String? = nil, _ arguments: String...) throws -> Outcome {
        let (code, port) = try host.admit(person)
        return try phlistctl(["join", "--host", "127.0.0.1:\(port)"] + arguments, input: "\(code)\n")
    }

    /// Opens the household for one device, and returns the code and the port.
    func admit(_ person: String? = nil) throws -> (code: String, port: String) {
        let query = person.map { "?for=\($0)" } ?? ""
        let address = "http://phlist/v1/pairing\(query)"
        let opened = try shell(#"curl -s --unix-socket "$PHLIST_SOCKET" -X POST '\#(address)'"#).output
        let code = opened.firstMatch(of: #/"code":"([0-9]+)"/#).map { String($0.output.1) } ?? ""
        let port = opened.firstMatch(of: #/"port":([0-9]+)/#).map { String($0.output.1) } ?? ""
        return (code, port)
    }

    /// Shares a list with a person, who accepts it on their own machine once the invitation is there.
    func share(_ list: String, with name: String, at guest: Home) throws {
        try self("-q", "share", list, name)
        try guest.expect(list, from: "invite", "ls")
        try guest("-q", "invite", "accept", list)
    }

    /// Waits until all that are connected hold the same; on a busy machine until they have compared once more.
    func meet() throws {
        try self("sync", "--wait", "--timeout", "60").check()
    }

    /// Waits until a command prints some words, or prints them no more.
    func expect(
        _ words: String,
        _ isThere: Bool = true,
        from arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var outcome = try phlistctl(arguments)
        while outcome.output.contains(words) != isThere, ContinuousClock.now < deadline {
            outcome = try phlistctl(arguments)
        }
        #expect(outcome.output.contains(words) == isThere, "\(outcome.transcript)", sourceLocation: sourceLocation)
    }

    /// Whether bytes are in any file that the daemon keeps.
    func keeps(_ words: String) throws -> Bool {
        try shell("grep -rqaF -- '\(words)' state").status == 0
    }
}

extension Outcome {
    /// Expects a status, and words somewhere in what was printed.
    func check(_ status: Int32 = 0, says words: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
        let text = transcript.joined(separator: "\n")
        #expect(self.status == status, "\(text)", sourceLocation: sourceLocation)
        #expect(words.isEmpty || text.contains(words), "\(text)", sourceLocation: sourceLocation)
    }
}
