/// Each row of a table ends with the name, in backquotes, of a test or of a scenario of the lab that exists.
enum ProofRule {
    private static let scenarios = "Tests/lab/scenarios/"

    /// What is wrong with the rows of the tables in a document, headings and rulers left out.
    static func findings(in file: SourceFile, of project: Project) -> [String] {
        let proofs = proofs(of: project)
        return rows(of: file).compactMap { row in
            guard let name = row.cells.last?.wholeMatch(of: /`([^`]+)`/)?.1 else {
                return file.finding(line: row.line, "the row does not end with a test: \(row.cells.last ?? "")")
            }
            guard proofs.contains(String(name)) else {
                return file.finding(line: row.line, "names a test that is not there: \(name)")
            }
            return nil
        }
    }

    /// How many rows the tables of a document have.
    static func rowCount(of file: SourceFile) -> Int {
        rows(of: file).count
    }

    /// The raw names of all tests, and the names of all scenarios.
    private static func proofs(of project: Project) -> Set<String> {
        let tests = project.swiftFiles.filter { $0.path.hasPrefix("Tests/") }.flatMap { file in
            file.text.matches(of: /\bfunc\s+`([^`]+)`/).map { String($0.1) }
        }
        let scripts = project.files.filter { $0.path.hasPrefix(scenarios) && $0.path.hasSuffix(".sh") }
        return Set(tests + scripts.map { String($0.name.dropLast(3)) })
    }

    private static func rows(of file: SourceFile) -> [(line: Int, cells: [String])] {
        let lines = file.lines.enumerated().map { (line: $0.offset + 1, cells: cells(of: $0.element)) }
        return zip(lines, lines.dropFirst() + [(0, [])]).compactMap { row, next in
            let isHeading = isRuler(next.cells)
            return row.cells.isEmpty || isHeading || isRuler(row.cells) ? nil : row
        }
    }

    /// The cells of a row of a table, none for any other line.
    ///
    /// A bar between backquotes would divide a cell.
    private static func cells(of line: Substring) -> [String] {
        guard line.hasPrefix("|") else { return [] }
        return line.split(separator: "|").map { cell in
            String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }

    private static func isRuler(_ cells: [String]) -> Bool {
        !cells.isEmpty && cells.allSatisfy { $0.allSatisfy { "-: ".contains($0) } }
    }
}
