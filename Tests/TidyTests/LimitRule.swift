/// The numbers in docs/limits.md are those of the sources.
enum LimitRule {
    /// The rows whose number is another one than that of the constant they name, or whose constant is not there.
    static func findings(in document: SourceFile, of project: Project) -> [String] {
        document.lines.enumerated().compactMap { index, line in
            finding(in: line, of: project).map { document.finding(line: index + 1, $0) }
        }
    }

    private static func finding(in line: Substring, of project: Project) -> String? {
        guard let row = line.wholeMatch(of: /\|.*\| ([\d,]+) \|.*\| `([^`]+)` `(\w+)` \|/) else { return nil }
        let (number, name) = (row.output.1, row.output.3)
        guard let source = project[String(row.output.2)], let value = value(of: name, in: source) else {
            return "names \(name), which is not there"
        }
        return number.replacing(",", with: "") == "\(value)" ? nil : "says \(number), \(name) is \(value)"
    }

    /// The value of a constant: a number, or a product or shift of numbers.
    static func value(of name: Substring, in source: SourceFile) -> Int? {
        let pattern = /static let (\w+)(?:: \w+)? = ([\d_]+(?: (?:\*|<<) [\d_]+)*)/
        let matches = source.lines.compactMap { $0.firstMatch(of: pattern) }
        guard let match = matches.first(where: { $0.output.1 == name }) else { return nil }
        var words = match.output.2.replacing("_", with: "").split(separator: " ")[...]
        guard var value = words.popFirst().flatMap({ Int($0) }) else { return nil }
        while let sign = words.popFirst(), let number = words.popFirst().flatMap({ Int($0) }) {
            value = sign == "*" ? value * number : value << number
        }
        return value
    }
}
