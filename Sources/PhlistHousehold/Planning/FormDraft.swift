import PhlistModel
import PhlistVocabulary

/// The fields of a form while they are being changed.
struct FormDraft {
    private(set) var fields: [FormFieldState]
    private(set) var removed: [EntityID] = []
    private let old: FormState?

    /// Starts with the fields of a form, or with no fields.
    init(_ form: FormState?) {
        old = form
        fields = form?.fields ?? []
    }

    // MARK: Changing

    /// Adds fields at the end; a toggle may come after the field that it controls.
    ///
    /// - Parameters:
    ///   - new: The fields.
    ///   - entity: Returns the id of a field with a name and a type.
    /// - Throws: If a toggle is not there, or a name is used twice.
    mutating func add(
        _ new: [NewFormField],
        entity: (String, FormFieldType) -> EntityID
    ) throws(CommandError) {
        let start = fields.count
        for field in new {
            fields.append(
                FormFieldState(
                    entity: entity(field.name.trimmed, field.type ?? .text),
                    name: field.name.trimmed,
                    type: field.type ?? .text,
                    isRequired: field.isRequired ?? false,
                    choices: (field.choices ?? []).map(\.trimmed)
                )
            )
        }
        // Fields of one name could have one id, so that a gate would be ambiguous.
        for index in start..<fields.count {
            if let refusal = refusal(ofNameAt: index) { throw .form(.formRefused(refusal)) }
        }
        for (index, field) in new.enumerated() {
            guard let gate = field.gate else { continue }
            fields[start + index].gate = try self.gate(named: gate, of: fields[start + index].name)
        }
    }

    mutating func change(_ change: FormFieldChange) throws(CommandError) {
        let index = try index(ofField: change.field)
        if let name = change.name { fields[index].name = name.trimmed }
        if let isRequired = change.isRequired {
            guard isRequired || index > 0 else { throw .form(.formRefused(.keyFieldStays(fields[index].name))) }
            fields[index].isRequired = isRequired
        }
        if let gate = change.gate {
            fields[index].gate = gate.isEmpty ? nil : try self.gate(named: gate, of: fields[index].name)
        }
        try changeChoices(change, at: index)
    }

    private mutating func changeChoices(_ change: FormFieldChange, at index: Int) throws(CommandError) {
        let (added, removed) = (change.addChoices ?? [], change.removeChoices ?? [])
        guard !added.isEmpty || !removed.isEmpty else { return }
        let name = fields[index].name
        guard fields[index].type == .choice else { throw .form(.formRefused(.choicesOfNoChoice(name))) }
        for choice in removed {
            guard let found = fields[index].choices.firstIndex(where: { fold($0) == fold(choice.trimmed) }) else {
                throw .form(.formRefused(.choiceNotFound(choice, in: name)))
            }
            fields[index].choices.remove(at: found)
        }
        // An existing choice keeps its position, even if two people add the same one.
        for choice in added.map(\.trimmed) where !fields[index].choices.contains(choice) {
            fields[index].choices.append(choice)
        }
    }

    mutating func remove(_ name: String) throws(CommandError) {
        let index = try index(ofField: name)
        let field = fields[index]
        guard index > 0 else { throw .form(.formRefused(.keyFieldStays(field.name))) }
        removed.append(field.entity)
        fields.remove(at: index)
    }

    private func index(ofField name: String) throws(CommandError) -> Int {
        let form = FormState(scope: old?.scope ?? ScopeID(rawValue: 0), fields: fields)
        let found = form.fields(meantBy: name)
        guard let field = found.first, let index = fields.firstIndex(of: field) else {
            throw .form(.formFieldNotFound(name, in: form.scope))
        }
        guard found.count == 1 else { throw .form(.ambiguousFormField(name, in: form.scope)) }
        return index
    }

    private func gate(named name: String, of field: String) throws(CommandError) -> EntityID {
        let form = FormState(scope: old?.scope ?? ScopeID(rawValue: 0), fields: fields)
        let found = form.fields(meantBy: name)
        guard let gate = found.first else { throw .form(.formRefused(.gateNotFound(name, of: field))) }
        guard found.count == 1 else { throw .form(.ambiguousFormField(name, in: form.scope)) }
        return gate.entity
    }

    // MARK: Checking

    /// Throws if the form is not valid.
    func check() throws(CommandError) {
        if let refusal { throw .form(.formRefused(refusal)) }
    }

    private var refusal: FormRefusal? {
        guard let key = fields.first else { return .noFields }
        guard fields.count <= Limits.formFieldsMax else { return .tooManyFields(fields.count) }
        guard key.type == .text || key.type == .alphanumeric else { return .keyFieldMustBeText(key.name) }
        guard key.gate == nil else { return .keyFieldHasGate(key.name) }
        return fields.indices.lazy.compactMap { index in
            refusal(ofNameAt: index) ?? refusal(ofChoicesOf: fields[index]) ?? refusal(ofGateOf: fields[index])
        }
        .first
    }

    private func refusal(ofNameAt index: Int) -> FormRefusal? {
        let name = fields[index].name
        guard !name.isEmpty, name.isOneLine else { return .badName(name) }
        guard name.utf8.count <= Limits.formFieldNameBytesMax else { return .fieldNameTooLong(name) }
        var others = fields
        others.remove(at: index)
        let other = FormState(scope: ScopeID(rawValue: 0), fields: others).fields(named: name).first
        return other.map { .sameName(name, as: $0.name) }
    }

    private func refusal(ofChoicesOf field: FormFieldState) -> FormRefusal? {
        guard field.type == .choice || field.choices.isEmpty else { return .choicesOfNoChoice(field.name) }
        guard field.choices.count <= Limits.formChoicesMax else {
            return .tooManyChoices(field.name, field.choices.count)
        }
        var seen: Set<FoldedText> = []
        for choice in field.choices {
            guard !choice.isEmpty, choice.isOneLine else { return .badChoice(choice, in: field.name) }
            guard choice.utf8.count <= Limits.formChoiceBytesMax else { return .choiceTooLong(choice, in: field.name) }
            guard seen.insert(fold(choice)).inserted else { return .sameChoice(choice, in: field.name) }
        }
        return nil
    }

    private func refusal(ofGateOf field: FormFieldState) -> FormRefusal? {
        guard let id = field.gate else { return nil }
        if removed.contains(id) { return .toggleInUse(old?[id]?.name ?? "", by: field.name) }
        // A switch that was removed on another device is not a fault of this change.
        guard let gate = fields.first(where: { $0.entity == id }) else { return nil }
        guard gate.type == .toggle else { return .gateNotAToggle(gate.name, of: field.name) }
        return field.type == .toggle ? .toggleHasGate(field.name) : nil
    }

    // MARK: Writing

    /// Creates the ops that make these changes; new fields come after all others.
    func ops(by writer: UInt32) -> [Op] {
        let kept = fields.filter { old?[$0.entity] != nil }
        let new = fields.filter { old?[$0.entity] == nil }
        let neighbours = kept.map { (entity: $0.entity, key: $0.key) }
        let placement = PlaceKey.place(new.count, among: neighbours, at: neighbours.count, by: writer)
        let moves = Dictionary(placement.moves.map { ($0.entity, $0.key) }) { first, _ in first }
        let keys = Dictionary(zip(new.map(\.entity), placement.keys)) { first, _ in first }
        let placed = fields.map { field in
            var field = field
            field.key = keys[field.entity] ?? moves[field.entity] ?? field.key
            return field
        }
        return removed.filter { old?[$0] != nil }.map { .write($0, [FieldWrite(.life, Life.dead)]) }
            + placed.flatMap { Op.writes($0.writes(since: old?[$0.entity]), to: $0.entity) }
    }
}
