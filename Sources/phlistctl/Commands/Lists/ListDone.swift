import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListDone: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Mark lists as completed.",
        usage: "phlistctl list done [<options>] <list> ..."
    )

    @Argument(help: .lists, completion: .lists)
    var lists: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var request = ChangeListsRequest(lists: lists)
        request.state = .done
        let change = ListChange(
            request: request,
            changed: { "completed: \($0.title)\(ListText.stillOpen($0))" },
            unchanged: { "already completed: \($0.title)" }
        )
        try change.run(context)
    }
}
