/// A change of one field of a form, whose type is fixed; nil leaves a property unchanged.
package struct FormFieldChange: Codable, Hashable, Sendable {
    package var field: String
    package var name: String?
    package var isRequired: Bool?
    /// The name of its toggle; empty for none.
    package var gate: String?
    package var addChoices: [String]?
    package var removeChoices: [String]?

    package init(
        field: String,
        name: String? = nil,
        isRequired: Bool? = nil,
        gate: String? = nil,
        addChoices: [String]? = nil,
        removeChoices: [String]? = nil
    ) {
        self.field = field
        self.name = name
        self.isRequired = isRequired
        self.gate = gate
        self.addChoices = addChoices
        self.removeChoices = removeChoices
    }
}
