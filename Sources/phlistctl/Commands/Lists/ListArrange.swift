import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListArrange: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Choose how lists are shown, to everybody or to you.",
        usage: "phlistctl list view [<options>] [<list>]",
        discussion: """
            Without options, prints how the list is shown. With --mine the choice holds for your login on this \
            machine, until --reset; it does not change the list, so undo does not take it back.

            Without a list, the choice is about all lists together, as ls, mine and watch show them when none is \
            named; it is always your own. What it leaves open is as chosen for each list.
            """
    )

    @Argument(help: .list, completion: .lists)
    var list: String?

    @Option(help: ArgumentHelp("By manual, name, due, created, updated, percent or done.", valueName: "key"))
    var sort: ItemSort?

    @Option(help: ArgumentHelp("Reverse the order: yes or no.", valueName: "answer"))
    var reverse: Answer?

    @Option(help: ArgumentHelp("Show what is done or cancelled: yes or no.", valueName: "answer"))
    var showDone: Answer?

    @Option(help: ArgumentHelp("For all lists: show one table, yes or no.", valueName: "answer"))
    var flat: Answer?

    @Option(help: ArgumentHelp("For all lists: show all fields, yes or no.", valueName: "answer"))
    var long: Answer?

    @Flag(help: "Choose it for yourself, on this machine.")
    var mine = false

    @Flag(help: "Show it to you as to everybody again.")
    var reset = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if reset, mine || isChoice { throw ValidationError("--reset stands alone") }
        if mine, !isChoice { throw ValidationError("--mine needs a choice, such as --sort or --show-done") }
        if list != nil, flat != nil || long != nil {
            throw ValidationError("--flat and --long are about all lists together: leave out the list")
        }
    }

    private var isChoice: Bool {
        sort != nil || reverse != nil || showDone != nil || flat != nil || long != nil
    }

    func run(_ context: Context) throws {
        guard let list else { return try arrangeAll(context) }
        guard !mine, !reset else { return try chooseOwn(list, context) }
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

    /// Shows or chooses the view of all lists together.
    private func arrangeAll(_ context: Context) throws {
        guard isChoice || reset else { return try show(try context.ask(OverallViewQuery()), context) }
        var request = OverallViewRequest()
        request.sort = sort
        request.isReversed = reverse.map { $0 == .yes }
        request.showsDone = showDone.map { $0 == .yes }
        request.isFlat = flat.map { $0 == .yes }
        request.isLong = long.map { $0 == .yes }
        request.isReset = reset ? true : nil
        try show(try context.ask(request), context)
    }

    private func show(_ reply: OverallViewReply, _ context: Context) throws {
        let view = reply.view
        let answers = [view.isReversed, view.showsDone, view.isFlat, view.isLong].map { answer in
            answer.map { $0 ? "yes" : "no" } ?? ""
        }
        let words: TerminalText = "all lists together are shown to you \(ListText.arrangement(view))"
        try context.show(reply, Page(words: [words], rows: [[view.sort?.name ?? ""] + answers], ids: []))
    }

    private func chooseOwn(_ list: String, _ context: Context) throws {
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

/// A yes or no answer as an argument.
enum Answer: String, ExpressibleByArgument, CaseIterable {
    case yes
    case no
}
