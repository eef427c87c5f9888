import PhlistVocabulary

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Sentences of scenarios about forms and records.
extension Device {
    func perform(_ command: UserCommand, _ options: CommandOptions = CommandOptions()) throws -> Outcome {
        guard let reply = give(.user(command, principal, options))[0] else { throw NoReply() }
        guard case .acted(let outcome, _) = try reply.get() else { throw NoReply() }
        return outcome
    }

    /// The command came back with something else, or with nothing.
    struct NoReply: Error {}

    @discardableResult
    func makeForm(_ title: String, _ fields: [NewFormField], isForHousehold: Bool = true) throws -> Outcome {
        try perform(.forms(.create(NewForm(title: title, fields: fields, isForHousehold: isForHousehold))))
    }

    @discardableResult
    func edit(_ form: String, _ change: FormChange) throws -> Outcome {
        try perform(.forms(.change(form, change)))
    }

    @discardableResult
    func save(_ values: [String: String], key: String? = nil, in form: String = "pets") throws -> Outcome {
        try perform(.records(.save(RecordToSave(form: form, values: values, key: key))))
    }

    @discardableResult
    func setTrashed(_ isTrashed: Bool, _ keys: String..., in form: String = "pets") throws -> Outcome {
        try perform(.records(.setTrashed(form: form, keys: keys, isTrashed)))
    }

    @discardableResult
    func observe(_ key: String, _ note: String, in form: String = "pets") throws -> Outcome {
        try perform(.records(.observe(form: form, key: key, .manual, note: note)))
    }

    /// The values of a record that is not in the trash by the names of fields, without those that are empty.
    func values(_ key: String, in title: String = "pets") -> [String: String]? {
        guard let list = list(title), let form = list.form, let record = list.record(withKey: key), !record.isTrashed
        else { return nil }
        let values = record.values(in: form)
        let named = form.fields.map { ($0.name, values[$0.entity] ?? "") }.filter { !$1.isEmpty }
        return Dictionary(uniqueKeysWithValues: named)
    }

    /// What is wrong with a record by now, by the names of fields.
    func faults(_ key: String, in title: String = "pets") -> [String: FormFault] {
        guard let list = list(title), let form = list.form, let record = list.record(withKey: key) else { return [:] }
        let faults = record.faults(in: form).map { (form[$0.field]?.name ?? "", $0.fault) }
        return Dictionary(uniqueKeysWithValues: faults)
    }

    func notes(_ key: String, in title: String = "pets") -> [String] {
        guard let list = list(title), let record = list.record(withKey: key) else { return [] }
        return list.observations(of: record.entity).map(\.note)
    }
}

extension [NewFormField] {
    static var pets: [NewFormField] {
        [
            NewFormField("Name", .alphanumeric),
            NewFormField("Born", .date),
            NewFormField("Kind", .choice, isRequired: true, choices: ["cat", "dog"]),
            NewFormField("Chipped", .toggle),
            NewFormField("Chip", .alphanumeric, isRequired: true, gate: "Chipped"),
        ]
    }
}
