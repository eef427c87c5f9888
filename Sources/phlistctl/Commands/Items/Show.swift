import ArgumentParser
import PhlistControl

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
        guard let item = reply.items.first, reply.items.count == 1 else {
            throw ClientError.replyMalformed("\(reply.items.count) items for one reference")
        }
        let family = reply.family ?? []
        let details = ItemDetails(item: item, family: family, previous: reply.previous, look: ItemLook(context))
        try context.show(reply, details.page)
    }
}
