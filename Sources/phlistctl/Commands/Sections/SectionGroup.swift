import ArgumentParser

/// Commands for the sections of lists.
struct SectionGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "section",
        abstract: "Divide a list into sections.",
        subcommands: [SectionLs.self, SectionAdd.self, SectionRename.self, SectionMove.self, SectionRemove.self]
    )
}
