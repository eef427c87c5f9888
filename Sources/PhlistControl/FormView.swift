/// A form as a client sees it.
package struct FormView: Codable, Sendable, Equatable {
    /// The id of the list that it is: 32 letters from k to z.
    package var id: String
    package var title: String
    package var visibility: ListView.Visibility
    /// Those who see a form that is not everybody's, its owner not among them: members by name, then `house`.
    package var participants: [String]?
    /// The name of the member who owns it, when it is known.
    package var owner: String?
    /// How many records there are, without those in the trash.
    package var recordCount: Int
    /// In their order; the first is the key that records are known by.
    package var fields: [FormFieldView]
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var createdAt: Int64
    package var updatedAt: Int64

    /// Creates a view of a form.
    package init(
        id: String,
        title: String,
        visibility: ListView.Visibility,
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
    /// What it may be, in order, when it is a choice.
    package var choices: [String]
    /// The name of the switch that must be on for the field to count.
    package var gate: String?

    /// Creates a view of a field.
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

/// What a field of a form takes.
package enum FormFieldType: String, Codable, Sendable, CaseIterable {
    /// Any text of one line.
    case text
    /// Letters and digits.
    case alphanumeric
    /// A day, written `YYYY/MM/DD`.
    case date
    /// One of the field's choices.
    case choice
    /// `on` or `off`.
    case toggle
}
