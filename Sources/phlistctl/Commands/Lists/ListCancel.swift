import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListCancel: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Mark lists as cancelled.",
        usage: "phlistctl list cancel [<options>] <list> ..."
    )

    @Argument(help: .lists, completion: .lists)
    var lists: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var request = ChangeListsRequest(lists: lists)
        request.state = .cancelled
        let change = ListChange(
            request: request,
            changed: { "cancelled: \($0.title)\(ListText.stillOpen($0))" },
            unchanged: { "already cancelled: \($0.title)" }
        )
        try change.run(context)
    }
}
