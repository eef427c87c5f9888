import ArgumentParser

/// Commands for lists.
struct ListGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Make and show lists.",
        subcommands: [ListLs.self, ListNew.self]
    )
}
