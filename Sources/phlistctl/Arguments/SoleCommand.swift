import ArgumentParser

/// A root that has one command, for parsing its arguments.
///
/// The parser asks the runtime about every command below its root, and in a root without a superior one it also looks
/// for an option that prints completions. Both take longer than everything else that a short command does.
struct SoleCommand<Subcommand: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "phlistctl",
            _superCommandName: "phlistctl",
            subcommands: [Subcommand.self]
        )
    }

    @OptionGroup var options: GlobalOptions
}

extension Phlistctl {
    /// Parses arguments.
    ///
    /// - Throws: The parser's errors, also for help.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        // A word that is the value of an option, and not the command, is not parsed with the command of its name.
        let command = arguments.lazy.compactMap(subcommand).first
        if let parsed = command?.parsedAlone(arguments) { return parsed }
        // The messages about what cannot be parsed name the whole command, and the nearest others.
        return try parseAsRoot(arguments)
    }

    private static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        guard !name.hasPrefix("-") else { return nil }
        return configuration.subcommands.first { $0.answers(to: name) }
    }
}

extension ParsableCommand {
    fileprivate static func answers(to name: String) -> Bool {
        configuration.commandName == name || configuration.aliases.contains(name)
    }

    /// Parses arguments that name this command; nil if they do not, or not rightly.
    fileprivate static func parsedAlone(_ arguments: [String]) -> (any ParsableCommand)? {
        guard let parsed = try? SoleCommand<Self>.parseAsRoot(arguments), !(parsed is SoleCommand<Self>) else {
            return nil
        }
        // Help would name the root twice.
        let configuration = type(of: parsed).configuration
        return configuration.subcommands.isEmpty && configuration.commandName != "help" ? parsed : nil
    }
}
