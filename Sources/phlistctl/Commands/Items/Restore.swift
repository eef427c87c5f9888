import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Restore: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore removed items, with those that were removed with them.",
        usage: "phlistctl restore [<options>] <item> ..."
    )

    @Argument(help: .trashedItems, completion: .trashedItems)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let change = ItemChange(
            request: ChangeItemsRequest(items: items, isTrashed: false),
            includesFamily: true,
            changed: { item, family in
                "restored: \(item.title) in \(item.listTitle) (\(item.shortID))\(family)"
            },
            unchanged: { "not removed: \($0.title)" }
        )
        try change.run(context)
    }
}
