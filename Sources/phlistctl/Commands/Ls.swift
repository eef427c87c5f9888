import ArgumentParser
import PhlistControl

/// Shows the items of one list or of all.
struct Ls: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what is open, in one list or in all.",
        usage: "phlistctl ls [<options>] [<list>] [--all]"
    )

    @Argument(help: "A list's title, or the beginning of its id.")
    var list: String?

    @Flag(help: "Show what is done, cancelled or removed as well.")
    var all = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ItemsQuery(list: list, all: all ? true : nil))
        try context.show(reply, ItemText.page(reply.items, context.style))
        guard reply.items.isEmpty else { return }
        let place: TerminalText = list.map { " in \($0)" } ?? ""
        try context.note(all ? "nothing\(place)" : "nothing open\(place)")
    }
}
