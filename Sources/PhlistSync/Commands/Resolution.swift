package import PhlistModel

/// How a conflict is to be settled.
package struct Resolution: Hashable, Sendable {
    /// The beginning of an id, `LIST/text`, or text that one thing with a conflict has.
    package var reference: String
    /// The field as it is called where conflicts are shown.
    package var field: String
    package var choice: Choice

    /// What the field shall be.
    package enum Choice: Hashable, Sendable {
        /// One of the values that compete, counted from 1 in the order in which they are shown.
        case take(Int)
        /// Text: a title, a note, or the name of a member or a section; `none` for no member and no section.
        case text(String)
        /// A date; nil for none.
        case date(DueDate?)
    }

    /// Creates a resolution.
    package init(reference: String, field: String, choice: Choice) {
        self.reference = reference
        self.field = field
        self.choice = choice
    }
}
