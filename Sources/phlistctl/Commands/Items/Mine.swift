import ArgumentParser
import PhlistControl

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
