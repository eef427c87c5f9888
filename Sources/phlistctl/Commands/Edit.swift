import ArgumentParser
import PhlistControl

/// Changes an item's fields.
struct Edit: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Change an item.",
        usage: "phlistctl edit [<options>] <item> --title <text>"
    )

    @Argument(help: .item)
    var item: String

    @Option(help: ArgumentHelp("The new title.", valueName: "text"))
    var title: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try Title.check(title)
        let change = ItemChange(
            request: ChangeItemsRequest(items: [item], title: title),
            changed: { "changed: \($0.title) (\($0.shortID))" },
            unchanged: { "nothing to change: \($0.title) (\($0.shortID))" }
        )
        try change.run(context)
    }
}
