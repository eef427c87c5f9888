import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Done: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Mark items as done.",
        usage: "phlistctl done [<options>] <item> ..."
    )

    @Argument(help: .items, completion: .items)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeItemsRequest(items: items, state: .done, today: context.clock.today))
        let changed = reply.changed.map { item -> TerminalText in
            item.state == .open
                ? OccurrenceText.next(item, context)
                : "done: \(item.title)\(OccurrenceText.last(item, context))\(ItemText.openBelow(item, reply))"
        }
        let unchanged = reply.unchanged.map { item in
            OccurrenceText.closedBefore(item, next: reply.next?[item.id], context)
        }
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, changed + unchanged))
    }
}
