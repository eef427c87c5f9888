import Testing

/// The browser of a phone, played by curl: a jar of cookies, HTTP/2, and the page of one home.
struct Browser {
    let home: Home
    /// The address of the page, without a slash at its end.
    let origin: String
    private let jar: String

    /// Opens the page of a home, where it is served.
    init(_ name: String, at home: Home) throws {
        (self.home, jar) = (home, "\(home.directory)/\(name).jar")
        let page = try home("--json", "phone", "ls").output
        let port = try #require(page.firstMatch(of: #/:(\d+)\//#)?.output.1, "\(page)")
        origin = "https://127.0.0.1:\(port)"
    }

    /// What came back: the status, 0 if the connection failed, the headers in lower case, and the body.
    struct Reply {
        var status: Int
        var headers: String
        var body: String

        func expect(_ status: Int, says words: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(self.status == status, "\(headers)\n\(body)", sourceLocation: sourceLocation)
            #expect(words.isEmpty || body.contains(words), "\(body)", sourceLocation: sourceLocation)
        }
    }

    /// Sends a request; options are curl's.
    @discardableResult
    func callAsFunction(_ method: String, _ path: String, _ body: String? = nil, _ options: String...) throws -> Reply {
        let json = body.map {
            ["-H 'content-type: application/json'", "--data-binary '\($0.replacing("'", with: "'\\''"))'"]
        }
        let command =
            ["curl -sSk --path-as-is --max-time 20 -i -X \(method) -b '\(jar)' -c '\(jar)'"] + (json ?? []) + options
            + ["'\(origin)\(path)'"]
        let text = try home.shell(command.joined(separator: " ")).output
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let status = text.firstMatch(of: #/^HTTP\/[0-9.]+ (\d+)/#).flatMap { Int($0.output.1) } ?? 0
        return Reply(
            status: status,
            headers: parts[0].lowercased(),
            body: parts.count > 1 ? String(parts[1]) : ""
        )
    }

    /// Lets the phone in as a member.
    func enter(as member: String, called name: String = "phone") throws {
        let code = try home("-q", "phone", "add", member).output.prefix { $0 != "\n" }
        try self("POST", "/phone/enter", #"{"code":"\#(code)","name":"\#(name)"}"#).expect(200, says: member)
    }
}

extension Home {
    /// Serves the page on any free port.
    func servePage() throws {
        try self("-q", "config", "set", "web-port", "0").check()
        try self("-q", "phone", "on").check()
    }
}
