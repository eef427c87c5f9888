import ArgumentParser
import PhlistControl

struct ListRestore: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore removed lists.",
        usage: "phlistctl list restore [<options>] <list> ..."
    )

    @Argument(help: .lists, completion: .trashedLists)
    var lists: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var request = ChangeListsRequest(lists: lists)
        request.isTrashed = false
        let change = ListChange(
            request: request,
            changed: { "restored: \(ListText(context).summary($0))" },
            unchanged: { "not removed: \($0.title)" }
        )
        try change.run(context)
    }
}
