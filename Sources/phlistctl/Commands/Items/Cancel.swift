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
        let change = ItemChange(
            request: ChangeItemsRequest(items: items, state: .cancelled),
            changed: { item, _ in "cancelled: \(item.title)\(OccurrenceText.end(item))" },
            unchanged: { "already cancelled: \($0.title)" }
        )
        try change.run(context)
    }
}
