import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Skip: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Leave out this occurrence of items that recur.",
        usage: "phlistctl skip [<options>] <item> ...",
        discussion: "The next occurrence is made as by done. To end the series, use cancel, or edit --every none."
    )

    @Argument(help: .items, completion: .recurringItems)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let change = ItemChange(
            request: ChangeItemsRequest(items: items, occurrence: .skip, today: context.clock.today),
            changed: { item, _ in
                item.state == .open ? OccurrenceText.next(item, context) : "skipped: \(item.title)"
            },
            unchanged: { "already \($0.state.name): \($0.title)" }
        )
        try change.run(context)
    }
}
