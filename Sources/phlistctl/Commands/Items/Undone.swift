import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Undone: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "undone",
        abstract: "Reopen items that are done or cancelled.",
        usage: "phlistctl undone [<options>] <item> ..."
    )

    @Argument(help: .items, completion: .closedItems)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let change = ItemChange(
            request: ChangeItemsRequest(items: items, state: .open),
            changed: { item, _ in
                item.isTrashed ? OccurrenceText.removed(item) : "open again: \(item.title)"
            },
            unchanged: { "already open: \($0.title)" }
        )
        try change.run(context)
    }
}
