import ArgumentParser

/// Commands that inspect a store; they need no daemon, change nothing, and are safe next to a running daemon.
struct StoreGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Inspect the store of a device, without phlistd.",
        subcommands: [StoreCheck.self, StoreDump.self]
    )
}
