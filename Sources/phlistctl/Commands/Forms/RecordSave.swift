import ArgumentParser
import PhlistControl

struct RecordSave: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Add a record, or update the one that has its key.",
        usage: "phlistctl record save [<options>] <form> <field=value> ...",
        discussion: """
            One of the fields is the key, for example:

              phlistctl record save student student-id=S17 date-of-birth=2010/05/17 ethnicity=Asian

            Fields that are not given stay as they are; nothing after the "=" clears a field. Dates are written \
            YYYY/MM/DD; a switch is on or off. If any value is invalid, all errors are reported and nothing is saved.
            """
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Argument(help: ArgumentHelp("A field with its value; the name in any letter case.", valueName: "field=value"))
    var values: [String]

    @Option(help: ArgumentHelp("The current key of the record, if you give it a new one.", valueName: "key"))
    var key: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let request = SaveRecordRequest(form: form, values: try FieldValues.parse(values), key: key)
        let reply = try context.ask(request)
        try context.show(reply, RecordText.page([reply.record], [RecordText.saved(reply)]))
    }
}
