/// The table of scenarios names a test for each of them.
enum ScenarioRule {
    /// The scenarios of each group of the design.
    private static let counts = [
        "Clocks": 4, "Concurrency": 12, "Membership": 10, "Identity": 7, "Scale": 6, "Storage": 6,
        "Compatibility and hostile": 12,
    ]

    /// What is wrong with the table in a document.
    ///
    /// - Parameters:
    ///   - file: The document.
    ///   - project: Where the tests are.
    /// - Returns: A line for each fault.
    static func findings(in file: SourceFile, of project: Project) -> [String] {
        let rows = file.lines.enumerated().compactMap { Row(number: $0.offset + 1, line: $0.element) }
        let tests = Set(project.swiftFiles.filter { $0.path.hasPrefix("Tests/") }.flatMap(tests))
        let found = Dictionary(grouping: rows, by: \.group).mapValues(\.count)
        let missing = counts.keys.sorted().filter { found[$0] != counts[$0] }
            .map { file.finding(line: 1, "\($0) must have \(counts[$0] ?? 0) scenarios, and has \(found[$0] ?? 0)") }
        let unknown = rows.filter { counts[$0.group] == nil }
            .map { file.finding(line: $0.number, "no such group: \($0.group)") }
        return missing + unknown + rows.flatMap { $0.findings(in: file, tests: tests) }
    }

    /// The raw names of the tests in a file.
    private static func tests(in file: SourceFile) -> [String] {
        file.text.matches(of: /\bfunc\s+`([^`]+)`/).map { String($0.1) }
    }

    /// A row of the table: group, scenario, tests.
    private struct Row {
        var number: Int
        var group: String
        var scenario: String
        var proof: String

        init?(number: Int, line: Substring) {
            let cells = line.split(separator: "|").map { Row.trimmed($0) }
            guard cells.count == 3, cells[0] != "group", cells[0].contains(where: \.isLetter) else { return nil }
            (self.number, group, scenario, proof) = (number, cells[0], cells[1], cells[2])
        }

        private static func trimmed(_ cell: Substring) -> String {
            String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }

        func findings(in file: SourceFile, tests: Set<String>) -> [String] {
            let names = proof.matches(of: /`([^`]+)`/).map { String($0.1) }
            guard !names.isEmpty else { return [file.finding(line: number, "\(scenario) names no test: \(proof)")] }
            return names.filter { !tests.contains($0) }
                .map { file.finding(line: number, "\(scenario) names a test that is not there: \($0)") }
        }
    }
}
