package import PhlistModel

/// What people do to the records of a form.
package enum RecordCommand: Sendable {
    case save(SavedRecord)
    /// Saves records as they are found by their values, all or none.
    case saveAll(form: String, [[String: String]])
    /// Moves records to the trash, or brings them back.
    case setTrashed(form: String, keys: [String], Bool)
    case observe(form: String, key: String, ObservationMode, note: String)
}

/// A record as it shall be.
package struct SavedRecord: Hashable, Sendable {
    package var form: String
    /// Texts by the names of fields; what is left out stays as it is, and is empty in a record that is not there.
    package var values: [String: String]
    /// The key of a record that must be there, so that its key can be among what changes; nil finds it by its values.
    package var key: String?

    /// Creates a record to save.
    package init(form: String, values: [String: String], key: String? = nil) {
        self.form = form
        self.values = values
        self.key = key
    }
}

/// One thing that keeps a record from being saved.
package struct RecordFault: Hashable, Sendable {
    /// The field, as the form names it, or as it was typed when there is none.
    package var field: String
    package var value: String
    package var kind: Kind

    package enum Kind: Hashable, Sendable {
        case value(FormFault)
        case unknownField
        /// The name fits several fields.
        case ambiguousField
        /// Two names stand for the same field.
        case repeatedField
    }

    /// Creates a fault.
    package init(field: String, value: String, _ kind: Kind) {
        self.field = field
        self.value = value
        self.kind = kind
    }
}
