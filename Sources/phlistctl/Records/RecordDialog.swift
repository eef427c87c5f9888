import PhlistControl
import PhlistVocabulary

/// The dialog of `record fill`: takes the typed lines one by one, and returns what to print and to do.
///
/// The dialog itself changes nothing; only the steps `save` and `observe` do.
struct RecordDialog {
    /// The next step.
    enum Step: Equatable {
        /// Read a line after this prompt.
        case ask(TerminalText)
        /// Check the values without saving them; if the key was just typed, first look for a record that has it.
        case check(newKey: String?)
        case find(String)
        case save
        case observe(key: String, ObservationMode, note: String)
        case close
    }

    /// The lines to print, followed by a step.
    struct Turn: Equatable {
        var words: [TerminalText] = []
        var step: Step
    }

    /// The question that the next line answers.
    enum Question: Equatable {
        /// The index of a field, and whether the remaining fields follow.
        case field(Int, goesOn: Bool)
        case menu
        case key
        case mode
        case note(ObservationMode)
        /// Whether to lose the changes by closing, or by filling in another record.
        case leave(Step)
        /// Whether the record gets its new key, or another one is made.
        case rename
    }

    let form: FormView
    var values: [String]
    /// The values as last found or saved, else empty; values that differ were typed.
    var baseline: [String]
    /// Whether Clear has emptied fields since then.
    var isCleared = false
    /// The key of the record last found or saved.
    var foundKey: String?
    /// Whether that record is to get the key that was typed.
    var isRenamed = false
    var faults: [Int: String] = [:]
    var question = Question.menu

    /// Starts with empty fields.
    init(_ form: FormView) {
        self.form = form
        values = form.fields.map { _ in "" }
        baseline = values
    }

    // MARK: Saving

    /// The values to save.
    ///
    /// For an existing record only the typed ones, so that concurrent changes by others stay.
    var request: SaveRecordRequest {
        var request = SaveRecordRequest(form: form.id, values: [:], key: isRenamed ? foundKey : nil)
        for (index, field) in form.fields.enumerated() {
            let isChanged = isFound ? values[index] != baseline[index] : !values[index].isEmpty
            if isChanged || index == 0 { request.values[field.name] = values[index] }
        }
        return request
    }

    var isFound: Bool {
        foundKey.map { isRenamed || $0 == values.first } ?? false
    }

    var isDirty: Bool {
        isCleared || values != baseline
    }

    // MARK: Beginning

    /// Begins with the fields of a record, or with the key of a new one.
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
        "Enter keeps what is in brackets, - clears it, Ctrl-C leaves everything as it is."

    mutating func load(_ record: RecordView) {
        values = form.fields.map { field in record.fields.first { $0.name == field.name }?.value ?? "" }
        baseline = values
        (isCleared, isRenamed) = (false, false)
        foundKey = values.first
        faults = [:]
        for (index, field) in form.fields.enumerated() {
            faults[index] = record.fields.first { $0.name == field.name }?.fault
        }
    }

    // MARK: Typed lines

    /// Takes a typed line; nil at the end of the input.
    mutating func typed(_ line: String?) -> Turn {
        guard let line = line.map(\.trimmed) else { return ended() }
        switch question {
        case .field(let index, let goesOn): return answered(line, index, goesOn: goesOn)
        case .menu: return chosen(line)
        case .key: return line.isEmpty ? menu() : finding(line)
        case .mode: return modeChosen(line)
        case .note(let mode):
            return Turn(step: .observe(key: foundKey ?? values.first ?? "", mode, note: line))
        case .leave(let step): return Self.isYes(line) ? Turn(step: step) : menu()
        case .rename:
            isRenamed = Self.isYes(line)
            return isRenamed || ["n", "no"].contains(line.lowercased()) ? Turn(step: .save) : menu()
        }
    }

    /// Closes at the end of the input, which also counts as a yes to the question whether to close.
    mutating func ended() -> Turn {
        question == .leave(.close) ? Turn(step: .close) : closed()
    }

    mutating func answered(_ line: String, _ index: Int, goesOn: Bool) -> Turn {
        if line.isEmpty { return goesOn ? next(after: index) : review() }
        values[index] = line == "-" ? "" : value(line, of: form.fields[index])
        clearInactive()
        let isNewKey = index == 0 && !values[0].isEmpty && values[0] != foundKey
        return Turn(step: .check(newKey: isNewKey ? values[0] : nil))
    }

    /// Returns the value for a typed line; a choice may be given by its number, and a switch in a few words.
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
