import Testing

/// Files and batches of commands, where they meet what two people changed apart and what recurs.
extension MeetingTests {
    /// A form two fields of which ann and ben, apart, give one name.
    private static func namesakes(_ fields: String, _ first: String, _ second: String) throws -> [Home] {
        let homes = try Home.household("ann", "ben")
        let file = #"{"fields": [\#(fields)]}"#
        try homes[0]("form", "new", "pets", "--from", "-", "--household", input: file).check()
        try homes[0]("record", "save", "pets", "name=Mia", "kind=cat").check()
        try homes[0].meet()
        try AcrossDevicesTests.apart(
            homes,
            { try homes[0]("form", "edit", "pets", "--rename-field", first).check() },
            { try homes[1]("form", "edit", "pets", "--rename-field", second).check() }
        )
        return homes
    }

    private static let bornField = #"{"name": "Born", "type": "date"}"#
    private static let nameField = #"{"name": "Name", "type": "text"}"#
    private static let kindField = #"{"name": "Kind", "type": "text"}"#

    @Test func `a table whose headings are ids of fields comes in again, also where a backup was restored`() throws {
        let fields = "\(Self.nameField), \(Self.bornField), \(Self.kindField)"
        let homes = try Self.namesakes(fields, "Born=Since", "Kind=Since")
        let ann = homes[0]
        try ann("record", "export", "pets", "-o", "pets.csv").check()
        try ann.shell("head -n 1 pets.csv | grep -qE '^Name,[k-z]{16},[k-z]{16}\r?$'").check()
        try ann.shell("printf 'Rex,2021/03/04,dog\\r\\n' >> pets.csv && phlistctl -q backup kept").check()
        let new = try Home()
        try new("restore-backup", "\(ann.directory)/kept").check()
        try new("member", "me", "ann").check()
        for home in [ann, new] {
            let words = ["record", "import", "pets", "\(ann.directory)/pets.csv"]
            try home.phlistctl(words).check(says: "imported 1 record into pets; 1 already there")
            try home.phlistctl(words).check(says: "imported 0 records into pets; 2 already there")
            let rows = try home("record", "ls", "pets").output.split(separator: "\n").map { $0.split(separator: " ") }
            #expect(rows.dropFirst().map { $0.joined(separator: " ") } == ["Mia cat", "Rex 2021/03/04 dog"], "\(rows)")
        }
        for home in homes { try home.meet() }
        let tables = try (homes + [new]).map { try $0.shell("phlistctl record export pets | sha256sum").output }
        #expect(Set(tables).count == 1)
    }

    @Test func `a key that a table has twice is told with its line, also where the heading is an id`() throws {
        let fields = "\(Self.nameField), \(Self.kindField)"
        let ann = try Self.namesakes(fields, "Name=Tag", "Kind=Tag")[0]
        try ann("record", "export", "pets", "-o", "pets.csv").check()
        try ann.shell("printf 'Rex,dog\\r\\n Rex ,cow\\r\\n' >> pets.csv").check()
        let words = ["record", "import", "pets", "pets.csv"]
        let fault = #"line 4, character 1: the record in line 3 has the Tag "Rex" already"#
        try ann.phlistctl(words).check(65, says: fault)
        #expect(try !ann("record", "ls", "pets").output.contains("Rex"))
        try ann.phlistctl(words + ["--skip-invalid"]).check(says: "imported 1 record into pets")
        try ann("record", "find", "pets", "Rex").check(says: "dog")
    }

    @Test func `100 percent completes nothing, alone and in a batch, and what comes back begins at nothing`() throws {
        let homes = [try Home(), try Home()]
        for home in homes {
            try home("-q", "add", "bins", "--every", "week", "--due", "2030-01-01").check()
            try home("-q", "add", "soap").check()
        }
        let (alone, batched) = (homes[0], homes[1])
        for (number, item) in [(1, "bins"), (2, "soap")] {
            let told = [
                "changed: \(item) (<\(number)>), 99 %",
                "! an open item counts as 99 %; to complete it: phlistctl done <\(number)>",
            ]
            #expect(try alone("edit", item, "--percent", "100").transcript == told)
            #expect(try batched("batch", input: "edit \(item) --percent 100\n").transcript == told)
        }
        for home in homes {
            let items = try home("--plain", "ls", "--all").output.split(separator: "\n")
            #expect(items.count == 2, "\(items)")
            try home("show", "bins").check(says: "percent     99")
        }
        // Completed in the same batch, it is at 100 %, and the next one at none.
        let done = try batched("batch", input: "edit bins --percent 90\nedit bins --percent 100\ndone bins\n")
        #expect(done.status == 0 && done.output.contains("done: bins\nnext: bins"), "\(done.transcript)")
        let next = try batched("show", "bins").output
        #expect(next.contains("8 Jan 2030") && !next.contains("percent"), "\(next)")
    }
}
