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
    ///   - message: The parser's message, which names the option in single quotes.
    init?(in arguments: [String], saying message: String) {
        let pattern = /unknown option '(--[^=]+?)(?:=.*)?'(?:\. Did you mean .*)?/
        guard let match = message.wholeMatch(of: pattern) else { return nil }
        name = String(match.1)
        var command: any ParsableCommand.Type = Phlistctl.self
        for word in arguments.prefix(while: { $0 != "--" }) {
            command = command.configuration.subcommands.first { $0._commandName == word } ?? command
        }
        help = command.helpMessage(columns: Invocation.helpColumns)
    }

    /// The error, with what may be meant.
    var message: String {
        "unknown option '\(name)'" + (meant.map { "; did you mean \($0)?" } ?? "")
    }

    private var meant: String? {
        if name == "--section", help.contains("/<section>]") { return "LIST/SECTION" }
        let names = Set(help.matches(of: /--[a-z]+[a-z-]*/).map { String($0.output) }).sorted()
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
