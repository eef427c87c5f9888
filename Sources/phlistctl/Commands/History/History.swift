import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct History: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what was done, newest first.",
        usage: "phlistctl history [<options>] [<list>|<item>]"
    )

    @Argument(
        help: ArgumentHelp("A list, an item, or LIST/text; without it, everything.", valueName: "list"),
        completion: .lists
    )
    var of: String?

    @Option(help: ArgumentHelp("Only what this member did.", valueName: "member"), completion: .members)
    var member: String?

    @Option(help: ArgumentHelp("Only what was done on this device.", valueName: "device"), completion: .devices)
    var device: String?

    @Option(help: ArgumentHelp("Only what was done since: a day, or a day and a time.", valueName: "when"))
    var since: String?

    @Option(name: [.customShort("N"), .long], help: ArgumentHelp("At most this many actions.", valueName: "count"))
    var limit = Limits.historyCountUsual

    @OptionGroup var pager: PagerOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard limit < 1 else { return }
        throw ValidationError("--limit takes a number from 1")
    }

    func run(_ context: Context) throws {
        let reply = try read(context)
        let text = HistoryText(dates: DateText(today: context.clock.today), clock: context.clock)
        try context.show(reply, text.page(reply.entries, showsList: of == nil), pager)
        if reply.entries.isEmpty { try context.note("nothing was done") }
        if let past = reply.previous {
            let words = OccurrenceText.closing(of: past, context.clock)
            try context.note("before that, \(past.title) was \(words): phlistctl history \(past.shortID)")
        }
    }

    /// Reads page by page until there are as many entries as wanted, or no more.
    private func read(_ context: Context) throws -> HistoryReply {
        let since = try since.map { try PastDate(context.clock).instant($0) }
        var reply = HistoryReply(entries: [])
        repeat {
            let count = min(limit - reply.entries.count, PhlistControl.Limits.historyCountMax)
            let query = HistoryQuery(
                of: of,
                member: member,
                device: device,
                since: since,
                limit: count,
                after: reply.next
            )
            let page = try context.ask(query)
            reply.entries += page.entries
            (reply.next, reply.previous) = (page.next, page.previous)
        } while reply.next != nil && reply.entries.count < limit
        return reply
    }
}
