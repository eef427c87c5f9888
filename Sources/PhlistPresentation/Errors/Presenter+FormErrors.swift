import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Words for refusals about forms and records.
extension Presenter {
    func explain(_ error: FormError) -> ControlError {
        switch error {
        case .formNotFound(let name): noForm(name)
        case .notAForm(let name): notAForm(name)
        case .ambiguousForm(let name, let candidates): ambiguous("form", name, candidates.compactMap(describe))
        case .formFieldNotFound(let name, let scope): noField(name, scope)
        case .ambiguousFormField(let name, let scope):
            ControlError(
                .ambiguous,
                "\"\(name)\" is the name of several fields",
                hint: "name one by the letters of its id: \(fieldLetters(name, scope))"
            )
        case .formRefused(let refusal): describe(refusal)
        case .recordNotFound(let key, let scope): noRecord(key, scope)
        case .recordExists(let key, let scope): recordExists(key, scope)
        case .recordTwice(let key, let scope):
            ControlError(.invalid, "two records for \(title(of: scope)) have the key \"\(key)\"; nothing was saved")
        case .recordRefused(let faults, let scope): refused(faults, scope)
        case .noteTooLong(let bytes):
            ControlError(
                .invalid,
                "a note of \(bytes) bytes is too long; at most \(PhlistModel.Limits.recordValueBytesMax)"
            )
        }
    }

    private func noForm(_ name: String) -> ControlError {
        ControlError(
            .notFound,
            "no form \"\(name)\"",
            hint: "see phlistctl form ls, or make one: phlistctl form template student"
        )
    }

    private func notAForm(_ name: String) -> ControlError {
        ControlError(
            .invalid,
            "\"\(name)\" is a checklist, not a form",
            hint: "see all forms with: phlistctl form ls"
        )
    }

    private func noField(_ name: String, _ scope: ScopeID) -> ControlError {
        let names = fieldNames(scope)
        let nearest = names.nearest(to: name).map { "; did you mean \"\($0)\"?" } ?? ""
        return ControlError(
            .notFound,
            "no field \"\(name)\" in \(title(of: scope))\(nearest)",
            hint: "its fields: \(names.joined(separator: ", "))"
        )
    }

    private func noRecord(_ key: String, _ scope: ScopeID) -> ControlError {
        ControlError(
            .notFound,
            "no record \"\(key)\" in \(title(of: scope))",
            hint: "see all with: phlistctl record ls \(title(of: scope).asArgument)"
        )
    }

    private func recordExists(_ key: String, _ scope: ScopeID) -> ControlError {
        ControlError(
            .invalid,
            "there is already a record \"\(key)\" in \(title(of: scope)); nothing was saved",
            hint: "look at it with: phlistctl record find \([title(of: scope), key].asArguments)"
        )
    }

    /// Reports all faults at once, one line for each.
    private func refused(_ faults: [RecordFault], _ scope: ScopeID) -> ControlError {
        let count = faults.count == 1 ? "1 field" : "\(faults.count) fields"
        return ControlError(
            .invalid,
            "nothing was saved: \(count) of \(title(of: scope)) to correct",
            details: faults.map { "\($0.field): \(describe($0, scope))" }
        )
    }

    private func describe(_ fault: RecordFault, _ scope: ScopeID) -> String {
        switch fault.kind {
        case .value(let kind):
            guard case .notAChoice(let choices) = kind else { return describe(kind, of: fault.value) }
            return describe(kind, of: fault.value) + suggestion(for: fault.value, among: choices)
        case .ambiguousField:
            let letters = fieldLetters(fault.field, scope)
            return "several fields have that name; name one by the letters of its id: \(letters)"
        case .repeatedField: return "given twice"
        case .unknownField:
            let nearest = fieldNames(scope).nearest(to: fault.field).map { "; did you mean \"\($0)\"?" } ?? ""
            return "no such field\(nearest)"
        }
    }

    func describe(_ fault: FormFault, of value: String) -> String {
        switch fault {
        case .missing: "is required"
        case .switchedOff(let gate): "only while \"\(gate)\" is on"
        case .notAlphanumeric: "takes letters and digits alone, not \"\(value)\""
        case .notADate: "a date is written YYYY/MM/DD, not \"\(value)\""
        case .noSuchDay: "no calendar has the day \(value)"
        case .inTheFuture: "\(value) is in the future"
        case .beforeBirth(let birth): "\(value) is before the date in \"\(birth)\""
        case .notAChoice: "\"\(value)\" is none of its choices"
        case .notAToggle: "is on or off, not \"\(value)\""
        case .tooLong(let bytes, let bytesMax): "\(bytes) bytes are too long; at most \(bytesMax)"
        case .controlCharacter: "has a line break or another control character"
        }
    }

    /// The number of choices that a refusal names; more can be looked up.
    private static let choicesShownMax = 8

    private func suggestion(for value: String, among choices: [String]) -> String {
        if let nearest = choices.nearest(to: value) { return "; did you mean \"\(nearest)\"?" }
        guard !choices.isEmpty else { return ": it has none yet" }
        let shown = choices.prefix(Self.choicesShownMax).joined(separator: ", ")
        return ": \(shown)\(choices.count > Self.choicesShownMax ? ", …" : "")"
    }

    private func describe(_ refusal: FormRefusal) -> ControlError {
        ControlError(.invalid, "the form was left as it is: \(words(refusal))")
    }

    private func words(_ refusal: FormRefusal) -> String {
        switch refusal {
        case .noFields: "a form needs at least one field"
        case .tooManyFields(let count): "\(count) fields are too many; at most \(PhlistModel.Limits.formFieldsMax)"
        case .badName(let name): name.isEmpty ? "a field needs a name" : "a name has control characters: \"\(name)\""
        case .fieldNameTooLong(let name):
            tooLong("a field's name", name, PhlistModel.Limits.formFieldNameBytesMax)
        case .sameName(let name, let other): "\"\(name)\" and \"\(other)\" are the same name"
        case .keyFieldMustBeText(let name):
            "\"\(name)\" comes first, so it is the key, and must be text or alphanumeric"
        case .keyFieldStays(let name): "\"\(name)\" is the key of the form; it stays, and is always required"
        case .keyFieldHasGate(let name): "\"\(name)\" is the key of the form; no switch can turn it off"
        case .choicesOfNoChoice(let name): "\"\(name)\" is not of the type choice, and has no choices"
        case .tooManyChoices(let name, let count):
            "\(count) choices of \"\(name)\" are too many; at most \(PhlistModel.Limits.formChoicesMax)"
        case .badChoice(_, let name): "a choice of \"\(name)\" is empty or has control characters"
        case .choiceTooLong(let choice, let name):
            tooLong("a choice of \"\(name)\"", choice, PhlistModel.Limits.formChoiceBytesMax)
        case .sameChoice(let choice, let name): "\"\(name)\" has the choice \"\(choice)\" twice"
        case .choiceNotFound(let choice, let name): "\"\(name)\" has no choice \"\(choice)\""
        case .gateNotFound(let gate, let name): "there is no switch \"\(gate)\" for \"\(name)\""
        case .gateNotAToggle(let gate, let name): "\"\(gate)\" is not a switch, and cannot be the one of \"\(name)\""
        case .toggleHasGate(let name): "\"\(name)\" is a switch itself, and cannot have one"
        case .toggleInUse(let gate, let name): "\"\(gate)\" is the switch of \"\(name)\", which needs it"
        }
    }

    private func tooLong(_ what: String, _ text: String, _ bytesMax: Int) -> String {
        "\(what) of \(text.utf8.count) bytes is too long; at most \(bytesMax)"
    }

    /// The letters of the ids of the fields that a text may mean, each with the type of the field.
    private func fieldLetters(_ name: String, _ scope: ScopeID) -> String {
        guard let form = library.list(scope)?.form else { return "" }
        return form.fields(meantBy: name).map { "\(form.letters(of: $0)) (\($0.type.name))" }.joined(separator: ", ")
    }

    private func fieldNames(_ scope: ScopeID) -> [String] {
        library.list(scope)?.form?.fields.map(\.name) ?? []
    }
}

extension [String] {
    /// Returns the name that was probably meant, ignoring case.
    ///
    /// Only short words are compared, because the time grows with their length.
    fileprivate func nearest(to word: String) -> String? {
        guard word.utf8.count <= PhlistModel.Limits.formFieldNameBytesMax else { return nil }
        let names = map { (name: $0, folded: String(decoding: fold($0).utf8, as: UTF8.self)) }
        let wanted = String(decoding: fold(word).utf8, as: UTF8.self)
        let nearest = Suggestion.nearest(to: wanted, among: names.map(\.folded))
        return names.first { $0.folded == nearest }?.name
    }
}
