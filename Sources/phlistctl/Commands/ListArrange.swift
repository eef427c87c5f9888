import ArgumentParser
import PhlistControl

/// Stores how a list is shown.
struct ListArrange: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Choose how a list is shown, on all devices.",
        usage: "phlistctl list view [<options>] <list> [--sort <key>] [--reverse <answer>] [--show-done <answer>]",
        discussion: "Without options it says how the list is shown now."
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Option(help: ArgumentHelp("By manual, name, due, created, updated, percent or done.", valueName: "key"))
    var sort: ListView.Sort?

    @Option(help: ArgumentHelp("Turn the order around: yes or no.", valueName: "answer"))
    var reverse: Answer?

    @Option(help: ArgumentHelp("Show what is done or cancelled: yes or no.", valueName: "answer"))
    var showDone: Answer?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var request = ChangeListsRequest(lists: [list])
        request.sort = sort
        request.isReversed = reverse.map { $0 == .yes }
        request.showsDone = showDone.map { $0 == .yes }
        let words: (ListView) -> TerminalText = { "\($0.title) is shown \(ListText.arrangement($0.view))" }
        guard request != ChangeListsRequest(lists: [list]) else {
            let reply = try context.ask(ListsQuery(list: list))
            return try context.show(reply, ListText.page(reply.lists, reply.lists.map(words)))
        }
        try ListChange(request: request, changed: words, unchanged: words).run(context)
    }
}
