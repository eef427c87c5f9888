import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListDeletion: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "deletion",
        abstract: "Set whether items of a list may be removed, or only cancelled.",
        usage: "phlistctl list deletion [<options>] <list> allowed|cancel-only"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Argument(help: "allowed or cancel-only.")
    var policy: DeletionPolicy

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var request = ChangeListsRequest(lists: [list])
        request.deletion = policy
        let words: (ListView) -> TerminalText = { "items of \($0.title) \(ListText.deletion($0.deletion))" }
        try ListChange(request: request, changed: words, unchanged: words).run(context)
    }
}
