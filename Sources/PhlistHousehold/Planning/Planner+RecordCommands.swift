import OrderedCollections
import PhlistModel
import PhlistVocabulary

/// Planning commands about records.
extension Planner {
    mutating func plan(_ command: RecordCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .save(let record): try save(record, &action)
        case .saveAll(let form, let records): try save(records, in: form, &action)
        case .setTrashed(let form, let keys, let isTrashed): try setTrashed(isTrashed, form, keys, &action)
        case .observe(let form, let key, let mode, let note): try observe(form, key, mode, note, &action)
        }
    }

    // MARK: Saving

    private func save(_ record: RecordToSave, _ action: inout Action) throws(CommandError) {
        let scope = try library.form(named: record.form, for: action.caller)
        guard let list = library.scopes[scope]?.upcomingList, let form = list.form else { return }
        let old = try record.key.map { key throws(CommandError) in try library.record(key, of: list) }
        let plan = try RecordPlan(record, form, list, old, lastDay: lastDay)
        action.outcome.list = scope
        action.outcome.isNewRecord = plan.isNew
        action.change(plan.entity, in: scope, by: plan.ops)
    }

    private func save(_ records: [[String: String]], in name: String, _ action: inout Action) throws(CommandError) {
        let scope = try library.form(named: name, for: action.caller)
        guard let list = library.scopes[scope]?.upcomingList, let form = list.form else { return }
        var entities: Set<EntityID> = []
        action.outcome.list = scope
        for values in records {
            let plan = try RecordPlan(RecordToSave(form: name, values: values), form, list, nil, lastDay: lastDay)
            guard entities.insert(plan.entity).inserted else { throw .form(.recordTwice(plan.key, in: scope)) }
            action.change(plan.entity, in: scope, by: plan.ops)
        }
    }

    /// The last day that has begun anywhere on earth: the clocks of the first islands are fourteen hours ahead.
    ///
    /// It is nil while the clock was never set, by which everybody alive is born in the future.
    private var lastDay: CivilDate? {
        guard time >= HouseholdLimits.clockMillisecondsMin else { return nil }
        return CivilDate(dayNumber: Int((time + 14 * 3_600_000) / 86_400_000))
    }

    // MARK: Life

    private func setTrashed(
        _ isTrashed: Bool,
        _ name: String,
        _ keys: [String],
        _ action: inout Action
    ) throws(CommandError) {
        let scope = try library.form(named: name, for: action.caller)
        guard let list = library.scopes[scope]?.upcomingList else { return }
        var records: OrderedDictionary<EntityID, RecordState> = [:]
        for key in keys {
            guard let record = list.record(withKey: key) else { throw .form(.recordNotFound(key, in: scope)) }
            records[record.entity] = record
        }
        action.outcome.list = scope
        for record in records.values {
            let life = FieldWrite(.life, isTrashed ? Life.dead : Life.alive)
            action.write(record.isTrashed == isTrashed ? [] : [life], to: record.entity, in: scope)
        }
    }

    // MARK: Observing

    private mutating func observe(
        _ name: String,
        _ key: String,
        _ mode: ObservationMode,
        _ note: String,
        _ action: inout Action
    ) throws(CommandError) {
        let scope = try library.form(named: name, for: action.caller)
        guard let list = library.scopes[scope]?.upcomingList else { return }
        let record = try library.record(key, of: list)
        let note = note.trimmed
        guard note.utf8.count <= Limits.recordValueBytesMax else { throw .form(.noteTooLong(bytes: note.utf8.count)) }
        let fields = [
            FieldWrite(.life, Life.alive), FieldWrite(.kind, EntityKind.observation),
            FieldWrite(.record, record.entity), FieldWrite(.mode, mode),
        ]
        let text = note.isEmpty ? [] : [FieldWrite(.note, text: note)]
        action.outcome.list = scope
        action.outcome.changed.append(EntityReference(scope: scope, entity: record.entity))
        // Like a change, it beats a concurrent removal.
        action.add([.write(record.entity, [FieldWrite(.life, Life.alive)])], in: scope)
        action.add(Op.writes(fields + text, to: newEntity()), in: scope)
    }
}

/// The ops that save one record: everything is checked before anything is written.
private struct RecordPlan {
    let entity: EntityID
    let key: String
    /// Whether the record did not exist, or was in the trash.
    let isNew: Bool
    let ops: [Op]

    init(
        _ record: RecordToSave,
        _ form: FormState,
        _ list: ListState,
        _ old: RecordState?,
        lastDay: CivilDate?
    ) throws(CommandError) {
        let given = GivenValues(record.values, for: form)
        let key = form.keyField.flatMap { given.texts[$0.entity] } ?? old?.key ?? ""
        let entity = RecordKey.entity(form: form.scope, key: key)
        let current = list.record(entity)
        let visible = current.flatMap { $0.isTrashed ? nil : $0 }
        let base = old ?? visible
        let values = try given.checked(onTopOf: base?.values(in: form) ?? [:], form, lastDay: lastDay)
        if let old, old.entity != entity, visible != nil { throw .form(.recordExists(key, in: form.scope)) }
        let writer = RecordWriter(form: form, list: list, entity: entity, values: values)
        (self.entity, self.key) = (entity, key)
        isNew = visible == nil && old == nil
        if let visible {
            let isRenamed = old != nil && given.names(form.keyField)
            ops = writer.changes(of: visible, given: given, isRenamed: isRenamed)
        } else {
            ops = writer.creation(isReturning: list.hasEntry(of: entity)) + (old.map(writer.succession) ?? [])
        }
    }
}

/// The given texts for the fields of a form.
private struct GivenValues {
    private(set) var texts: [EntityID: String] = [:]
    private var faults: [RecordFault] = []

    init(_ values: [String: String], for form: FormState) {
        for (name, text) in values.sorted(by: { $0.key < $1.key }) {
            let found = form.fields(meantBy: name)
            if found.count > 1 {
                faults.append(RecordFault(field: name, value: text, .ambiguousField))
            } else if let field = found.first, texts[field.entity] == nil {
                texts[field.entity] = text
            } else {
                faults.append(RecordFault(field: name, value: text, found.isEmpty ? .unknownField : .repeatedField))
            }
        }
    }

    func names(_ field: FormFieldState?) -> Bool {
        field.map { texts[$0.entity] != nil } ?? false
    }

    /// Returns the values of the whole record as they are stored; values whose switch is turned off are cleared.
    ///
    /// - Throws: All faults at once: fields in their order, then names that match no single field.
    func checked(
        onTopOf base: [EntityID: String],
        _ form: FormState,
        lastDay: CivilDate?
    ) throws(CommandError) -> [EntityID: String] {
        var merged = base.merging(texts) { $1 }
        for field in form.fields where texts[field.entity] == nil && !form.isActive(field, among: merged) {
            merged[field.entity] = nil
        }
        let check = form.check(merged, lastDay: lastDay)
        let known = check.faults.map { fault in
            RecordFault(field: form[fault.field]?.name ?? "", value: fault.value, .value(fault.fault))
        }
        guard known.isEmpty, faults.isEmpty else { throw .form(.recordRefused(known + faults, in: form.scope)) }
        return check.values
    }
}

/// Creates the ops of one record from checked values.
private struct RecordWriter {
    let form: FormState
    let list: ListState
    let entity: EntityID
    let values: [EntityID: String]

    /// Returns the ops for the differences from the existing record; a given value also settles a conflict.
    func changes(of record: RecordState, given: GivenValues, isRenamed: Bool) -> [Op] {
        let old = record.values(in: form)
        var writes = form.fields.dropFirst().compactMap { field -> FieldWrite? in
            let value = values[field.entity] ?? ""
            let isSettled = given.names(field) && record.isInConflict(field.entity)
            guard value != old[field.entity] ?? "" || isSettled else { return nil }
            return FieldWrite(.recordValue(of: field.entity), text: value)
        }
        // Keys that differ in case alone are the same; only an explicit rename changes the spelling.
        if isRenamed, key != record.key { writes.append(FieldWrite(.recordKey, text: key)) }
        return writes.isEmpty ? [] : Op.writes([FieldWrite(.life, Life.alive)] + writes, to: entity)
    }

    /// Returns the ops for a record that did not exist; one that once existed starts again without its earlier values.
    func creation(isReturning: Bool) -> [Op] {
        let fields = form.fields.dropFirst().compactMap { field -> FieldWrite? in
            let value = values[field.entity] ?? ""
            guard isReturning || !value.isEmpty else { return nil }
            return FieldWrite(.recordValue(of: field.entity), text: value)
        }
        let head = [
            FieldWrite(.life, Life.alive), FieldWrite(.kind, EntityKind.record), FieldWrite(.recordKey, text: key),
        ]
        let earlier = list.observations(of: entity).map { Op.write($0.entity, [FieldWrite(.life, Life.dead)]) }
        return Op.writes(head + fields, to: entity) + earlier
    }

    /// Returns the ops for taking over from a record whose key changed.
    func succession(of old: RecordState) -> [Op] {
        let observations = list.observations(of: old.entity).map { observation in
            Op.write(observation.entity, [FieldWrite(.record, entity)])
        }
        return [.write(old.entity, [FieldWrite(.life, Life.dead)])] + observations
    }

    private var key: String {
        form.keyField.flatMap { values[$0.entity] } ?? ""
    }
}
