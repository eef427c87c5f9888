package import PhlistVocabulary

/// A form as its registers show it: a list in which each record has a value for each field.
///
/// The first field is the key of the records: no field is put before it, and it is never removed.
package struct FormState: Sendable {
    package let scope: ScopeID
    /// The fields in their order.
    package let fields: [FormFieldState]

    package init(scope: ScopeID, fields: [FormFieldState]) {
        self.scope = scope
        self.fields = fields
    }

    /// The field that holds the key of the records; nil until a field has arrived.
    package var keyField: FormFieldState? {
        fields.first
    }

    package subscript(entity: EntityID) -> FormFieldState? {
        fields.first { $0.entity == entity }
    }

    /// The toggle that must be on for a field to count; nil for most fields, and if the toggle no longer exists.
    package func gate(of field: FormFieldState) -> FormFieldState? {
        guard let gate = field.gate.flatMap({ self[$0] }), gate.type == .toggle else { return nil }
        return gate
    }

    /// Returns the fields with a name, ignoring case and accents; if there are none, "-" and "_" match blanks.
    package func fields(named name: String) -> [FormFieldState] {
        let exact = fields.filter { fold($0.name) == fold(name) }
        return exact.isEmpty ? fields.filter { $0.looseName == FormFieldState.looseName(name) } : exact
    }

    /// Returns the fields with a name; if there are none, those whose ids begin with these letters.
    package func fields(meantBy reference: String) -> [FormFieldState] {
        let named = fields(named: reference)
        guard named.isEmpty, reference.count >= Self.letterCountMin else { return named }
        return fields.filter { $0.entity.description.hasPrefix(reference.lowercased()) }
    }

    /// Returns the first letters of the id of a field, which no other field of the form has.
    package func letters(of field: FormFieldState) -> String {
        let (own, others) = (field.entity.description, fields.map(\.entity.description))
        let count = (Self.letterCountMin..<own.count).first { count in
            others.count { $0.hasPrefix(own.prefix(count)) } == 1
        }
        return String(own.prefix(count ?? own.count))
    }

    private static let letterCountMin = 4
}

/// A field of a form.
package struct FormFieldState: Hashable, Sendable {
    package let entity: EntityID
    package var name: String
    package let type: FormFieldType
    package var isRequired: Bool
    /// The allowed values of a choice, in order.
    package var choices: [String]
    /// The toggle that must be on for the field to count.
    package var gate: EntityID?
    /// The sort key of the field within its form.
    package var key: [UInt8]

    package init(
        entity: EntityID,
        name: String,
        type: FormFieldType,
        isRequired: Bool = false,
        choices: [String] = [],
        gate: EntityID? = nil,
        key: [UInt8] = []
    ) {
        self.entity = entity
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.choices = choices
        self.gate = gate
        self.key = key
    }

    /// Creates a field from its registers; a type of a later version takes any text.
    init(_ entity: EntityID, _ entry: RegisterEntry) {
        self.init(
            entity: entity,
            name: entry.text(.title) ?? "",
            type: entry.value(.type) ?? .text,
            isRequired: entry.shown(.isRequired)?.value == [1],
            choices: FormChoices.decode(entry.shown(.choices)?.value ?? []),
            gate: entry.shown(.gate).flatMap { EntityID(decoding: $0.value) },
            key: entry.shown(.key)?.value ?? []
        )
    }

    /// Returns the writes that turn an old field into this one; all of them if there is no old field.
    package func writes(since old: FormFieldState?) -> [FieldWrite] {
        var writes: [FieldWrite] = []
        if old == nil { writes += [FieldWrite(.kind, EntityKind.formField), FieldWrite(.type, type)] }
        if old?.name != name { writes.append(FieldWrite(.title, text: name)) }
        if old?.isRequired ?? false != isRequired { writes.append(FieldWrite(.isRequired, [isRequired ? 1 : 0])) }
        if old?.choices ?? [] != choices { writes.append(FieldWrite(.choices, FormChoices.encode(choices))) }
        if old?.gate != gate { writes.append(gate.map { FieldWrite(.gate, $0) } ?? FieldWrite(.gate, [])) }
        if old?.key ?? [] != key { writes.append(FieldWrite(.key, key)) }
        return writes.isEmpty ? [] : [FieldWrite(.life, Life.alive)] + writes
    }

    fileprivate var looseName: FoldedText {
        Self.looseName(name)
    }

    /// Folds a name as it is typed in a shell, where blanks need quotes.
    fileprivate static func looseName(_ name: String) -> FoldedText {
        fold(String(name.map { $0 == "-" || $0 == "_" ? " " : $0 }))
    }
}

/// The choices of a field as bytes: counted texts, one after the other.
package enum FormChoices {
    package static func encode(_ choices: [String]) -> [UInt8] {
        var writer = ByteWriter()
        choices.forEach { writer.write(text: $0) }
        return writer.bytes
    }

    /// Decodes any bytes: the choices end where a text cannot be read.
    package static func decode(_ bytes: [UInt8]) -> [String] {
        var reader = ByteReader(bytes)
        var choices: [String] = []
        while reader.remaining > 0, let choice = try? reader.readText(limit: Limits.opBytesMax) {
            choices.append(choice)
        }
        return choices
    }
}
