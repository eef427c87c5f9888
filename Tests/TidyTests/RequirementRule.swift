/// The table of requirements names each of them once, in order, with what proves it.
enum RequirementRule {
    /// How many sentences each of the five sources has.
    private static let counts = [56, 32, 21, 20, 39]
    /// What the row of an unreadable sentence says instead of naming a test.
    private static let unreadable = "nothing derived"

    /// What is wrong with the table in a document.
    static func findings(in file: SourceFile, of project: Project) -> [String] {
        let rows = file.lines.enumerated().compactMap { Row(number: $0.offset + 1, line: $0.element) }
        let wanted = counts.enumerated().flatMap { source, count in (1...count).map { "S\(source).\($0)" } }
        let order = rows.map(\.id) == wanted ? [] : [file.finding(line: 1, orderFault(rows.map(\.id), wanted))]
        let tests = Set(project.swiftFiles.filter { $0.path.hasPrefix("Tests/") }.flatMap(tests))
        return order + rows.compactMap { $0.finding(in: file, tests: tests) }
    }

    private static func orderFault(_ ids: [String], _ wanted: [String]) -> String {
        let missing = wanted.filter { !ids.contains($0) }
        let fault = missing.isEmpty ? "a requirement twice, unknown, or out of order" : "no row for \(missing)"
        return "the table has \(fault)"
    }

    /// The raw names of the tests in a file.
    private static func tests(in file: SourceFile) -> [String] {
        file.text.matches(of: /\bfunc\s+`([^`]+)`/).map { String($0.1) }
    }

    /// A row of the table: id, what is asked for, how it is met, proof.
    private struct Row {
        var number: Int
        var id: String
        var proof: String

        init?(number: Int, line: Substring) {
            let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
            guard cells.count == 4, let id = cells[0].wholeMatch(of: /(S\d\.\d+) */)?.1 else { return nil }
            self.number = number
            self.id = String(id)
            proof = String(cells[3].reversed().drop { $0 == " " }.reversed())
        }

        func finding(in file: SourceFile, tests: Set<String>) -> String? {
            if proof == RequirementRule.unreadable { return nil }
            guard let name = proof.wholeMatch(of: /`([^`]+)`/)?.1 else {
                return file.finding(line: number, "\(id) names no test: \(proof)")
            }
            guard tests.contains(String(name)) else {
                return file.finding(line: number, "\(id) names a test that is not there: \(name)")
            }
            return nil
        }
    }
}
