package import PhlistVocabulary

/// The settlement of a conflict.
package struct Resolution: Hashable, Sendable {
    /// The beginning of an id, `LIST/text`, or text that matches exactly one entity with a conflict.
    package var reference: String
    /// The name of the field where conflicts are shown.
    package var field: String
    package var choice: Choice

    /// The value for the field.
    package enum Choice: Hashable, Sendable {
        /// One of the competing values, counted from 1 in the order shown.
        case take(Int)
        /// Text: a title, a note, or the name of a member or a section; `none` for no member and no section.
        case text(String)
        /// A date; nil for none.
        case date(CivilDate?)
    }

    package init(reference: String, field: String, choice: Choice) {
        self.reference = reference
        self.field = field
        self.choice = choice
    }
}
