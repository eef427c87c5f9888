/// A document names only files that exist.
enum DocumentRule {
    private static let extensions = ["swift", "md", "sh", "service", "txt", "json", "html", "css", "js"]

    /// The files that a document names and the project lacks.
    static func findings(in file: SourceFile, of project: Project) -> [String] {
        file.lines.enumerated().flatMap { index, line in
            names(in: line).filter { !exists($0, from: file, in: project) }.map {
                file.finding(line: index + 1, "names \($0), which is not there")
            }
        }
    }

    /// Whatever stands between backticks or is the target of a link.
    private static func names(in line: Substring) -> [String] {
        let quoted = line.matches(of: /`([^`]+)`/).map { String($0.1) }
        let linked = line.matches(of: /\]\(([^)#]+)(?:#[^)]*)?\)/).map { String($0.1) }
        return quoted + linked.filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
    }

    /// True also for what is not the name of a file of ours: commands, absolute paths, patterns, words.
    private static func exists(_ name: String, from file: SourceFile, in project: Project) -> Bool {
        guard name.wholeMatch(of: /[\w.+\-\/]+/) != nil, !name.hasPrefix("/") else { return true }
        let folder = Array(file.path.split(separator: "/").dropLast())
        if project.contains(joined([], name)) || project.contains(joined(folder, name)) { return true }
        guard let slash = name.firstIndex(of: "/") else {
            return !hasKnownExtension(name) || project.containsFile(named: name)
        }
        let top = String(name[..<slash])
        return top != "." && top != ".." && !project.contains(top)
    }

    /// The path of a name seen from a folder, without dots.
    private static func joined(_ folder: [Substring], _ name: String) -> String {
        var parts = folder
        for part in name.split(separator: "/") where part != "." {
            if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    private static func hasKnownExtension(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        return parts.count > 1 && extensions.contains(String(parts[parts.count - 1]))
    }
}
