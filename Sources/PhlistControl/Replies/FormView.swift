package import PhlistVocabulary

/// A form as a client sees it.
package struct FormView: Codable, Sendable, Equatable {
    /// The id of the underlying list: 32 letters from k to z.
    package var id: String
    package var title: String
    package var visibility: Visibility
    /// The participants of a form that is not shared with the household, except its owner: member names, then `house`.
    package var participants: [String]?
    /// The name of the member who owns it, if known.
    package var owner: String?
    /// Whether it is no longer shared with this device, as far as is known; nil for no.
    package var isEnded: Bool?
    /// The number of records outside the trash.
    package var recordCount: Int
    /// In order; the first is the key of the records.
    package var fields: [FormFieldView]
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var createdAt: Int64
    package var updatedAt: Int64

    package init(
        id: String,
        title: String,
        visibility: Visibility,
        participants: [String]? = nil,
        owner: String?,
        recordCount: Int,
        fields: [FormFieldView],
        createdAt: Int64,
        updatedAt: Int64
    ) {
        self.id = id
        self.title = title
        self.visibility = visibility
        self.participants = participants
        self.owner = owner
        self.recordCount = recordCount
        self.fields = fields
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A field of a form as a client sees it.
package struct FormFieldView: Codable, Sendable, Equatable {
    package var id: String
    package var name: String
    package var type: FormFieldType
    package var isRequired: Bool
    /// The values of a choice, in order.
    package var choices: [String]
    /// The name of the toggle that must be on for the field to count.
    package var gate: String?

    package init(
        id: String,
        name: String,
        type: FormFieldType,
        isRequired: Bool,
        choices: [String] = [],
        gate: String? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.choices = choices
        self.gate = gate
    }
}
