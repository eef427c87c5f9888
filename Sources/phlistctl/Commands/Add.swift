import ArgumentParser
import PhlistControl

/// Adds items.
///
/// The rule never depends on what exists: one argument goes to the default list; of several the first is
/// the list, and every further one is an item.
struct Add: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add items to a list.",
        usage: """
            phlistctl add [<options>] <text>
            phlistctl add [<options>] <list> <text> ...
            phlistctl add [<options>] [<list>] -
            """,
        discussion: """
            One argument goes to the only list, or to "Shopping", which is made when it is missing. With two or more \
            the first is the list, and every further one is an item. A hyphen stands for the lines of the standard \
            input, one item a line.
            """
    )

    @Argument(help: ArgumentHelp("The list, when there is more than one argument, and the items.", valueName: "text"))
    var arguments: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let list = arguments.count > 1 ? arguments.first : nil
        let texts = arguments.dropFirst(list == nil ? 0 : 1)
        let titles = try texts.flatMap { $0 == "-" ? try InputLines.read(context.input) : [$0] }
        guard !titles.isEmpty else { throw ControlError(.invalid, "nothing to add: the standard input has no lines") }
        try titles.forEach(Title.check)
        let reply = try context.ask(AddItemsRequest(list: list, titles: titles))
        try context.show(reply, ItemText.page(reply.added + reply.existing, words(reply)))
    }

    private func words(_ reply: AddItemsReply) -> [TerminalText] {
        let list = reply.list.title
        let made: [TerminalText] = reply.isNewList ? ["made the list \(list)"] : []
        return made
            + reply.added.map { "added \"\($0.title)\" to \(list) (\($0.shortID))" }
            + reply.existing.map { "\"\($0.title)\" is open in \(list) already (\($0.shortID))" }
    }
}
