import ArgumentParser
import PhlistControl

struct RecordRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove records; they can be restored.",
        usage: "phlistctl record rm [<options>] <form> <key> ..."
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Argument(help: .keys, completion: .records)
    var keys: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeRecordsRequest(form: form, keys: keys, isTrashed: true))
        let title = reply.form.title
        let words =
            reply.changed.map {
                "removed: \($0.key) (back with: phlistctl record restore \([title, $0.key].asArguments))"
            }
            + reply.unchanged.map { "already removed: \($0.key)" } as [TerminalText]
        try context.show(reply, RecordText.page(reply.changed + reply.unchanged, words))
    }
}
