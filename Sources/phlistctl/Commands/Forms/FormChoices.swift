import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct FormChoices: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "choices",
        abstract: "Show or change the choices of a field.",
        usage: "phlistctl form choices [<options>] <form> <field>",
        discussion: "Records keep a removed choice, and are marked."
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Argument(help: "The name of a field that is a choice.")
    var field: String

    @Option(help: ArgumentHelp("Add a choice at the end.", valueName: "choice"))
    var add: [String] = []

    @Option(help: ArgumentHelp("Remove a choice.", valueName: "choice"))
    var remove: [String] = []

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(FormsQuery(form: form, field: field))
        let found = try reply.one
        guard let field = found.fields.first else { throw ClientError.replyMalformed("no field for one name") }
        guard add.isEmpty, remove.isEmpty else { return try change(field, of: found, context) }
        try context.show(reply, Self.page(field, []))
        if field.choices.isEmpty { try context.note("\(field.name) has no choices") }
    }

    private func change(_ field: FormFieldView, of form: FormView, _ context: Context) throws {
        let change = FormFieldChange(
            field: field.name,
            addChoices: add.isEmpty ? nil : add,
            removeChoices: remove.isEmpty ? nil : remove
        )
        let reply = try context.ask(ChangeFormsRequest(forms: [form.id], changeFields: [change]))
        let fields = (reply.changed + reply.unchanged).flatMap(\.fields)
        let changed = fields.first { $0.id == field.id } ?? field
        let result: TerminalText = reply.changed.isEmpty ? "nothing to change" : "changed"
        try context.show(reply, Self.page(changed, ["\(result): \(changed.name) in \(form.title) can be"]))
    }

    private static func page(_ field: FormFieldView, _ heading: [TerminalText]) -> Page {
        let indent: TerminalText = heading.isEmpty ? "" : "  "
        let words = field.choices.map { choice -> TerminalText in "\(indent)\(choice)" }
        return Page(words: heading + words, rows: field.choices.map { [$0] }, ids: field.choices)
    }
}
