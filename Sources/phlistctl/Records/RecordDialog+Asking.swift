import PhlistControl
import PhlistVocabulary

/// The questions of the dialog.
extension RecordDialog {
    /// Asks for the next active field; after the last one, reviews all.
    mutating func next(after index: Int) -> Turn {
        guard let next = form.fields.indices.first(where: { $0 > index && isActive($0) }) else {
            return review()
        }
        return ask(next, goesOn: true)
    }

    /// Checks all fields before showing the menu.
    mutating func review() -> Turn {
        question = .menu
        return Turn(step: .check(newKey: nil))
    }

    mutating func ask(_ index: Int, goesOn: Bool, _ words: [TerminalText] = []) -> Turn {
        guard form.fields.indices.contains(index) else { return menu(["\(form.title) has no fields"]) }
        let field = form.fields[index]
        question = .field(index, goesOn: goesOn)
        let value: TerminalText = values[index].isEmpty ? "" : " [\(values[index])]"
        let choices = field.choices.enumerated().map { number, choice -> [TerminalText] in
            ["\(number + 1)", "\(choice)"]
        }
        let lines = Table.lines(choices, indent: "  ")
        return Turn(words: words + lines, step: .ask("\(field.name)\(Self.hint(field))\(value): "))
    }

    static func hint(_ field: FormFieldView) -> TerminalText {
        switch field.type {
        case .date: " (YYYY/MM/DD)"
        case .toggle: " (on or off)"
        case .choice: " (number or text)"
        case .text, .alphanumeric: ""
        }
    }

    mutating func ask(_ question: Question, _ prompt: TerminalText) -> Turn {
        self.question = question
        return Turn(step: .ask(prompt))
    }

    mutating func menu(_ words: [TerminalText] = []) -> Turn {
        question = .menu
        let prompt: TerminalText = "Save, Clear, Close, Find, Observation, a field's number, or Enter for all: "
        return Turn(words: words, step: .ask(prompt))
    }

    /// The form with its values and their faults.
    var shown: [TerminalText] {
        let cells = form.fields.indices.map { index -> [TerminalText] in
            let fault: TerminalText = faults[index].map { "! \($0)" } ?? ""
            let value: TerminalText = isActive(index) ? "\(values[index])" : "(off)"
            let isEmpty = value.width == 0
            return ["\(index + 1)", "\(form.fields[index].name)", isEmpty ? fault : value, isEmpty ? "" : fault]
        }
        return Table.lines(cells, indent: "  ")
    }

    static func isYes(_ line: String) -> Bool {
        ["y", "yes"].contains(line.lowercased())
    }
}
