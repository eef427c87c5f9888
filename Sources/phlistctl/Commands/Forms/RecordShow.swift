import ArgumentParser
import PhlistControl

struct RecordShow: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a record with its observations.",
        usage: "phlistctl record show [<options>] <form> <key>"
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Argument(help: .key, completion: .records)
    var key: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(RecordsQuery(form: form, key: key))
        try context.show(reply, RecordText.history(reply.form, try reply.one, context.clock, context.style))
        try context.note("what was changed: phlistctl history \(reply.form.id.shortened)")
    }
}
