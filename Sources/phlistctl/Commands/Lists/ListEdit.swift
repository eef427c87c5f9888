import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListEdit: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the title, the description or the due date of a list.",
        usage: "phlistctl list edit [<options>] <list>"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Option(help: ArgumentHelp("The new title.", valueName: "text"))
    var title: String?

    @Option(help: .description)
    var desc: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The new due date, or none.", valueName: "when"))
    var due: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard title != nil || desc != nil || due != nil else {
            throw ValidationError("nothing to change: --title, --desc or --due is needed")
        }
    }

    func run(_ context: Context) throws {
        var request = ChangeListsRequest(lists: [list])
        request.title = try title.map(Title.ofPlace)
        request.description = try desc.map { try LongText.read($0, context.input) }
        request.due = try due.map { DueChange(try DateGrammar(context.clock).resolve(newValue: $0).date) }
        let noDue: TerminalText = request.due == .never ? ", no due date" : ""
        let change = ListChange(
            request: request,
            changed: { "changed: \(ListText(context).summary($0))\(noDue)" },
            unchanged: { "nothing to change: \(ListText(context).summary($0))" }
        )
        try change.run(context)
    }
}
