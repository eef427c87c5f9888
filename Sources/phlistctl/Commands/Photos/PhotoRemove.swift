import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct PhotoRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove the photos of items; the items stay.",
        usage: "phlistctl photo rm [<options>] <item> ..."
    )

    @Argument(help: .items, completion: .items)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let change = ItemChange(
            request: RemovePhotosRequest(items: items),
            changed: { item, _ in "photo removed: \(item.title) (\(item.shortID))" },
            unchanged: { "no photo: \($0.title) (\($0.shortID))" }
        )
        try change.run(context)
    }
}
