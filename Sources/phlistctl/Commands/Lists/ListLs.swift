import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the lists.",
        usage: "phlistctl list ls [<options>] [--expand] [<list>]",
        discussion: """
            Lists in progress come first, by nearest due date, then completed and cancelled ones, newest first. \
            --sort and --reverse change the order within each group.
            """
    )

    @Argument(help: "Only this list, by its title or the first letters of its id.", completion: .lists)
    var list: String?

    @Flag(help: "Also show the lists in the trash and those that you left and, with --expand, all items.")
    var all = false

    @Option(help: ArgumentHelp("Show one section alone: open, done or cancelled.", valueName: "state"))
    var state: WorkState?

    @Option(help: ArgumentHelp("Sort by due, name, created, updated, percent or done.", valueName: "key"))
    var sort: ListSort?

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Flag(help: "Show the items of each list below it.")
    var expand = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let query = ListsQuery(
            list: list,
            all: all ? true : nil,
            state: state,
            sort: sort,
            reverse: reverse ? true : nil,
            expand: expand ? true : nil
        )
        let reply = try context.ask(query)
        try context.show(reply, ListText(context).table(reply))
        if let readOnly = reply.readOnly { try context.note("\(readOnly)") }
        guard reply.lists.isEmpty else { return }
        try context.note(state == nil ? "no lists yet; make one with: phlistctl list new Shopping" : "no such lists")
    }
}
