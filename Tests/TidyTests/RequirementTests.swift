import Testing

/// What users must be able to do is proven, sentence by sentence.
struct RequirementTests {
    @Test func `every requirement names a test that exists`() throws {
        let project = Project.current
        let table = try #require(project["docs/requirements.md"])
        #expect(RequirementRule.findings(in: table, of: project) == [])
    }

    @Test func `a missing row, a test that is not there and an empty proof are found`() {
        let test = SourceFile(path: "Tests/A.swift", text: "    @Test func `lists are shown`() {}\n")
        let text = """
            | S0.1 | show | here | `lists are shown` |
            | S0.2 | sing | there | `lists are sung` |
            | S0.3 | fly | no | soon |

            """
        let table = SourceFile(path: "docs/requirements.md", text: text)
        let findings = RequirementRule.findings(in: table, of: Project(files: [test, table]))
        #expect(findings.count == 3)
        #expect(findings[0].contains("no row for [\"S0.4\""))
        #expect(findings[1].contains("S0.2 names a test that is not there: lists are sung"))
        #expect(findings[2].contains("S0.3 names no test"))
    }
}
