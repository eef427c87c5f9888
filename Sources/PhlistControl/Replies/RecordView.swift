package import PhlistVocabulary

/// A record of a form as a client sees it.
package struct RecordView: Codable, Sendable, Equatable {
    /// 16 letters from k to z, derived from the form and the key.
    package var id: String
    package var key: String
    /// One for each field of the form, in order.
    package var fields: [Field]
    package var isTrashed: Bool
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var createdAt: Int64
    package var updatedAt: Int64
    /// The names of the members who did it; nil for the house.
    package var createdBy: String?
    package var updatedBy: String?
    /// Fields that two devices changed concurrently.
    package var conflicts: [ConflictView]
    /// Sorted by time, oldest first.
    package var observations: [ObservationView]

    /// A field with its value.
    package struct Field: Codable, Sendable, Equatable {
        package var name: String
        /// Empty for none.
        package var value: String
        /// The reason why the value is no longer valid after a change of the form.
        package var fault: String?

        package init(name: String, value: String, fault: String? = nil) {
            self.name = name
            self.value = value
            self.fault = fault
        }
    }

    package init(
        id: String,
        key: String,
        fields: [Field],
        isTrashed: Bool,
        createdAt: Int64,
        updatedAt: Int64,
        createdBy: String?,
        updatedBy: String?,
        conflicts: [ConflictView],
        observations: [ObservationView]
    ) {
        self.id = id
        self.key = key
        self.fields = fields
        self.isTrashed = isTrashed
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.createdBy = createdBy
        self.updatedBy = updatedBy
        self.conflicts = conflicts
        self.observations = observations
    }
}

/// A person's observation of the subject of a record.
package struct ObservationView: Codable, Sendable, Equatable {
    package var id: String
    package var mode: ObservationMode
    /// Empty for none.
    package var note: String
    /// The name of the member who observed; nil for the house.
    package var by: String?
    package var at: Int64

    package init(id: String, mode: ObservationMode, note: String, by: String?, at: Int64) {
        self.id = id
        self.mode = mode
        self.note = note
        self.by = by
        self.at = at
    }
}
