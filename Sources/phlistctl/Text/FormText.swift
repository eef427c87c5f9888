import PhlistControl
import PhlistVocabulary

/// Forms as text and as fields.
enum FormText {
    /// Choices shown for a field; more do not help to recognise it.
    private static let choicesShownMax = 4

    static func table(_ forms: [FormView], _ style: Style) -> Page {
        let cells = forms.map { form -> [TerminalText] in
            [
                style.heading("\(form.title)"), TerminalText.count(form.fields.count, "field"),
                TerminalText.count(form.recordCount, "record"),
                AudienceText.words(form), style.faint("\(form.id.shortened)"),
            ]
        }
        return page(forms, Table.lines(cells))
    }

    static func show(_ reply: FormReply, _ context: Context) throws {
        let fields = TerminalText.count(reply.form.fields.count, "field")
        let audience = reply.form.visibility == .household ? "for everybody" : AudienceText.words(reply.form)
        let words: TerminalText = "made the form \(reply.form.title) with \(fields), \(audience)"
        try context.show(reply, page([reply.form], [words]))
        try context.note(reply.namesakes.map { "there is another \(kind($0)) \($0.title) (\(ListText.id($0)))" })
    }

    private static func kind(_ list: ListView) -> TerminalText {
        list.kind == .form ? "form" : "list"
    }

    /// Returns a page about changed forms, with a line for each.
    static func page(_ forms: [FormView], _ words: [TerminalText]) -> Page {
        let rows = forms.map { form in
            [form.id, String(form.fields.count), String(form.recordCount), form.visibility.name, form.title]
        }
        return Page(words: words, rows: rows, ids: forms.map(\.id))
    }

    /// Returns a form with its fields, one row per field.
    static func details(_ form: FormView, _ style: Style) -> Page {
        let count = TerminalText.count(form.recordCount, "record")
        let heading: TerminalText = "\(style.heading("\(form.title)"))  \(count), \(AudienceText.words(form))"
        let cells = form.fields.map { field -> [TerminalText] in
            ["\(field.name)", type(field), need(field, isKey: field == form.fields.first), choices(field)]
        }
        let rows = form.fields.map { field in
            [field.name, field.type.name, field.isRequired ? "required" : "", field.gate ?? ""] + field.choices
        }
        return Page(words: [heading] + Table.lines(cells, indent: "  "), rows: rows, ids: [form.id])
    }

    static func type(_ field: FormFieldView) -> TerminalText {
        switch field.type {
        case .text: "text"
        case .alphanumeric: "letters and digits"
        case .date: "date, YYYY/MM/DD"
        case .choice: "choice"
        case .toggle: "switch"
        }
    }

    private static func need(_ field: FormFieldView, isKey: Bool) -> TerminalText {
        if isKey { return "the key" }
        let gate: TerminalText = field.gate.map { "while \"\($0)\" is on" } ?? ""
        guard field.isRequired else { return field.gate == nil ? "" : "only \(gate)" }
        return field.gate == nil ? "required" : "required \(gate)"
    }

    private static func choices(_ field: FormFieldView) -> TerminalText {
        let shown = field.choices.prefix(choicesShownMax).joined(separator: ", ")
        let rest = field.choices.count - choicesShownMax
        return rest > 0 ? "\(shown), \(rest) more" : "\(shown)"
    }
}
