import Testing

/// What must have been thought of is tried, scenario by scenario.
struct ScenarioTests {
    @Test func `every scenario names a test that exists, and no more than ten wait for what is not built`() throws {
        let project = Project.current
        let table = try #require(project["docs/scenarios.md"])
        #expect(ScenarioRule.findings(in: table, of: project, notBuiltMax: 10) == [])
    }

    @Test func `a missing scenario, a test that is not there and one open row too many are found`() {
        let test = SourceFile(path: "Tests/A.swift", text: "    @Test func `same ms: equal`() {}\n")
        let text = """
            | group | scenario | tests |
            | --- | --- | --- |
            | Clocks | same ms | `same ms: equal`, `same ms: other` |
            | Clocks | 1970 | soon |
            | Membership | mutual removal | Access: not built yet |
            | Weather | rain | `same ms: equal` |

            """
        let table = SourceFile(path: "docs/scenarios.md", text: text)
        let findings = ScenarioRule.findings(in: table, of: Project(files: [test, table]), notBuiltMax: 0)
        #expect(findings.count == 11)
        for part in [
            "Clocks has not its 4", "Storage has not its 6", "no such group: Weather", "1 scenarios have no test",
            "names a test that is not there: same ms: other", "1970 names no test",
        ] {
            #expect(findings.contains { $0.contains(part) }, "\(part)")
        }
    }
}
