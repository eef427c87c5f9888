import ArgumentParser
import PhlistControl

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
