import ArgumentParser
import PhlistControl

struct ListRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove lists; they can be restored.",
        usage: "phlistctl list rm [<options>] <list> ..."
    )

    @Argument(help: .lists, completion: .lists)
    var lists: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var request = ChangeListsRequest(lists: lists)
        request.isTrashed = true
        let change = ListChange(
            request: request,
            changed: { "removed: \($0.title) (back with: phlistctl list restore \($0.title.asArgument))" },
            unchanged: { "already removed: \($0.title)" }
        )
        try change.run(context)
    }
}
