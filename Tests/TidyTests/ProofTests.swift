import Testing

/// What the documents promise is proven, row by row.
struct ProofTests {
    /// A document with tables, and the fewest rows that it may have: a table that is not read proves nothing.
    @Test(arguments: [("docs/security-tests.md", 60)])
    func `every row of the tables of proofs ends with a test that exists`(_ path: String, _ rowsMin: Int) throws {
        let document = try #require(Project.current[path])
        #expect(ProofRule.findings(in: document, of: .current) == [])
        #expect(ProofRule.rowCount(of: document) >= rowsMin)
    }

    @Test func `a row without a test and a test that is not there are found, a scenario counts`() {
        let test = SourceFile(path: "Tests/A.swift", text: "    @Test func `it holds`() {}\n")
        let scenario = SourceFile(path: "Tests/lab/scenarios/flood.sh", text: "true\n")
        let rows = "| a | `it holds` |\n| b | `flood` |\n| c | later |\n| d | `x` |\n"
        let text = "words\n\n| attack | test |\n| --- | --- |\n\(rows)"
        let table = SourceFile(path: "docs/a.md", text: text)
        let findings = ProofRule.findings(in: table, of: Project(files: [test, scenario, table]))
        #expect(findings.count == 2)
        #expect(findings[0] == "docs/a.md:7: the row does not end with a test: later")
        #expect(findings[1] == "docs/a.md:8: names a test that is not there: x")
        #expect(ProofRule.rowCount(of: table) == 4)
    }
}
