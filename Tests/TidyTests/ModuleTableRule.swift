/// The table of modules in the README has the targets of the package, in any order.
enum ModuleTableRule {
    /// Every target of a package manifest that is not a test.
    static func targets(in manifest: String) -> Set<String> {
        Set(
            manifest.matches(of: /\.(?:target|executableTarget|systemLibrary)\(\s*name:\s*"([^"]+)"/).map {
                String($0.1)
            }
        )
    }

    /// The names in the first column of the table under the heading "Modules".
    static func rows(in readme: String) -> Set<String> {
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "## Modules" }.dropFirst().prefix { !$0.hasPrefix("## ") }
        return Set(section.filter { $0.hasPrefix("| `") }.flatMap { names(in: $0) })
    }

    private static func names(in row: Substring) -> [String] {
        let cell = row.dropFirst().prefix { $0 != "|" }
        return cell.matches(of: /`([^`]+)`/).map { String($0.1) }
    }

    /// What one has and the other lacks.
    static func findings(manifest: String, readme: String) -> [String] {
        let targets = targets(in: manifest)
        let rows = rows(in: readme)
        return targets.subtracting(rows).sorted().map { "README.md: the table of modules lacks \($0)" }
            + rows.subtracting(targets).sorted().map {
                "README.md: the table of modules names \($0), which is no target"
            }
    }
}
