import ArgumentParser
import PhlistControl
import PhlistFormats

struct RecordExport: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the records of a form as CSV.",
        usage: "phlistctl record export [<options>] [-o <file>] <form>",
        discussion: """
            The names of the fields are the headings. Text that a spreadsheet would take for a formula gets an \
            apostrophe in front. Observations are not exported. phlistctl record import reads the file again.
            """
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @OptionGroup var target: OutputOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let file = try target.file(context)
        let reply = try context.ask(RecordsQuery(form: form))
        let fields = reply.form.fields.map(\.name)
        let bytes = Array(RecordTable.printed(fields, reply.records.map { $0.fields.map(\.value) }).utf8)
        guard let file else { return try context.writeBytes(bytes[...]) }
        guard !context.isDryRun else { return try context.note("nothing was written: --dry-run") }
        try file.write(bytes)
        let count = TerminalText.count(reply.records.count, "record")
        let words: TerminalText = "exported \(count) of \(reply.form.title) to \(file.path)"
        try context.show(reply, RecordText.page(reply.records, [words]))
    }
}
