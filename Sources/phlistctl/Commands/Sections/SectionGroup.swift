import ArgumentParser

struct SectionGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "section",
        abstract: "Divide a list into sections.",
        subcommands: [SectionLs.self, SectionAdd.self, SectionRename.self, SectionMove.self, SectionRemove.self]
    )
}
