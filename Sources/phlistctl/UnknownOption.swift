import ArgumentParser
import PhlistControl

/// A long option that the command does not have.
struct UnknownOption {
    private let name: String
    /// The help of the command.
    private let help: String

    /// Finds the unknown option; nil if the parser rejected something else.
    ///
    /// - Parameters:
    ///   - arguments: All arguments.
    ///   - message: The parser's message, which names the option in single quotes, or something that is missing, which
    ///     the parser reports first.
    init?(in arguments: [String], saying message: String) {
        let words = GlobalOptions.skipped(in: arguments)
        let command: any ParsableCommand.Type = words.reduce(Phlistctl.self) { command, word in
            command.configuration.subcommands.first { $0._commandName == word } ?? command
        }
        help = command.helpMessage(columns: Invocation.helpColumns)
        let pattern = /unknown option '(--[^=]+?)(?:=.*)?'(?:\. Did you mean .*)?/
        if let match = message.wholeMatch(of: pattern) {
            name = String(match.1)
        } else if !message.hasPrefix("missing value for '"), let name = Self.first(in: arguments, missingIn: help) {
            self.name = name
        } else {
            return nil
        }
    }

    /// Returns the first long option, without its value, that some help does not name; nil if there is none.
    private static func first(in arguments: [String], missingIn help: String) -> String? {
        let names = names(in: help)
        let options = arguments.prefix { $0 != "--" }.compactMap { word in
            word.wholeMatch(of: /(--[a-z][a-z-]*)(?:=(?s:.*))?/).map { String($0.1) }
        }
        return options.first { !names.contains($0) }
    }

    private static func names(in help: String) -> Set<String> {
        Set(help.matches(of: /--[a-z]+[a-z-]*/).map { String($0.output) })
    }

    /// The error, with what may be meant.
    var message: String {
        "unknown option '\(name)'" + (meant.map { "; did you mean \($0)?" } ?? "")
    }

    private var meant: String? {
        if name == "--section", help.contains("/<section>]") { return "LIST/SECTION" }
        let names = Self.names(in: help).sorted()
        let synonyms = Self.synonyms[name] ?? []
        if let synonym = synonyms.first(where: { names.contains(String($0.prefix { $0 != " " })) }) { return synonym }
        guard name.utf8.count <= Limits.commandSizeMax else { return nil }
        // Of a short name, little would be left.
        let letters = name.utf8.count - 2
        let slipsMax = min(Limits.commandSlipsMax, max(letters / 3, letters > 1 ? 1 : 0))
        return Suggestion.nearest(to: name, among: names, distanceMax: slipsMax)
    }

    /// Our options, by other programs' names for them.
    private static let synonyms = [
        "--amount": ["--qty"], "--assigned": ["--assign"], "--assignee": ["--assign"], "--by": ["--due", "--member"],
        "--cancelled": ["--state cancelled"], "--completed": ["--state done"], "--date": ["--due"],
        "--deadline": ["--due"], "--done": ["--state done"], "--force": ["--yes"], "--image": ["--photo"],
        "--link": ["--url"], "--name": ["--title"], "--open": ["--state open"], "--order": ["--sort"],
        "--overwrite": ["--force"], "--parent": ["--under"], "--picture": ["--photo"], "--place": ["--location"],
        "--priority": ["--prio"], "--quantity": ["--qty"], "--recur": ["--every"], "--repeat": ["--every"],
        "--text": ["--note"], "--user": ["--member", "--as"], "--verbose": ["--long"], "--where": ["--location"],
        "--who": ["--assign"],
    ]
}
