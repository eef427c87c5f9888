import ArgumentParser
import PhlistControl

struct RecordLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the records of a form.",
        usage: "phlistctl record ls [<options>] <form> [--all]",
        discussion: "A \"!\" marks a record that no longer fits its form, because the form has changed since."
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Flag(help: "Also show what was removed.")
    var all = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(RecordsQuery(form: form, all: all ? true : nil))
        try context.show(reply, RecordText.table(reply, context.style))
        if reply.records.isEmpty { try context.note("no records in \(reply.form.title)") }
    }
}
