import ArgumentParser
import PhlistControl

struct ListClearDone: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear-done",
        abstract: "Remove what is done or cancelled in a list; it can be restored.",
        usage: "phlistctl list clear-done [<options>] <list>"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ClearDoneRequest(list: list))
        let count = reply.cleared.count
        let words: TerminalText =
            count == 0
            ? "nothing is done or cancelled in \(reply.list.title)"
            : "removed \(TerminalText.count(count, "item")) from \(reply.list.title) (back with: phlistctl undo)"
        try context.show(reply, ListText.page([reply.list], [words]))
    }
}
