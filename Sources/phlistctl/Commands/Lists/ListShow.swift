import ArgumentParser
import PhlistControl

struct ListShow: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about a list.",
        usage: "phlistctl list show [<options>] <list>"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ListsQuery(list: list))
        guard let list = reply.lists.first, reply.lists.count == 1 else {
            throw ClientError.replyMalformed("\(reply.lists.count) lists for one name")
        }
        try context.show(reply, ListDetails(list, context).page)
    }
}
