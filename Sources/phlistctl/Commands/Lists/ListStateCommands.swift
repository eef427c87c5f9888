import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListDone: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Mark lists as completed.",
        usage: "phlistctl list done [<options>] <list> ..."
    )

    @Argument(help: .lists, completion: .lists)
    var lists: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let request = ChangeListsRequest(lists: lists, state: .done)
        let change = ListChange(
            request: request,
            changed: { "completed: \($0.title)\(ListText.stillOpen($0))" },
            unchanged: { "already completed: \($0.title)" }
        )
        try change.run(context)
    }
}

struct ListReopen: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen",
        abstract: "Bring completed or cancelled lists back into progress.",
        usage: "phlistctl list reopen [<options>] <list> ..."
    )

    @Argument(help: .lists, completion: .lists)
    var lists: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let request = ChangeListsRequest(lists: lists, state: .open)
        let change = ListChange(
            request: request,
            changed: { "in progress again: \($0.title)" },
            unchanged: { "already in progress: \($0.title)" }
        )
        try change.run(context)
    }
}

struct ListCancel: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Mark lists as cancelled.",
        usage: "phlistctl list cancel [<options>] <list> ..."
    )

    @Argument(help: .lists, completion: .lists)
    var lists: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let request = ChangeListsRequest(lists: lists, state: .cancelled)
        let change = ListChange(
            request: request,
            changed: { "cancelled: \($0.title)\(ListText.stillOpen($0))" },
            unchanged: { "already cancelled: \($0.title)" }
        )
        try change.run(context)
    }
}

struct ListClearDone: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear-done",
        abstract: "Remove what is done or cancelled in a list; it can be restored.",
        usage: "phlistctl list clear-done [<options>] <list>"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ClearDoneRequest(list: list))
        let count = reply.cleared.count
        let words: TerminalText =
            count == 0
            ? "nothing is done or cancelled in \(reply.list.title)"
            : "removed \(TerminalText.count(count, "item")) from \(reply.list.title) (back with: phlistctl undo)"
        try context.show(reply, ListText.page([reply.list], [words]))
    }
}
