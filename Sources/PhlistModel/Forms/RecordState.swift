package import PhlistVocabulary

/// One record of a form as its registers show it.
package struct RecordState: Sendable {
    package let entity: EntityID
    private let entry: RegisterEntry

    /// Creates a record; nil if the entity is another thing, or was purged.
    init?(_ entity: EntityID, _ entry: RegisterEntry) {
        guard entry.value(.kind) == EntityKind.record, !entry.values(.life, as: Life.self).isEmpty else { return nil }
        self.entity = entity
        self.entry = entry
    }

    /// The key, as it was typed.
    package var key: String {
        entry.text(.recordKey) ?? ""
    }

    /// Returns the record's values for the fields of a form; the key is the value of the first field.
    package func values(in form: FormState) -> [EntityID: String] {
        var values: [EntityID: String] = [:]
        for field in form.fields {
            values[field.entity] = field.entity == form.keyField?.entity ? key : value(of: field.entity)
        }
        return values
    }

    private func value(of field: EntityID) -> String {
        entry.text(.recordValue(of: field)) ?? ""
    }

    /// Returns the values that no longer fit: values are checked when they are written, but a concurrent change to the
    /// form, or to another field, may invalidate them.
    package func faults(in form: FormState) -> [FormFieldFault] {
        form.check(values(in: form)).faults
    }

    package var isTrashed: Bool {
        !entry.values(.life, as: Life.self).contains(.alive)
    }

    /// The edit and the delete that met, if the record is visible although somebody deleted it.
    package var rescue: Rescue? {
        Rescue(entry[.life])
    }

    package var created: Act {
        entry.created
    }

    package var updated: Act {
        entry.updated
    }

    /// The act that gave the record its key.
    package var keyed: Act? {
        entry.shown(.recordKey)?.act
    }

    /// The fields with competing values, in the order of their ids.
    package var conflicts: [FieldConflict] {
        entry.conflicts(of: entity)
    }

    /// Whether values compete for a field.
    package func isInConflict(_ field: EntityID) -> Bool {
        !entry[.recordValue(of: field)].competing(for: .recordValue(of: field)).isEmpty
    }
}

/// An observation of a record.
package struct ObservationState: Sendable {
    package let entity: EntityID
    package let record: EntityID?
    package let mode: ObservationMode
    /// The note; empty if there is none.
    package let note: String
    /// The observer and the time.
    package let created: Act

    init(_ entity: EntityID, _ entry: RegisterEntry) {
        self.entity = entity
        record = entry.shown(.record).flatMap { EntityID(decoding: $0.value) }
        mode = entry.value(.mode) ?? .manual
        note = entry.text(.note) ?? ""
        created = entry.created
    }
}

extension ListState {
    /// The list as a form; nil for a checklist.
    package var form: FormState? {
        guard kind == .form else { return nil }
        let fields = entries(of: .formField).map { FormFieldState($0.entity, $0.entry) }
        return FormState(scope: scope, fields: fields)
    }

    /// One record, in the trash or not.
    package func record(_ entity: EntityID) -> RecordState? {
        entry(of: entity).flatMap { RecordState(entity, $0) }
    }

    /// Returns the record with a key, in the trash or not.
    package func record(withKey key: String) -> RecordState? {
        record(RecordKey.entity(form: scope, key: key))
    }

    /// Whether any value of an entity ever arrived, even if it was purged since.
    package func hasEntry(of entity: EntityID) -> Bool {
        entry(of: entity) != nil
    }

    /// The records that are not in the trash, in the order of their ids.
    package var records: [RecordState] {
        entries(of: .record).compactMap { RecordState($0.entity, $0.entry) }
    }

    /// The records in the trash, in the order of their ids; looks at every entity of the list.
    package var trashedRecords: [RecordState] {
        let entities = Set(state.table.entities).union(draft?.entries.keys ?? [:].keys)
        return entities.sorted().compactMap { record($0) }.filter(\.isTrashed)
    }

    /// The observations of a record that are not in the trash, the oldest first.
    package func observations(of record: EntityID) -> [ObservationState] {
        entries(of: .observation).map { ObservationState($0.entity, $0.entry) }
            .filter { $0.record == record }
            .sorted { ($0.created, $0.entity) < ($1.created, $1.entity) }
    }
}
