package import PhlistModel
package import PhlistVocabulary

/// Commands about the records of a form.
package enum RecordCommand: Sendable {
    case save(RecordToSave)
    /// Saves records identified by their values, all or none.
    case saveAll(form: String, [[String: String]])
    /// Moves records to the trash, or brings them back.
    case setTrashed(form: String, keys: [String], Bool)
    case observe(form: String, key: String, ObservationMode, note: String)
}

/// A record to save.
package struct RecordToSave: Hashable, Sendable {
    package var form: String
    /// Texts by field name; omitted fields stay as they are, or are empty in a new record.
    package var values: [String: String]
    /// The key of an existing record, which allows its key to change; nil to find the record by its values.
    package var key: String?

    /// Creates a record to save.
    package init(form: String, values: [String: String], key: String? = nil) {
        self.form = form
        self.values = values
        self.key = key
    }
}

/// A reason why a record cannot be saved.
package struct RecordFault: Hashable, Sendable {
    /// The field's name in the form, or as it was typed if there is none.
    package var field: String
    package var value: String
    package var kind: Kind

    package enum Kind: Hashable, Sendable {
        case value(FormFault)
        case unknownField
        /// The name matches several fields.
        case ambiguousField
        /// Two names refer to the same field.
        case repeatedField
    }

    package init(field: String, value: String, _ kind: Kind) {
        self.field = field
        self.value = value
        self.kind = kind
    }
}
