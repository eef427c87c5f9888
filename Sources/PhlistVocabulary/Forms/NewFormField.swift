/// A field of a form to make.
package struct NewFormField: Codable, Hashable, Sendable {
    package var name: String
    /// Text when nil.
    package var type: FormFieldType?
    package var isRequired: Bool?
    /// The options of a choice, in order.
    package var choices: [String]?
    /// The name of the toggle that must be on for the field to count.
    package var gate: String?

    package init(
        _ name: String,
        _ type: FormFieldType? = nil,
        isRequired: Bool? = nil,
        choices: [String]? = nil,
        gate: String? = nil
    ) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.choices = choices
        self.gate = gate
    }
}
