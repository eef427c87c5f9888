import PhlistControl

/// The results of steps.
extension RecordDialog {
    /// Takes the faults of the values, one line per field; no lines if the values are valid.
    mutating func checked(_ details: [String]) -> Turn {
        let found = faults(in: details)
        guard case .field(let index, let goesOn) = question else {
            faults = found
            return menu(shown)
        }
        faults[index] = found[index]
        if let fault = found[index], !values[index].isEmpty {
            return ask(index, goesOn: goesOn, ["  ! \(fault)"])
        }
        return goesOn ? next(after: index) : menu(shown)
    }

    /// Takes the record that has the typed key already: its values are filled in, unless typed ones would be lost.
    mutating func met(_ record: RecordView) -> Turn {
        let goesOn = if case .field(_, true) = question { true } else { false }
        guard values.dropFirst().elementsEqual(baseline.dropFirst()) else {
            values[0] = foundKey ?? ""
            return ask(0, goesOn: goesOn, ["  ! \(record.key) is already in \(form.title): close and find it"])
        }
        load(record)
        let words: [TerminalText] = ["\(record.key) is already in \(form.title)"]
        guard goesOn, form.fields.count > 1 else { return menu(words + shown) }
        var turn = next(after: 0)
        turn.words = words + turn.words
        return turn
    }

    /// Fills all fields with those of a record.
    mutating func found(_ record: RecordView) -> Turn {
        load(record)
        return menu(shown)
    }

    mutating func saved(_ record: RecordView) -> Turn {
        load(record)
        return menu()
    }

    mutating func wasObserved() -> Turn {
        menu()
    }

    /// Takes a refusal: the fields keep their values and are shown with their faults.
    mutating func refused(_ error: ControlError) -> Turn {
        isRenamed = false
        let found = faults(in: error.details)
        guard !found.isEmpty else { return menu(["\(error.message)"] + error.details.map { "  \($0)" }) }
        faults = found
        return menu(["\(error.message)"] + shown)
    }

    /// Returns the faults by field index, from lines such as `Date of Birth: is required`.
    func faults(in details: [String]) -> [Int: String] {
        var faults: [Int: String] = [:]
        for detail in details {
            let fitting = form.fields.indices.filter { detail.hasPrefix("\(form.fields[$0].name): ") }
            guard let index = fitting.max(by: { form.fields[$0].name.count < form.fields[$1].name.count }) else {
                continue
            }
            faults[index] = String(detail.dropFirst(form.fields[index].name.count + 2))
        }
        return faults
    }
}
