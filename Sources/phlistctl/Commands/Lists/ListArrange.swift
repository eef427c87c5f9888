import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListArrange: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Choose how a list is shown, to everybody or to you.",
        usage: "phlistctl list view [<options>] <list>",
        discussion: """
            Without options, prints how the list is shown. With --mine the choice holds for your login on this \
            machine, until --reset; it does not change the list, so undo does not take it back.
            """
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Option(help: ArgumentHelp("By manual, name, due, created, updated, percent or done.", valueName: "key"))
    var sort: ItemSort?

    @Option(help: ArgumentHelp("Reverse the order: yes or no.", valueName: "answer"))
    var reverse: Answer?

    @Option(help: ArgumentHelp("Show what is done or cancelled: yes or no.", valueName: "answer"))
    var showDone: Answer?

    @Flag(help: "Choose it for yourself, on this machine.")
    var mine = false

    @Flag(help: "Show it to you as to everybody again.")
    var reset = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if reset, mine || isChoice { throw ValidationError("--reset stands alone") }
        if mine, !isChoice { throw ValidationError("--mine needs --sort, --reverse or --show-done") }
    }

    private var isChoice: Bool {
        sort != nil || reverse != nil || showDone != nil
    }

    func run(_ context: Context) throws {
        guard !mine, !reset else { return try chooseOwn(context) }
        guard isChoice else {
            let reply = try context.ask(ListsQuery(list: list))
            return try context.show(reply, ListText.page(reply.lists, reply.lists.map(Self.words)))
        }
        var request = ChangeListsRequest(lists: [list])
        request.sort = sort
        request.isReversed = reverse.map { $0 == .yes }
        request.showsDone = showDone.map { $0 == .yes }
        try ListChange(request: request, changed: Self.words, unchanged: Self.words).run(context)
    }

    private func chooseOwn(_ context: Context) throws {
        var request = OwnViewRequest(list: list)
        request.sort = sort
        request.isReversed = reverse.map { $0 == .yes }
        request.showsDone = showDone.map { $0 == .yes }
        request.isReset = reset ? true : nil
        let reply = try context.ask(request)
        try context.show(reply, ListText.page([reply.list], [Self.words(reply.list)]))
    }

    private static func words(_ list: ListView) -> TerminalText {
        let everybodys: TerminalText = "\(list.title) is shown \(ListText.arrangement(list.view))"
        return list.ownView.map { "\(everybodys); to you \(ListText.arrangement($0))" } ?? everybodys
    }
}
