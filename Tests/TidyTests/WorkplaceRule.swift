/// Nothing in the tree names a folder of one person's machine.
enum WorkplaceRule {
    /// Joined from parts, so that this file does not name them either.
    private static let folders = [["", "work", ""], ["", "root", ""], ["", "tmp", "wt"], ["", "tmp", "tools"]].map {
        $0.joined(separator: "/")
    }

    /// The lines that do.
    ///
    /// A folder below another one, as in `PhlistModel/work/`, is not meant.
    static func findings(in file: SourceFile) -> [String] {
        file.lines.enumerated().flatMap { index, line in
            folders.filter { names($0, in: line) }.map { file.finding(line: index + 1, "names \($0)") }
        }
    }

    private static func names(_ folder: String, in line: Substring) -> Bool {
        line.ranges(of: folder).contains { range in
            let before = line[..<range.lowerBound].last
            return !(before.map { $0.isLetter || $0.isNumber || "_-.}".contains($0) } ?? false)
        }
    }
}
