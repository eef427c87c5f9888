import ArgumentParser
import PhlistControl

/// An unknown word in place of a command name.
struct UnknownCommand {
    /// The command group's words, followed by the unknown word.
    private let path: [String]
    /// The commands that could have been meant.
    private let names: [String]

    /// Finds the unknown word; nil if the parser rejected another argument.
    ///
    /// - Parameters:
    ///   - arguments: All arguments.
    ///   - message: The parser's message, which names the unexpected argument in single quotes.
    init?(in arguments: [String], saying message: String) {
        guard message.contains("unexpected argument") else { return nil }
        var group: any ParsableCommand.Type = Phlistctl.self
        var path: [String] = []
        for word in arguments.prefix(while: { $0 != "--" }) {
            let commands = group.configuration.subcommands
            if let next = commands.first(where: { $0._commandName == word }) {
                group = next
                path.append(word)
            } else if !commands.isEmpty, message.contains("'\(word)'") {
                self.path = path + [word]
                names = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
                return
            }
        }
        return nil
    }

    /// Finds the first word after `help`, which may follow global options, that is not a command; nil if all are.
    init?(helpIn arguments: [String]) {
        let words = GlobalOptions.skipped(in: arguments)
        let options = arguments.prefix { $0 != "help" }
        guard words.first == "help", !options.contains("--version") else { return nil }
        var group: any ParsableCommand.Type = Phlistctl.self
        var path: [String] = []
        for word in words.dropFirst() {
            let commands = group.configuration.subcommands
            path.append(word)
            guard let next = commands.first(where: { $0._commandName == word }) else {
                self.path = path
                names = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
                return
            }
            group = next
        }
        return nil
    }

    /// Returns our command for another program's name for it.
    private func synonym(of word: String) -> String? {
        Self.synonyms[word].flatMap { known in
            names.contains { known == $0 || known.hasPrefix("\($0) ") } ? known : nil
        }
    }

    /// Our commands, by other programs' names for them.
    private static let synonyms = [
        "archive": "list clear-done", "assign": "edit --assign", "buy": "add", "check": "done", "complete": "done",
        "create": "list new", "delete": "rm", "finish": "done", "hide": "unshare", "lists": "list ls",
        "login": "member me", "logout": "member me none", "move": "mv", "new": "list new", "people": "member ls",
        "postpone": "edit --due",
        "qr": "export --qr", "remove": "rm", "rename": "edit --title", "reopen": "undone",
        "repeat": "edit --every", "search": "find", "snooze": "edit --due", "sort": "ls --sort", "tasks": "ls",
        "tick": "done", "today": "due today", "todo": "ls", "uncheck": "undone", "untick": "undone",
        "users": "member ls", "whoami": "member me",
    ]

    /// Verbs of command groups, each with those that other groups have in its place.
    private static let verbs = [
        "add": ["new"], "create": ["new", "add"], "delete": ["rm", "remove"], "list": ["ls", "status"],
        "ls": ["status"], "new": ["add"], "remove": ["rm"], "rm": ["remove"], "show": ["status", "ls"],
        "status": ["show", "ls"],
    ]

    /// Commands elsewhere for words that look like one of a group.
    private static let elsewhere = ["photo list": "ls --photos", "photo ls": "ls --photos"]

    /// Answers to words for something that phlist does not have.
    private static let answers = ["link": noLink, "list link": noLink]

    private static let noLink =
        "a link needs a server, and phlist has none; to hand a list to a phone: phlistctl export --qr LIST"

    /// The error, with the command that may be meant.
    var message: String {
        let words = path.joined(separator: " ")
        if let answer = Self.answers[words] { return "no command '\(words)': \(answer)" }
        if let command = Self.elsewhere[words] { return "no command '\(words)'; did you mean \(command)?" }
        let (word, group) = (path.last ?? "", path.dropLast())
        let isShort = word.utf8.count <= Limits.commandSizeMax
        // A word of one letter is too short to resemble another.
        let slipsMax = min(Limits.commandSlipsMax, word.utf8.count / 2)
        let known = names + Self.synonyms.keys.filter { synonym(of: $0) != nil }.sorted()
        let verb = group.isEmpty ? nil : Self.verbs[word]?.first { names.contains($0) }
        let nearest = isShort && verb == nil ? Suggestion.nearest(to: word, among: known, distanceMax: slipsMax) : nil
        let command = verb ?? nearest.map { synonym(of: $0) ?? $0 }
        let meant = command.map { "; did you mean \((group + [$0]).joined(separator: " "))?" } ?? ""
        return "no command '\(words)'\(meant)"
    }
}
