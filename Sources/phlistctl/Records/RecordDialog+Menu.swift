import PhlistControl
import PhlistVocabulary

/// The menu of the dialog.
extension RecordDialog {
    enum Action: String, CaseIterable {
        case save, clear, close, find, observation
    }

    mutating func chosen(_ line: String) -> Turn {
        guard !line.isEmpty else { return ask(0, goesOn: true) }
        if let number = Int(line) { return fieldChosen(number) }
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let actions = Action.allCases.filter { $0.rawValue.hasPrefix(words[0].lowercased()) }
        guard let action = actions.first else { return menu(["\"\(line)\" is none of them"]) }
        guard actions.count == 1 else { return menu(["Clear or Close?"]) }
        switch action {
        case .save: return saving()
        case .clear: return cleared()
        case .close: return closed()
        case .find: return words.count > 1 ? finding(words[1].trimmed) : ask(.key, keyPrompt)
        case .observation: return observed()
        }
    }

    mutating func fieldChosen(_ number: Int) -> Turn {
        guard number > 0, number <= form.fields.count else {
            return menu(["the fields have the numbers 1 to \(form.fields.count)"])
        }
        let index = number - 1
        guard isActive(index) else {
            return menu(["\(form.fields[index].name): only while \"\(form.fields[index].gate ?? "")\" is on"])
        }
        return ask(index, goesOn: false)
    }

    mutating func cleared() -> Turn {
        let hadValues = isCleared || values.contains { !$0.isEmpty }
        self = RecordDialog(form)
        isCleared = hadValues
        return menu(["all fields are empty"])
    }

    mutating func closed() -> Turn {
        isDirty ? ask(.leave(.close), "Close without saving? [y/N] ") : Turn(step: .close)
    }

    /// Fills in the record with a key; typed values would be lost.
    mutating func finding(_ key: String) -> Turn {
        values != baseline ? ask(.leave(.find(key)), "Find \(key) without saving? [y/N] ") : Turn(step: .find(key))
    }

    /// Saves; where the key of a record was changed, that may mean another one.
    mutating func saving() -> Turn {
        guard let foundKey, let key = values.first, !key.isEmpty, key != foundKey else { return Turn(step: .save) }
        return ask(.rename, "Rename \(foundKey) to \(key)? No adds another record. [y/n] ")
    }

    mutating func observed() -> Turn {
        guard let key = foundKey ?? values.first, !key.isEmpty else {
            return menu(["find or save a record first: an observation belongs to one"])
        }
        return ask(.mode, "Automatic or Manual? ")
    }

    mutating func modeChosen(_ line: String) -> Turn {
        let word = line.lowercased()
        let modes: [ObservationMode] = [.automatic, .manual]
        guard !word.isEmpty, let mode = modes.first(where: { $0.name.hasPrefix(word) }) else {
            return menu(["nothing was observed"])
        }
        return ask(.note(mode), "Note (Enter for none): ")
    }

    var keyPrompt: TerminalText {
        "\(form.fields.first?.name ?? "Key"): "
    }
}
