import ArgumentParser
import PhlistControl

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
