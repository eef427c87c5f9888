import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Cancel: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Mark items as cancelled: no longer needed.",
        usage: "phlistctl cancel [<options>] <item> ...",
        discussion: "An item that recurs does not come back; phlistctl skip leaves out one occurrence."
    )

    @Argument(help: .items, completion: .items)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeItemsRequest(items: items, state: .cancelled))
        let changed = reply.changed.map { item -> TerminalText in
            "cancelled: \(item.title)\(OccurrenceText.end(item))\(ItemText.openBelow(item, reply))"
        }
        let unchanged = reply.unchanged.map { item -> TerminalText in "already cancelled: \(item.title)" }
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, changed + unchanged))
    }
}
