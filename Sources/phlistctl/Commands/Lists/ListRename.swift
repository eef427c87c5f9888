import ArgumentParser
import PhlistControl

struct ListRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a list.",
        usage: "phlistctl list rename [<options>] <list> <new>"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Argument(help: "The new title; one with spaces needs quotes.")
    var new: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let new = try Title.ofPlace(new)
        // It may have been named by its id; the change itself says so if there is no such list.
        let former = try? context.ask(ListsQuery(list: list)).lists.first?.title
        var request = ChangeListsRequest(lists: [list])
        request.title = new
        let change = ListChange(
            request: request,
            changed: { "renamed \(former ?? list) to \($0.title)" },
            unchanged: { "\($0.title) already has that title" }
        )
        try change.run(context)
    }
}
