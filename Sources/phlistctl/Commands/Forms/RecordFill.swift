import ArgumentParser
import PhlistControl

struct RecordFill: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Fill in a form on the terminal, field by field.",
        usage: "phlistctl record fill [<options>] <form> [<key>]",
        discussion: """
            Asks for each field and marks what is wrong. A menu then offers to save, clear, close, find another \
            record, or add an observation. Nothing changes before Save; Ctrl-C leaves everything as it is.
            """
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Argument(help: "The key of a record to start with.")
    var key: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard context.input.isTerminal else {
            throw ControlError(
                .usage,
                "record fill asks on a terminal; without one: phlistctl record save \(form) FIELD=VALUE…"
            )
        }
        let form = try context.ask(FormsQuery(form: form)).one
        var dialog = RecordDialog(form)
        var turn = dialog.begin(try key.flatMap { try record($0, of: form, context) }, key: key)
        while turn.step != .close {
            try say(turn.words, context)
            turn = try take(turn.step, &dialog, context)
        }
    }

    /// Performs one step of the dialog; refusals are reported in the dialog.
    private func take(
        _ step: RecordDialog.Step,
        _ dialog: inout RecordDialog,
        _ context: Context
    ) throws
        -> RecordDialog.Turn
    {
        do {
            return try perform(step, &dialog, context)
        } catch ClientError.interrupted {
            throw ClientError.interrupted
        } catch let error as ClientError {
            return dialog.refused(error.controlError)
        }
    }

    private func perform(
        _ step: RecordDialog.Step,
        _ dialog: inout RecordDialog,
        _ context: Context
    ) throws
        -> RecordDialog.Turn
    {
        switch step {
        case .ask(let prompt):
            try context.messages.write(prompt.string)
            return dialog.typed(try context.input.readLine(sizeMax: Limits.dialogLineSizeMax))
        case .check(let newKey):
            if let newKey, let record = try record(newKey, of: dialog.form, context) { return dialog.met(record) }
            return dialog.checked(try faults(of: dialog.request, context))
        case .find(let key):
            return dialog.found(try context.ask(RecordsQuery(form: dialog.form.id, key: key)).one)
        case .save:
            let reply = try context.ask(dialog.request)
            try context.show(reply, RecordText.page([reply.record], [RecordText.saved(reply)]))
            return dialog.saved(reply.record)
        case .observe(let key, let mode, let note):
            let request = ObserveRequest(form: dialog.form.id, key: key, mode: mode, note: note.isEmpty ? nil : note)
            let reply = try context.ask(request)
            try context.show(reply, RecordText.page([reply.record], [RecordText.observed(reply)]))
            return dialog.wasObserved()
        case .close:
            return RecordDialog.Turn(step: .close)
        }
    }

    /// Returns the faults that would prevent saving a record, one line per field.
    private func faults(of request: SaveRecordRequest, _ context: Context) throws -> [String] {
        do {
            _ = try context.attempt(request)
            return []
        } catch ClientError.refused(let error) where !error.details.isEmpty {
            return error.details
        }
    }

    /// Returns the record with a key; nil if no record has it.
    private func record(_ key: String, of form: FormView, _ context: Context) throws -> RecordView? {
        do {
            return try context.ask(RecordsQuery(form: form.id, key: key)).one
        } catch ClientError.refused(let error) where error.code == .notFound {
            return nil
        }
    }

    private func say(_ words: [TerminalText], _ context: Context) throws {
        try context.messages.write(words.map { "\($0.string)\n" }.joined())
    }
}
