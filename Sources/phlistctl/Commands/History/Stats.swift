import ArgumentParser
import PhlistControl

struct Stats: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show how much was done, when, and by whom.",
        usage: "phlistctl stats [<options>] [<list>]",
        discussion: """
            Counts the items that are done now, also those removed since, for the member who completed them. What came \
            into a list as done, for example in an import, was not done there.
            """
    )

    @Argument(
        help: ArgumentHelp("A list; without it, all lists that you see.", valueName: "list"),
        completion: .lists
    )
    var list: String?

    @Flag(help: "Also count in lists that are in the trash, and in those that you left.")
    var all = false

    @Option(help: ArgumentHelp("Count since a day, instead of the last 7, 30 and 365 days.", valueName: "when"))
    var since: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if all, list != nil { throw ValidationError("either a list or --all can be given") }
    }

    func run(_ context: Context) throws {
        let since = try since.map { context.clock.day(try PastDate(context.clock).instant($0)) }
        let query = StatisticsQuery(today: context.clock.today, list: list, all: all ? true : nil, since: since)
        let reply = try context.ask(query)
        try context.show(reply, StatisticsText(context).page(reply))
        guard let longest = reply.periods.last, longest.doneCount == 0 else { return }
        try context.note("nothing was done since \(DateText.withYear(longest.since))")
    }
}
