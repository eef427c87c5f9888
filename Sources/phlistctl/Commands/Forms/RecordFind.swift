import ArgumentParser
import PhlistControl

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
        let record = try reply.one
        try context.show(reply, RecordText.details(reply.form, record, context.clock, context.style))
        guard !record.observations.isEmpty else { return }
        let count = TerminalText.count(record.observations.count, "observation")
        try context.note("\(count): phlistctl record show \(reply.form.id.shortened) \(record.key.asArgument)")
    }
}
