/// A switch over one of our own enums has no `default`: a new case must not compile before each place has an answer.
///
/// A text shows no types. A label such as `.name` is taken for a case of an enum, also inside a tuple or with the name
/// of its type; the switches over structs with static members, which are open, are exceptions by file. A switch whose
/// labels are only literals, ranges, types or bindings passes, and so does `if case`.
enum SwitchRule {
    static let targets: Set<String> = ["PhlistControl", "PhlistDaemon", "PhlistPresentation"]

    /// The files that may have a `default` after such labels, each with the reason.
    static let files = [
        "Sources/PhlistPresentation/Views/Presenter+Fields.swift": "a FieldID is a number, and later versions have more"
    ]

    static func findings(in file: SourceFile, files: [String: String] = files) -> [String] {
        guard targets.contains(file.target ?? ""), files[file.path] == nil else { return [] }
        let lines = MaskedSource(file.text).codeLines
        return lines.indices.filter { isCatchAll(lines[$0]) && hasCaseOfEnum(above: $0, in: lines) }.map {
            file.finding(line: $0 + 1, "a switch over an enum names all its cases; see SwitchRule.swift")
        }
    }

    /// Whether a line begins the branch for all other values; `@unknown default` lists all known ones.
    private static func isCatchAll(_ line: String) -> Bool {
        line.firstMatch(of: /^\s*(?:default|case\s+_)\s*:/) != nil
    }

    /// Whether a label above in the same switch, which is written in the same column, names a case.
    private static func hasCaseOfEnum(above index: Int, in lines: [String]) -> Bool {
        let indentation = lines[index].prefix { $0 == " " }
        for line in lines[..<index].reversed() where !line.allSatisfy({ $0 == " " }) {
            guard line.hasPrefix(indentation) else { return false }
            let rest = line.dropFirst(indentation.count)
            if rest.hasPrefix("case "), label(of: rest).firstMatch(of: caseName) != nil { return true }
            if rest.firstMatch(of: switchHead) != nil { return false }
        }
        return false
    }

    private static var caseName: Regex<Substring> { #/(?:^|[\s(,])(?:[A-Z][\w.]*)?\.[a-z]/# }

    private static var switchHead: Regex<Substring> { #/^(?:return\ |(?:let|var)\ [^=]*=\ )?switch\ /# }

    /// Returns a label up to its colon, outside of parentheses.
    private static func label(of line: Substring) -> Substring {
        var depth = 0
        return line.dropFirst("case".count).prefix { character in
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth -= 1 }
            return character != ":" || depth > 0
        }
    }
}
