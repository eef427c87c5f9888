import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct FormGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "form",
        abstract: "Make, show and change forms.",
        subcommands: [
            FormLs.self, FormShow.self, FormNew.self, FormTemplate.self, FormEdit.self, FormChoices.self,
            FormRemove.self,
        ]
    )
}

struct FormLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the forms.",
        usage: "phlistctl form ls [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(FormsQuery())
        try context.show(reply, FormText.table(reply.forms, context.style))
        if reply.forms.isEmpty { try context.note("no forms yet; make one with: phlistctl form template student") }
    }
}

struct FormShow: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the fields of a form.",
        usage: "phlistctl form show [<options>] <form>"
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(FormsQuery(form: form))
        try context.show(reply, FormText.details(try reply.one, context.style))
    }
}

struct FormTemplate: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Make a form from a built-in template.",
        usage: "phlistctl form template [<options>] student",
        discussion: """
            student    a record for each student: ID, dates of birth and of consent, ethnicity, language, disability, \
            and an IEP number that a switch turns on

            To change the choices: phlistctl form choices
            """
    )

    @Argument(help: "The template: student.")
    var template: PhlistVocabulary.FormTemplate

    @Option(help: ArgumentHelp("The title of the form, if not that of the template.", valueName: "name"))
    var name: String?

    @Flag(help: "Let the household see the form; otherwise only you do.")
    var household = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let title = name ?? template.name
        try Title.check(title)
        let request = NewFormRequest(title: title, template: template, isForHousehold: household ? true : nil)
        try FormText.show(try context.ask(request), context)
    }
}

struct FormNew: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a form.",
        usage: "phlistctl form new [<options>] <name> --from <file>",
        discussion: """
            The file is JSON; a hyphen stands for standard input:

            {"fields": [
              {"name": "Number", "type": "alphanumeric"},
              {"name": "Born", "type": "date", "isRequired": true},
              {"name": "Language", "type": "choice", "choices": ["English", "French"]},
              {"name": "Has plan", "type": "toggle"},
              {"name": "Plan", "type": "text", "isRequired": true, "gate": "Has plan"}
            ]}

            The first field is the key by which records are known. A type is text, alphanumeric, date, choice or \
            toggle; without one it is text. A gate names the switch that must be on for the field to count.
            """
    )

    @Argument(help: "The title; one with spaces needs quotes.")
    var name: String

    @Option(help: ArgumentHelp("The file that describes the fields.", valueName: "file"))
    var from: String

    @Flag(help: "Let the household see the form; otherwise only you do.")
    var household = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try Title.check(name)
        let fields = try FormFile.read(from, context.input)
        let request = NewFormRequest(title: name, fields: fields, isForHousehold: household ? true : nil)
        try FormText.show(try context.ask(request), context)
    }
}

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

struct FormRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove forms with their records; they can be restored.",
        usage: "phlistctl form rm [<options>] <form> ..."
    )

    @Argument(help: "Titles of forms, or the first letters of their ids.")
    var forms: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeFormsRequest(forms: forms, isTrashed: true))
        let words = reply.changed.map { form -> TerminalText in
            "removed the form \(form.title) (back with: phlistctl list restore \(form.id.shortened))"
        }
        try context.show(reply, FormText.page(reply.changed, words))
    }
}
