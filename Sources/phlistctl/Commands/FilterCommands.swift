import ArgumentParser
import PhlistControl

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

struct FilterLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show your filters.",
        usage: "phlistctl filter ls [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(FiltersQuery())
        try context.show(reply, FilterText.table(reply.filters, context.style))
        if reply.filters.isEmpty { try context.note("no filters yet; save one with: phlistctl filter save") }
    }
}

struct FilterShow: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a filter stands for.",
        usage: "phlistctl filter show [<options>] <filter>"
    )

    @Argument(help: .filter, completion: .filters)
    var filter: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(FiltersQuery(filter: filter))
        let words = reply.filters.flatMap { FilterText.details($0, context.style) }
        try context.show(reply, FilterText.page(reply.filters, words))
    }
}

struct FilterSave: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save lists and options of ls under a name.",
        usage: "phlistctl filter save [<options>] <name> [<list>[/<section>] ...]",
        discussion: """
            A date such as today, week or friday is kept as a word and means the day on which you use the filter. A \
            list or a member stays the same under another name.
            """
    )

    @Argument(help: "The name of the filter; one with spaces needs quotes.")
    var name: String

    @Argument(
        help: ArgumentHelp("Each a list's title, or the first letters of its id, and perhaps a section of it."),
        completion: .places
    )
    var lists: [String] = []

    @Flag(help: "Replace the filter of that name.")
    var replace = false

    @OptionGroup var conditions: FilterOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let selection = try conditions.selection(in: lists)
        guard selection != ItemSelection() else {
            throw ControlError(
                .usage,
                "nothing to save: a filter needs a list or an option of ls",
                hint: "for example: phlistctl filter save week --due week"
            )
        }
        // Words that mean no date are refused now, not at the first use.
        _ = try selection.query(context.clock)
        let reply = try context.ask(selection.request(toSaveAs: name, isReplacing: replace))
        let saved = reply.filter.name
        let words: TerminalText =
            reply.isChanged
            ? "saved the filter \(saved); use it with: phlistctl ls --filter \(saved.asWord)"
            : "\(saved) is already so"
        try context.show(reply, FilterText.page([reply.filter], [words]))
    }
}

struct FilterRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a filter.",
        usage: "phlistctl filter rename [<options>] <filter> <new>"
    )

    @Argument(help: .filter, completion: .filters)
    var filter: String

    @Argument(help: "The new name; one with spaces needs quotes.")
    var new: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(RenameFilterRequest(filter: filter, name: new))
        let name = reply.filter.name
        let words: TerminalText =
            reply.isChanged ? "renamed the filter \(filter) to \(name)" : "\(name) already has that name"
        try context.show(reply, FilterText.page([reply.filter], [words]))
    }
}

struct FilterRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove a filter; its items stay.",
        usage: "phlistctl filter rm [<options>] <filter>"
    )

    @Argument(help: .filter, completion: .filters)
    var filter: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(RemoveFilterRequest(filter: filter))
        // Undo does not bring it back, so the words do.
        let words: TerminalText = "removed the filter \(reply.filter.name): \(FilterText.options(reply.filter))"
        try context.show(reply, FilterText.page([reply.filter], [words]))
    }
}
