import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Due: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "due",
        abstract: "Show what is overdue, and what is due in the next seven days.",
        usage: "phlistctl due [<options>] [<when>]"
    )

    @Argument(help: "Instead: today, overdue, week, \"next week\", or a date.")
    var when: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var query = ItemsQuery()
        query.sort = ItemSort.due.rawValue
        query.flat = true
        try query.filter(due: when ?? DueWord.soon.rawValue, context.clock)
        let reply = try context.ask(query)
        try context.show(reply, ItemText.days(reply.items, ItemLook(context)))
        if reply.items.isEmpty { try context.note("nothing due") }
    }
}
