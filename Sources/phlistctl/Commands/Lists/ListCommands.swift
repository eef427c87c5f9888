import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Make, show and change lists.",
        subcommands: [
            ListLs.self, ListShow.self, ListNew.self, ListEdit.self, ListRename.self, ListDone.self, ListCancel.self,
            ListReopen.self, ListRemove.self, ListRestore.self, ListCopy.self, ListMerge.self, ListClearDone.self,
            ListPurge.self, ListDefault.self, ListArrange.self, ListDeletion.self,
        ]
    )
}

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

struct ListShow: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about a list.",
        usage: "phlistctl list show [<options>] <list>"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ListsQuery(list: list))
        guard let list = reply.lists.first, reply.lists.count == 1 else {
            throw ClientError.replyMalformed("\(reply.lists.count) lists for one name")
        }
        try context.show(reply, ListDetails(list, context).page)
    }
}

struct ListNew: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a list.",
        usage: "phlistctl list new [<options>] <name>"
    )

    @Argument(help: "The title; one with spaces needs quotes.")
    var name: String

    @Option(help: .description)
    var desc: String?

    @Option(name: .shortAndLong, help: .due)
    var due: String?

    @Flag(name: .customLong("private"), help: "Keep it on your own devices.")
    var isPrivate = false

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Invite this member to it; nobody else sees it, and its items are cancelled, not removed. Can be repeated.",
            valueName: "member"
        ),
        completion: .members
    )
    var guests: [String] = []

    @Option(help: ArgumentHelp("The order in which its items are shown.", valueName: "key"))
    var sort: ItemSort?

    @Option(
        help: ArgumentHelp("Start with the sections and items of this list, all open.", valueName: "list"),
        completion: .lists
    )
    var template: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    /// The members, each given alone or separated by commas.
    private var names: [String] {
        guests.flatMap { $0.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) } }.map(String.init)
    }

    func run(_ context: Context) throws {
        let request = NewListRequest(
            title: try Title.ofPlace(name),
            description: try desc.map { try LongText.read($0, context.input) },
            due: try due.flatMap { try DateGrammar(context.clock).resolve(newValue: $0).date },
            isPrivate: isPrivate ? true : nil,
            with: names.isEmpty ? nil : names,
            sort: sort,
            template: template
        )
        let reply = try context.ask(request)
        let words = ListText(context)
        // The list exists, so an error from now on does not fail the command.
        let lists = context.format == nil ? (try? context.ask(ListsQuery()))?.lists ?? [] : []
        let place = words.place(of: reply.list, in: lists)
        try context.show(reply, ListText.page([reply.list], [words.made(reply.list, inviting: names)] + place))
        if !names.isEmpty, reply.list.deletion == .cancelOnly {
            let allow: TerminalText = "phlistctl list deletion \(reply.list.title.asArgument) allowed"
            try context.note("what is in it can be cancelled, but not removed or moved away, until you say: \(allow)")
        }
        // A list that a dry run did not make cannot be merged.
        try context.note(ListText.namesakes(reply.namesakes, of: context.isDryRun ? [] : [reply.list]))
    }
}

struct ListRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a list.",
        usage: "phlistctl list rename [<options>] <list> <new>"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Argument(help: "The new title; one with spaces needs quotes.")
    var new: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let new = try Title.ofPlace(new)
        // It may have been named by its id; the change itself says so if there is no such list.
        let former = try? context.ask(ListsQuery(list: list)).lists.first?.title
        var request = ChangeListsRequest(lists: [list])
        request.title = new
        let change = ListChange(
            request: request,
            changed: { "renamed \(former ?? list) to \($0.title)" },
            unchanged: { "\($0.title) already has that title" }
        )
        try change.run(context)
    }
}

struct ListCopy: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Make a list with the sections and items of another one.",
        usage: "phlistctl list copy [<options>] <list> [<new>]"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Argument(help: "The title of the copy; without it the old title followed by \"(copy)\".")
    var new: String?

    @Flag(help: "Open all items of the copy.")
    var reset = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let title = try new.map(Title.ofPlace)
        let reply = try context.ask(CopyListRequest(list: list, title: title, isReset: reset ? true : nil))
        try context.show(reply, ListText.page([reply.list], [ListText(context).made(reply.list)]))
        if reply.list.state == .done, !reset {
            try context.note("the copy is completed, as the list is; to copy it with everything open: --reset")
        }
        // A list that a dry run did not make cannot be merged.
        try context.note(ListText.namesakes(reply.namesakes, of: context.isDryRun ? [] : [reply.list]))
    }
}

struct ListDefault: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "default",
        abstract: "Choose the list that items go to when none is named.",
        usage: "phlistctl list default [<options>] <list>|none",
        discussion: "The choice holds for your login on this machine. Without one, it is the only list or Shopping."
    )

    @Argument(help: "A list's title, or the first letters of its id; none takes the choice back.", completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(DefaultListRequest(list: list.saysNone ? nil : list))
        let place: TerminalText = reply.list.map { "\($0.title)" } ?? "the only list, or to Shopping"
        let words: TerminalText = "items go to \(place) when no list is named"
        try context.show(reply, ListText.page([reply.list].compactMap(\.self), [words]))
    }
}
