import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct RecordGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Fill in forms, and find what was saved.",
        subcommands: [
            RecordSave.self, RecordFill.self, RecordFind.self, RecordShow.self, RecordLs.self, RecordObserve.self,
            RecordRemove.self, RecordRestore.self, RecordImport.self, RecordExport.self,
        ]
    )
}

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

struct RecordObserve: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "observe",
        abstract: "Add an observation to a record.",
        usage: """
            phlistctl record observe [<options>] <form> <key> --automatic [<note>]
            phlistctl record observe [<options>] <form> <key> --manual [<note>]
            """
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Argument(help: .key, completion: .records)
    var key: String

    @Argument(help: "What was observed (optional).")
    var note: String?

    @Flag(help: "How it was observed.")
    var mode: ObservationMode

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ObserveRequest(form: form, key: key, mode: mode, note: note))
        try context.show(reply, RecordText.page([reply.record], [RecordText.observed(reply)]))
    }
}

extension ObservationMode: EnumerableFlag {}

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
