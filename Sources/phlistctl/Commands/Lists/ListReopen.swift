import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListReopen: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen",
        abstract: "Bring completed or cancelled lists back into progress.",
        usage: "phlistctl list reopen [<options>] <list> ..."
    )

    @Argument(help: .lists, completion: .lists)
    var lists: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var request = ChangeListsRequest(lists: lists)
        request.state = .open
        let change = ListChange(
            request: request,
            changed: { "in progress again: \($0.title)" },
            unchanged: { "already in progress: \($0.title)" }
        )
        try change.run(context)
    }
}
