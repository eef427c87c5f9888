import ArgumentParser

struct FilterGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Save the options of ls under a name.",
        discussion: """
            phlistctl filter save week --due week --sort due --flat
            phlistctl ls --filter week            what is due this week, whenever you ask
            phlistctl ls --filter week Garden     the same in one list

            Filters are your own and stay on this machine; undo does not take their changes back.
            """,
        subcommands: [FilterLs.self, FilterShow.self, FilterSave.self, FilterRename.self, FilterRemove.self]
    )
}

extension ArgumentHelp {
    /// The help for an argument that names a filter.
    static let filter = ArgumentHelp("A filter's name.", valueName: "filter")
}
