package import PhlistVocabulary

/// `GET /v1/records`: the records of a form, or exactly one.
package struct RecordsQuery: ControlCall {
    package static let route = ControlRoute.records
    package typealias Reply = RecordsReply

    /// The form's title or id prefix.
    package var form: String
    /// Exactly one record; excludes `all`.
    package var key: String?
    /// Whether to include records in the trash.
    package var all: Bool?

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

/// `POST /v1/records`: saves a record: updates it if it exists, and adds it otherwise.
package struct SaveRecordRequest: ControlCall {
    package static let route = ControlRoute.saveRecord
    package typealias Reply = SaveRecordReply

    package var form: String
    /// Values by field name, the key among them; a field that is left out stays unchanged.
    package var values: [String: String]
    /// The key of a record that must exist; lets `values` change the key.
    package var key: String?

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
    /// For each record, values by field name, the key among them.
    package var records: [[String: String]]

    package init(form: String, records: [[String: String]]) {
        self.form = form
        self.records = records
    }

    package func check() throws(ControlError) {
        guard !records.isEmpty else { throw ControlError(.invalid, "field \"records\" is empty") }
    }
}

/// `PATCH /v1/records`: moves records to the trash, or restores them.
package struct ChangeRecordsRequest: ControlCall {
    package static let route = ControlRoute.changeRecords
    package typealias Reply = ChangeRecordsReply

    package var form: String
    package var keys: [String]
    package var isTrashed: Bool

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

    package init(form: String, key: String, mode: ObservationMode, note: String? = nil) {
        self.form = form
        self.key = key
        self.mode = mode
        self.note = note
    }
}

/// The reply to `GET /v1/records`.
package struct RecordsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var form: FormView
    /// Sorted by key.
    package var records: [RecordView]

    package init(form: FormView, records: [RecordView]) {
        self.form = form
        self.records = records
    }
}

/// The reply to `POST /v1/records/observations`.
package struct RecordReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var form: FormView
    package var record: RecordView

    package init(form: FormView, record: RecordView) {
        self.form = form
        self.record = record
    }
}

/// The reply to `POST /v1/records`.
package struct SaveRecordReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var form: FormView
    package var record: RecordView
    package var result: Result

    /// The outcome for the record.
    package enum Result: String, NamedValue {
        case added
        case updated
        case unchanged
    }

    package init(form: FormView, record: RecordView, result: Result) {
        self.form = form
        self.record = record
        self.result = result
    }
}

/// The reply to `PATCH /v1/records`.
package struct ChangeRecordsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var form: FormView
    package var changed: [RecordView]
    /// Records that needed no change.
    package var unchanged: [RecordView]

    package init(form: FormView, changed: [RecordView], unchanged: [RecordView]) {
        self.form = form
        self.changed = changed
        self.unchanged = unchanged
    }
}
