import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct FormEdit: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the fields of a form.",
        usage: "phlistctl form edit [<options>] <form> ...",
        discussion: """
            Either all changes are made or none: fields are removed, then added, then changed. The type of a field \
            cannot change; replace the field instead:

              phlistctl form edit student --remove-field Class --add-field Class:choice

            The values of a removed field are kept, but not shown.
            """
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Option(help: ArgumentHelp("Rename the form.", valueName: "name"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Add a field: its name, a colon, and its type: text, alphanumeric, date, choice or toggle.",
            valueName: "name:type"
        )
    )
    var addField: [String] = []

    @Option(help: ArgumentHelp("Rename a field.", valueName: "field=name"))
    var renameField: [String] = []

    @Option(help: ArgumentHelp("Make a field required.", valueName: "field"))
    var require: [String] = []

    @Option(help: ArgumentHelp("Make a field optional.", valueName: "field"))
    var optional: [String] = []

    @Option(help: ArgumentHelp("Let a field count only while a switch is on, or always.", valueName: "field=switch"))
    var gate: [String] = []

    @Option(help: ArgumentHelp("Remove a field.", valueName: "field"))
    var removeField: [String] = []

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let changes = try changes()
        let added = try addField.map(Self.field)
        guard title != nil || !changes.isEmpty || !removeField.isEmpty || !added.isEmpty else {
            throw ControlError(.usage, "nothing to change", hint: "see what can be: phlistctl form edit --help")
        }
        let request = ChangeFormsRequest(
            forms: [form],
            title: title,
            removeFields: removeField.isEmpty ? nil : removeField,
            addFields: added.isEmpty ? nil : added,
            changeFields: changes.isEmpty ? nil : changes
        )
        let reply = try context.ask(request)
        guard let form = (reply.changed + reply.unchanged).first else {
            throw ClientError.replyMalformed("no form for one name")
        }
        var page = FormText.details(form, context.style)
        let result: TerminalText = reply.changed.isEmpty ? "nothing to change: \(form.title)" : "changed: \(form.title)"
        page.words.insert(result, at: 0)
        try context.show(reply, page)
    }

    /// Returns the changes, with renames last, because the other changes use the current names.
    private func changes() throws -> [FormFieldChange] {
        let gates = try gate.map { try FieldValues.pair($0, like: "FIELD=SWITCH") }
            .map { FormFieldChange(field: $0.name, gate: $0.value) }
        let names = try renameField.map { try FieldValues.pair($0, like: "FIELD=NAME") }
            .map { FormFieldChange(field: $0.name, name: $0.value) }
        return require.map { FormFieldChange(field: $0, isRequired: true) }
            + optional.map { FormFieldChange(field: $0, isRequired: false) } + gates + names
    }

    /// Parses a field given as `NAME` or `NAME:TYPE`.
    static func field(_ argument: String) throws -> NewFormField {
        guard let colon = argument.lastIndex(of: ":") else { return NewFormField(argument) }
        let word = String(argument[argument.index(after: colon)...])
        guard let type = FormFieldType(name: word) else {
            let types = FormFieldType.names.joined(separator: ", ")
            throw ControlError(.usage, "\"\(word)\" is not a type of field", hint: "types: \(types)")
        }
        return NewFormField(String(argument[..<colon]), type)
    }
}
