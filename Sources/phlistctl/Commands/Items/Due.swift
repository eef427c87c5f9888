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

    @OptionGroup var order: OrderOptions

    @OptionGroup var pager: PagerOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var query = ItemsQuery()
        order.arrange(&query)
        query.sort = query.sort ?? ItemSort.due.rawValue
        query.flat = true
        try query.filter(due: when ?? DueWord.soon.rawValue, context.clock)
        let reply = try context.ask(query)
        try context.show(reply, page(reply, context), pager)
        if reply.items.isEmpty { try context.note("nothing due") }
    }

    /// Returns the items by day; as a table if another order was asked for, in which days do not follow each other.
    private func page(_ reply: ItemsReply, _ context: Context) -> Page {
        var look = ItemLook(context)
        guard order.flat == true || order.sort ?? .due != .due else { return ItemText.days(reply.items, look) }
        look.isTable = true
        look.takeOrders(of: reply)
        return ItemText.page(reply, look)
    }
}
