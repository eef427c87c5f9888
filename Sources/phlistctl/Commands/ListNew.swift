import ArgumentParser
import PhlistControl

/// Makes a list.
struct ListNew: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a list.",
        usage: "phlistctl list new [<options>] <name>"
    )

    @Argument(help: "The title; one with spaces needs quotes.")
    var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(NewListRequest(title: name))
        try context.show(reply, ListText.page(reply.list, "made the list \(reply.list.title)"))
    }
}
