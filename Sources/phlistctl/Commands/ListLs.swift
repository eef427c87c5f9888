import ArgumentParser
import PhlistControl

/// Shows the lists.
struct ListLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the lists.",
        usage: "phlistctl list ls [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ListsQuery())
        try context.show(reply, ListText.table(reply.lists, context.style))
        if reply.lists.isEmpty { try context.note("no lists yet; make one with: phlistctl list new Shopping") }
    }
}
