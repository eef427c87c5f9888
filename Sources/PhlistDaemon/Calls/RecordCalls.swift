import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistVocabulary

/// The calls about records.
struct RecordCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(RecordsQuery.self, host, Presenter.records)
        table.on(SaveRecordRequest.self, save)
        table.on(ImportRecordsRequest.self, importAll)
        table.on(ChangeRecordsRequest.self, change)
        table.on(ObserveRequest.self, observe)
    }

    func save(_ request: SaveRecordRequest, _ asker: Asker) async throws(ControlError) -> SaveRecordReply {
        let record = RecordToSave(form: request.form, values: request.values, key: request.key)
        return try await host.perform(.records(.save(record)), asker, reply: Presenter.savedRecord)
    }

    func importAll(_ request: ImportRecordsRequest, _ asker: Asker) async throws(ControlError) -> ChangeRecordsReply {
        try await reply(to: .saveAll(form: request.form, request.records), asker)
    }

    func change(_ request: ChangeRecordsRequest, _ asker: Asker) async throws(ControlError) -> ChangeRecordsReply {
        try await reply(to: .setTrashed(form: request.form, keys: request.keys, request.isTrashed), asker)
    }

    private func reply(to command: RecordCommand, _ asker: Asker) async throws(ControlError) -> ChangeRecordsReply {
        try await host.perform(.records(command), asker, reply: Presenter.changedRecords)
    }

    func observe(_ request: ObserveRequest, _ asker: Asker) async throws(ControlError) -> RecordReply {
        let command = RecordCommand.observe(
            form: request.form,
            key: request.key,
            request.mode,
            note: request.note ?? ""
        )
        return try await host.perform(.records(command), asker, reply: Presenter.observedRecord)
    }
}
