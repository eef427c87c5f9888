/// A record of a form as a client sees it.
package struct RecordView: Codable, Sendable, Equatable {
    /// 16 letters from k to z, made of the form and the key.
    package var id: String
    package var key: String
    /// One for each field of the form, in their order.
    package var fields: [Field]
    package var isTrashed: Bool
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var createdAt: Int64
    package var updatedAt: Int64
    /// The names of the members who did it; nil stands for the house.
    package var createdBy: String?
    package var updatedBy: String?
    /// Fields that were changed on two devices without one knowing of the other.
    package var conflicts: [ConflictView]
    /// The oldest first.
    package var observations: [ObservationView]

    /// A field with its value.
    package struct Field: Codable, Sendable, Equatable {
        package var name: String
        /// Empty for none.
        package var value: String
        /// What is wrong with it by now, because the form was changed meanwhile.
        package var fault: String?

        /// Creates a field.
        package init(name: String, value: String, fault: String? = nil) {
            self.name = name
            self.value = value
            self.fault = fault
        }
    }

    /// Creates a view of a record.
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

/// Somebody's look at what a record is about.
package struct ObservationView: Codable, Sendable, Equatable {
    package var id: String
    package var mode: ObservationMode
    /// Empty for none.
    package var note: String
    /// The name of the member who observed; nil stands for the house.
    package var by: String?
    package var at: Int64

    /// Creates a view of an observation.
    package init(id: String, mode: ObservationMode, note: String, by: String?, at: Int64) {
        self.id = id
        self.mode = mode
        self.note = note
        self.by = by
        self.at = at
    }
}

/// How an observation was made.
package enum ObservationMode: String, Codable, Sendable, CaseIterable {
    case automatic
    case manual
}
