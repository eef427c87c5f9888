import ArgumentParser

struct StoreGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Inspect the store of a device, without phlistd.",
        subcommands: [StoreCheck.self, StoreDump.self]
    )
}
