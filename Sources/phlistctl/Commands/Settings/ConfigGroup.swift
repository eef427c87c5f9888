import ArgumentParser

struct ConfigGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show and change the configuration of phlistd.",
        subcommands: [ConfigLs.self, ConfigGet.self, ConfigSet.self, ConfigPath.self]
    )
}
