import ArgumentParser
import PhlistControl

struct Mine: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "mine",
        abstract: "Show what is assigned to you, in all lists.",
        usage: "phlistctl mine [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var query = ItemsQuery()
        query.mine = true
        let reply = try context.ask(query)
        try context.show(reply, ItemText.page(reply, ItemLook(context)))
        if reply.items.isEmpty { try context.note("nothing for you") }
    }
}
