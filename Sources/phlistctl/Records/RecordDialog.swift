import PhlistControl

/// The dialog of `record fill`, line by line: what was typed goes in, what to say and to do comes out.
///
/// It changes nothing by itself; only the step `save`, `observe`, or nothing at all, does.
struct RecordDialog {
    /// What to do next.
    enum Step: Equatable {
        /// Read a line behind these words.
        case ask(TerminalText)
        /// Try whether the values would do, without saving them.
        case check
        case find(String)
        case save
        case observe(key: String, ObservationMode, note: String)
        case close
    }

    /// What to say, and then to do.
    struct Turn: Equatable {
        var words: [TerminalText] = []
        var step: Step
    }

    /// What the next line answers.
    enum Question: Equatable {
        /// The number of a field, and whether the others follow.
        case field(Int, goesOn: Bool)
        case menu
        case key
        case mode
        case note(ObservationMode)
        /// Whether to leave what was typed unsaved.
        case leave
    }

    let form: FormView
    var values: [String]
    /// The values when they were found or saved last, or empty ones: what differs was typed.
    var baseline: [String]
    /// The key of the record that was found or saved last.
    var foundKey: String?
    var faults: [Int: String] = [:]
    var question = Question.menu

    /// Starts with empty fields.
    init(_ form: FormView) {
        self.form = form
        values = form.fields.map { _ in "" }
        baseline = values
    }

    // MARK: What to save

    /// What has to be saved.
    ///
    /// Of a record that was found only what was typed since: what somebody else has changed meanwhile stays.
    var request: SaveRecordRequest {
        var request = SaveRecordRequest(form: form.id, values: [:])
        for (index, field) in form.fields.enumerated() {
            let isChanged = isFound ? values[index] != baseline[index] : !values[index].isEmpty
            if isChanged || index == 0 { request.values[field.name] = values[index] }
        }
        return request
    }

    var isFound: Bool {
        foundKey.map { $0 == values.first } ?? false
    }

    var isDirty: Bool {
        values != baseline
    }

    // MARK: Beginning

    /// Begins with the fields of a record, or with a key that no record has yet.
    mutating func begin(_ record: RecordView?, key: String?) -> Turn {
        if let record {
            load(record)
            return menu(shown)
        }
        if let key, !values.isEmpty { values[0] = key }
        let hint: TerminalText = key.map { "no record \"\($0)\" in \(form.title) yet; this will be a new one" } ?? ""
        return ask(0, goesOn: true, (key == nil ? [] : [hint]) + [Self.explanation])
    }

    static let explanation: TerminalText =
        "Enter keeps what stands in brackets, - clears it, Ctrl-C leaves everything as it is."

    mutating func load(_ record: RecordView) {
        values = form.fields.map { field in record.fields.first { $0.name == field.name }?.value ?? "" }
        baseline = values
        foundKey = values.first
        faults = [:]
        for (index, field) in form.fields.enumerated() {
            faults[index] = record.fields.first { $0.name == field.name }?.fault
        }
    }

    // MARK: What was typed

    /// Takes a line; nil for the end of the input.
    mutating func typed(_ line: String?) -> Turn {
        guard let line = line.map(\.trimmed) else { return ended() }
        switch question {
        case .field(let index, let goesOn): return answered(line, index, goesOn: goesOn)
        case .menu: return chosen(line)
        case .key: return line.isEmpty ? menu() : Turn(step: .find(line))
        case .mode: return modeChosen(line)
        case .note(let mode):
            return Turn(step: .observe(key: foundKey ?? values.first ?? "", mode, note: line))
        case .leave: return Self.isYes(line) ? Turn(step: .close) : menu()
        }
    }

    /// The end of the input closes, and at the question whether to close it is a yes: nobody is there any more.
    mutating func ended() -> Turn {
        question == .leave ? Turn(step: .close) : closed()
    }

    mutating func answered(_ line: String, _ index: Int, goesOn: Bool) -> Turn {
        if line.isEmpty { return goesOn ? next(after: index) : review() }
        values[index] = line == "-" ? "" : value(line, of: form.fields[index])
        clearInactive()
        return Turn(step: .check)
    }

    /// A choice may be given by its number, and a switch in a few words.
    func value(_ line: String, of field: FormFieldView) -> String {
        switch field.type {
        case .choice:
            guard let number = Int(line), number > 0, number <= field.choices.count, !field.choices.contains(line)
            else { return line }
            return field.choices[number - 1]
        case .toggle:
            switch line.lowercased() {
            case "on", "yes", "y": return "on"
            case "off", "no", "n": return "off"
            default: return line
            }
        case .text, .alphanumeric, .date: return line
        }
    }

    mutating func clearInactive() {
        for index in form.fields.indices where !isActive(index) {
            values[index] = ""
            faults[index] = nil
        }
    }

    func isActive(_ index: Int) -> Bool {
        guard let gate = form.fields[index].gate, let switchIndex = form.fields.firstIndex(where: { $0.name == gate })
        else { return true }
        return values[switchIndex] == "on"
    }
}
