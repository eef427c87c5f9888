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
        let change = ItemChange(
            request: ChangeItemsRequest(items: items, state: .done, today: context.clock.today),
            changed: { item, _ in
                item.state == .open
                    ? OccurrenceText.next(item, context)
                    : "done: \(item.title)\(OccurrenceText.last(item, context))"
            },
            unchanged: { "already done: \($0.title)\(OccurrenceText.later($0))" }
        )
        try change.run(context)
    }
}
