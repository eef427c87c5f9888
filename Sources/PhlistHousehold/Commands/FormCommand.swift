package import PhlistVocabulary

/// Commands about forms.
package enum FormCommand: Sendable {
    case create(NewForm)
    case change(String, FormChange)
    case trash([String])
}

/// A form to create.
package struct NewForm: Hashable, Sendable {
    package var title: String
    /// The fields; the first is the key.
    package var fields: [NewFormField]
    /// Whether the household sees it, rather than its owner alone.
    package var isForHousehold: Bool

    /// Creates the description of a new form.
    package init(title: String, fields: [NewFormField], isForHousehold: Bool = false) {
        self.title = title
        self.fields = fields
        self.isForHousehold = isForHousehold
    }
}

/// Changes to a form: fields are removed first, then others added, then the existing ones changed.
package struct FormChange: Hashable, Sendable {
    package var title: String?
    package var removed: [String]
    package var added: [NewFormField]
    package var fields: [FormFieldChange]

    package init(
        title: String? = nil,
        removed: [String] = [],
        added: [NewFormField] = [],
        fields: [FormFieldChange] = []
    ) {
        self.title = title
        self.removed = removed
        self.added = added
        self.fields = fields
    }
}

/// The reasons why a form is refused.
package enum FormRefusal: Hashable, Sendable {
    case noFields
    case tooManyFields(Int)
    case badName(String)
    case fieldNameTooLong(String)
    case sameName(String, as: String)
    /// Records are identified by their first field: it takes text, always counts, and stays.
    case keyFieldMustBeText(String)
    case keyFieldStays(String)
    case keyFieldHasGate(String)
    case choicesOfNoChoice(String)
    case tooManyChoices(String, Int)
    case badChoice(String, in: String)
    case choiceTooLong(String, in: String)
    case sameChoice(String, in: String)
    case choiceNotFound(String, in: String)
    case gateNotFound(String, of: String)
    case gateNotAToggle(String, of: String)
    case toggleHasGate(String)
    case toggleInUse(String, by: String)
}
