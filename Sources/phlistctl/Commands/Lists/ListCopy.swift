import ArgumentParser
import PhlistControl
import PhlistVocabulary

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
