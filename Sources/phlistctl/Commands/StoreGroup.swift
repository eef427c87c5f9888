import ArgumentParser

/// Commands that look into a store; they need no daemon, change nothing, and do no harm beside a running one.
struct StoreGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Look into the store of a device, without phlistd.",
        subcommands: [StoreCheck.self, StoreDump.self]
    )
}
