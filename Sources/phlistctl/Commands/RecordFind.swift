import ArgumentParser
import PhlistControl

/// Shows the fields of one record.
struct RecordFind: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find a record by its key, and show its fields.",
        usage: "phlistctl record find [<options>] <form> <key>"
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Argument(help: .key, completion: .records)
    var key: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(RecordsQuery(form: form, key: key))
        try context.show(reply, RecordText.details(reply.form, try reply.one, context.clock, context.style))
    }
}
