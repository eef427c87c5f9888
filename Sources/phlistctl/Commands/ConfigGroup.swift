import ArgumentParser

/// Commands for the configuration.
struct ConfigGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Find the configuration.",
        subcommands: [ConfigPath.self]
    )
}
