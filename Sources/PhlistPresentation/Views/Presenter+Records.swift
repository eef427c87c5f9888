package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Replies about records.
extension Presenter {
    package func records(_ query: RecordsQuery, for caller: Principal) throws(ControlError) -> RecordsReply {
        let scope = try explaining(for: caller) { () throws(CommandError) in
            try library.form(named: query.form, for: caller)
        }
        let list = try state(of: scope)
        let records = try explaining { () throws(CommandError) in
            try query.key.map { key throws(CommandError) in [try library.record(key, of: list)] }
                ?? list.recordsByKey(includesTrash: query.all ?? false)
        }
        return RecordsReply(form: try formView(scope), records: records.map { view($0, of: list) })
    }

    package func savedRecord(_ performed: Performed) throws(ControlError) -> SaveRecordReply {
        let reply = try changedRecords(performed)
        guard let record = (reply.changed + reply.unchanged).first else { throw .unexpected }
        let result: SaveRecordReply.Result =
            reply.changed.isEmpty ? .unchanged : performed.outcome.isNewRecord ? .added : .updated
        return SaveRecordReply(form: reply.form, record: record, result: result)
    }

    package func observedRecord(_ performed: Performed) throws(ControlError) -> RecordReply {
        let reply = try changedRecords(performed)
        guard let record = reply.changed.first else { throw .unexpected }
        return RecordReply(form: reply.form, record: record)
    }

    package func changedRecords(_ performed: Performed) throws(ControlError) -> ChangeRecordsReply {
        let list = try list(of: performed)
        let views = { (references: [EntityReference]) in
            references.compactMap { list.record($0.entity) }.map { self.view($0, of: list) }
        }
        return ChangeRecordsReply(
            form: try formView(list.scope, performed.preview),
            changed: views(performed.outcome.changed),
            unchanged: views(performed.outcome.unchanged)
        )
    }

    private func view(_ record: RecordState, of list: ListState) -> RecordView {
        let form = list.form ?? FormState(scope: list.scope, fields: [])
        let values = record.values(in: form)
        let faults = Dictionary(record.faults(in: form).map { ($0.field, $0) }) { first, _ in first }
        return RecordView(
            id: record.entity.description,
            key: record.key,
            fields: form.fields.map { field in
                RecordView.Field(
                    name: field.name,
                    value: values[field.entity] ?? "",
                    fault: faults[field.entity].map { describe($0.fault, of: $0.value) }
                )
            },
            isTrashed: record.isTrashed,
            createdAt: record.created.stamp.milliseconds,
            updatedAt: record.updated.stamp.milliseconds,
            createdBy: library.memberName(record.created.by),
            updatedBy: library.memberName(record.updated.by),
            conflicts: conflicts(of: record, in: form),
            observations: list.observations(of: record.entity).map(view)
        )
    }

    private func conflicts(of record: RecordState, in form: FormState) -> [ConflictView] {
        record.conflicts.compactMap { conflict in
            guard let field = form.fields.first(where: { .recordValue(of: $0.entity) == conflict.field }) else {
                return nil
            }
            let values = conflict.siblings.map {
                ConflictView.Value(
                    value: String(decoding: $0.value, as: UTF8.self),
                    by: library.memberName($0.act.by),
                    at: $0.act.stamp.milliseconds
                )
            }
            return ConflictView(field: field.name, values: values)
        }
    }

    private func view(_ observation: ObservationState) -> ObservationView {
        ObservationView(
            id: observation.entity.description,
            mode: observation.mode == .automatic ? .automatic : .manual,
            note: observation.note,
            by: library.memberName(observation.created.by),
            at: observation.created.stamp.milliseconds
        )
    }
}
