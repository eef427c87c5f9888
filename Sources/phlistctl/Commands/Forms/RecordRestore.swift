import ArgumentParser
import PhlistControl

struct RecordRestore: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore removed records.",
        usage: "phlistctl record restore [<options>] <form> <key> ..."
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Argument(help: .keys, completion: .records)
    var keys: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeRecordsRequest(form: form, keys: keys, isTrashed: false))
        let words =
            reply.changed.map { "restored: \($0.key) in \(reply.form.title)" }
            + reply.unchanged.map { "not removed: \($0.key)" } as [TerminalText]
        try context.show(reply, RecordText.page(reply.changed + reply.unchanged, words))
    }
}
