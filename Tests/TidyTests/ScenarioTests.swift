import Testing

/// What must have been thought of is tried, scenario by scenario.
struct ScenarioTests {
    @Test func `every scenario names a test that exists`() throws {
        let project = Project.current
        let table = try #require(project["docs/scenarios.md"])
        #expect(ScenarioRule.findings(in: table, of: project) == [])
    }

    @Test func `a missing scenario and a test that is not there are found`() {
        let test = SourceFile(path: "Tests/A.swift", text: "    @Test func `same ms: equal`() {}\n")
        let text = """
            | group | scenario | tests |
            | --- | --- | --- |
            | Clocks | same ms | `same ms: equal`, `same ms: other` |
            | Clocks | 1970 | soon |
            | Weather | rain | `same ms: equal` |

            """
        let table = SourceFile(path: "docs/scenarios.md", text: text)
        let findings = ScenarioRule.findings(in: table, of: Project(files: [test, table]))
        #expect(findings.count == 10)
        for part in [
            "Clocks must have 4", "Storage must have 6", "no such group: Weather",
            "names a test that is not there: same ms: other", "1970 names no test",
        ] {
            #expect(findings.contains { $0.contains(part) }, "\(part)")
        }
    }
}
