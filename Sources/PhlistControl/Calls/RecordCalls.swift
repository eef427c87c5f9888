/// `GET /v1/records`: the records of a form, or exactly one.
package struct RecordsQuery: ControlCall {
    package static let route = ControlRoute.records
    package typealias Reply = RecordsReply

    /// The form's title or the beginning of its id.
    package var form: String
    /// Exactly one record; it stands alone.
    package var key: String?
    /// Whether to show those in the trash as well.
    package var all: Bool?

    /// Creates the query.
    package init(form: String, key: String? = nil, all: Bool? = nil) {
        self.form = form
        self.key = key
        self.all = all
    }

    package func check() throws(ControlError) {
        guard key == nil || all != true else {
            throw ControlError(.invalid, "parameter \"key\" stands alone, without \"all\"")
        }
    }
}

/// `POST /v1/records`: saves a record: updates it when it is there, and adds it when it is not.
package struct SaveRecordRequest: ControlCall {
    package static let route = ControlRoute.saveRecord
    package typealias Reply = SaveRecordReply

    package var form: String
    /// Texts by the names of fields, the key among them; what is left out stays as it is.
    package var values: [String: String]
    /// The key of a record that must be there: then its key can be changed, too.
    package var key: String?

    /// Creates the request.
    package init(form: String, values: [String: String], key: String? = nil) {
        self.form = form
        self.values = values
        self.key = key
    }

    package func check() throws(ControlError) {
        guard !values.isEmpty else { throw ControlError(.invalid, "field \"values\" is empty") }
    }
}

/// `POST /v1/records/import`: saves records as one action, all or none.
package struct ImportRecordsRequest: ControlCall {
    package static let route = ControlRoute.importRecords
    package typealias Reply = ChangeRecordsReply

    package var form: String
    /// For each record texts by the names of fields, the key among them.
    package var records: [[String: String]]

    /// Creates the request.
    package init(form: String, records: [[String: String]]) {
        self.form = form
        self.records = records
    }

    package func check() throws(ControlError) {
        guard !records.isEmpty else { throw ControlError(.invalid, "field \"records\" is empty") }
    }
}

/// `PATCH /v1/records`: moves records to the trash, or brings them back.
package struct ChangeRecordsRequest: ControlCall {
    package static let route = ControlRoute.changeRecords
    package typealias Reply = ChangeRecordsReply

    package var form: String
    package var keys: [String]
    package var isTrashed: Bool

    /// Creates the request.
    package init(form: String, keys: [String], isTrashed: Bool) {
        self.form = form
        self.keys = keys
        self.isTrashed = isTrashed
    }

    package func check() throws(ControlError) {
        try checkReferences(keys, in: "keys")
    }
}

/// `POST /v1/records/observations`: adds an observation to a record.
package struct ObserveRequest: ControlCall {
    package static let route = ControlRoute.observe
    package typealias Reply = RecordReply

    package var form: String
    package var key: String
    package var mode: ObservationMode
    /// Nil for none.
    package var note: String?

    /// Creates the request.
    package init(form: String, key: String, mode: ObservationMode, note: String? = nil) {
        self.form = form
        self.key = key
        self.mode = mode
        self.note = note
    }
}

/// The reply of `GET /v1/records`.
package struct RecordsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var form: FormView
    /// By key.
    package var records: [RecordView]

    /// Creates the reply.
    package init(form: FormView, records: [RecordView]) {
        self.form = form
        self.records = records
    }
}

/// The reply of `POST /v1/records/observations`.
package struct RecordReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var form: FormView
    package var record: RecordView

    /// Creates the reply.
    package init(form: FormView, record: RecordView) {
        self.form = form
        self.record = record
    }
}

/// The reply of `POST /v1/records`.
package struct SaveRecordReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var form: FormView
    package var record: RecordView
    package var result: Result

    /// What became of the record.
    package enum Result: String, Codable, Sendable {
        case added
        case updated
        case unchanged
    }

    /// Creates the reply.
    package init(form: FormView, record: RecordView, result: Result) {
        self.form = form
        self.record = record
        self.result = result
    }
}

/// The reply of `PATCH /v1/records`.
package struct ChangeRecordsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var form: FormView
    package var changed: [RecordView]
    /// Records that already were as asked.
    package var unchanged: [RecordView]

    /// Creates the reply.
    package init(form: FormView, changed: [RecordView], unchanged: [RecordView]) {
        self.form = form
        self.changed = changed
        self.unchanged = unchanged
    }
}
