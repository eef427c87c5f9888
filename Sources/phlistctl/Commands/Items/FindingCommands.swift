import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Show: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about an item.",
        usage: "phlistctl show [<options>] <item>"
    )

    @Argument(help: .item, completion: .items)
    var item: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ItemsQuery(ref: item))
        let details = ItemDetails(
            item: try reply.one,
            family: reply.family ?? [],
            previous: reply.previous,
            look: ItemLook(context)
        )
        try context.show(reply, details.page)
    }
}

struct Find: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find items by title, note, web page, location or tag.",
        usage: "phlistctl find [<options>] <text>",
        discussion: "Case and accents do not count: apfel finds Äpfel. #dairy finds what has the tag."
    )

    @Argument(help: "The text, or a part of it.")
    var text: String

    @Flag(help: "Also look at what is done, cancelled or removed.")
    var all = false

    @OptionGroup var pager: PagerOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw ControlError(.usage, "nothing to look for: the text is empty")
        }
        var query = ItemsQuery(all: all ? true : nil)
        query.text = text
        let reply = try context.ask(query)
        try context.show(reply, ItemText.page(reply, ItemLook(context)), pager)
        guard reply.items.isEmpty else { return }
        try context.note(all ? "nothing with \"\(text)\"" : "nothing open with \"\(text)\"; --all looks at the rest")
    }
}

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

struct Mine: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "mine",
        abstract: "Show what is assigned to you, in all lists.",
        usage: "phlistctl mine [<options>]"
    )

    @OptionGroup var order: OrderOptions

    @OptionGroup var pager: PagerOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var query = ItemsQuery()
        query.mine = true
        order.arrange(&query)
        let reply = try context.ask(query)
        var look = ItemLook(context)
        look.isTable = order.flat ?? reply.isFlat ?? false
        look.isLong = reply.isLong ?? false
        look.takeOrders(of: reply)
        try context.show(reply, ItemText.page(reply, look), pager)
        if reply.items.isEmpty { try context.note("nothing for you") }
    }
}
