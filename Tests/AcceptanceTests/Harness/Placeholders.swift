import Foundation

@testable import PhlistControl

/// Names for what differs from run to run, so that whole outputs can be compared.
///
/// | written | stands for |
/// | --- | --- |
/// | `<1>`, `<2>` … | ids of items, lists and devices, in the order in which they appear; two spaces end their column |
/// | `<now>` | a time, or a day and a time, of the last minutes |
/// | `<me>` | the login name of whoever runs the tests |
/// | `<home>` | the directory of the home |
struct Placeholders {
    /// Full ids in the order of their numbers.
    private var shown: [String] = []
    /// The full id for each id that was ever shown short, and for itself.
    private var known: [String: String] = [:]

    init(known: [String: String] = [:]) {
        self.known = known
    }

    /// Asks the daemon for all ids; when it is not there, those of before must do.
    mutating func learn(from socket: String) {
        let surroundings = Surroundings.ofProcess(environment: [:])
        guard let path = try? SocketPath(option: socket, profile: .standard, surroundings: surroundings) else { return }
        let client = ControlClient(socket: path, timeout: .seconds(10))
        let all = [(name: "all", value: "true")]
        let items = try? client.reply(to: ControlRequest<Named.Items>(route: .items, query: all)).items
        let lists = try? client.reply(to: ControlRequest<Named.Lists>(route: .lists)).lists
        let members = try? client.reply(to: ControlRequest<Named.Members>(route: .members, query: all)).members
        for named in (items ?? []) + (lists ?? []) + (members ?? []) {
            known[named.id] = named.id
            // The tables of lists and of members have so many letters.
            known[named.shortID ?? String(named.id.prefix(8))] = named.id
        }
    }

    /// The text with placeholders.
    mutating func hide(_ text: String) -> String {
        SessionText.lines(of: text).map { hideIDs(inLine: $0) }.joined(separator: "\n")
            .replacing(Self.login) { _ in "<me>" }
            .replacing(Moment.pattern) { Moment.isRecent(String($0.output)) ? "<now>" : String($0.output) }
    }

    /// The command with the ids instead of their numbers.
    func reveal(_ command: String) -> String {
        zip(1..., shown).reduce(command) { $0.replacing("<\($1.0)>", with: $1.1) }
    }

    private mutating func hideIDs(inLine line: String) -> String {
        var result = ""
        var rest = line[...]
        while let match = rest.firstMatch(of: #/\b(?:[k-z]{2,32}|[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3})\b( {2,})?/#) {
            let before = result + rest[..<match.range.lowerBound]
            let word = String(match.output.0.drop { $0 == " " }.prefix { $0 != " " })
            let next = rest[match.range.upperBound...].first
            let endsColumn = match.output.1 != nil || next == nil || next == "\t"
            // An item may be called ok; in front of a colon stands what is said, and in brackets an id is alone.
            let isPhrase = next == ":" || before.hasSuffix("(") && next == " "
            if !isPhrase, let id = id(word, behind: before, endsColumn: endsColumn) {
                result = "\(before)<\(number(of: id))>\(match.output.1 == nil ? "" : "  ")"
            } else {
                result = before + match.output.0
            }
            rest = rest[match.range.upperBound...]
        }
        return result + rest
    }

    /// The commands that have others below them.
    private static let groups = [
        "list", "section", "member", "device", "household", "invite", "photo", "phone", "form", "record", "store",
        "config", "filter",
    ]

    /// The full id that a word stands for; short ones may be words as well, so what is before them decides.
    private func id(_ word: String, behind before: String, endsColumn: Bool) -> String? {
        if word.contains("-") || word.count >= 16 { return known[word] ?? word }
        // An item may be called no; at the beginning of a line an id has a column of its own.
        let isFirst = before.allSatisfy(\.isWhitespace)
        // One may have the letters ok; without a blank in front that is what doctor says.
        guard endsColumn || !isFirst, !before.isEmpty || word != "ok" else { return nil }
        // An item may be called ls; what stands behind a group of commands is one of them.
        guard !Self.groups.contains(where: { before.hasSuffix("phlistctl \($0) ") }) else { return nil }
        let context = #/(?:^\s*|[(\t\]] ?|"|phlistctl(?: [a-z-]+)+ )$/#
        return before.firstMatch(of: context) == nil ? nil : known[word]
    }

    private mutating func number(of id: String) -> Int {
        if let index = shown.firstIndex(of: id) { return index + 1 }
        shown.append(id)
        return shown.count
    }

    private static var login: Regex<Substring> {
        let name = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
        let pattern = #"\b\#(NSRegularExpression.escapedPattern(for: name))\b"#
        return (try? Regex(pattern, as: Substring.self)) ?? #/(?!)/#
    }
}

/// As much of lists and items as tells their ids.
private struct Named: Codable {
    var id: String
    var shortID: String?

    struct Items: Codable, Sendable {
        var items: [Named]
    }

    struct Members: Codable, Sendable {
        var members: [Named]
    }

    struct Lists: Codable, Sendable {
        var lists: [Named]
    }
}
