import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Remove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove items, with those below them; they can be restored.",
        usage: "phlistctl rm [<options>] <item> ..."
    )

    @Argument(help: .items, completion: .items)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let change = ItemChange(
            request: ChangeItemsRequest(items: items, isTrashed: true),
            includesFamily: true,
            changed: { item, family in
                "removed: \(item.title)\(family) (back with: phlistctl restore \(item.shortID))"
            },
            unchanged: { "already removed: \($0.title)" }
        )
        try change.run(context)
    }
}
