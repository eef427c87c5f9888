package import PhlistVocabulary

/// `GET /v1/forms`: all forms, or exactly one.
package struct FormsQuery: ControlCall {
    package static let route = ControlRoute.forms
    package typealias Reply = FormsReply

    /// A form's title or id prefix; nil for all.
    package var form: String?
    /// The name of the only field to include.
    package var field: String?

    package init(form: String? = nil, field: String? = nil) {
        self.form = form
        self.field = field
    }

    package func check() throws(ControlError) {
        guard field == nil || form != nil else {
            throw ControlError(.invalid, "parameter \"field\" needs the parameter \"form\"")
        }
    }
}

/// `POST /v1/forms`: makes a form, from fields or from a template.
package struct NewFormRequest: ControlCall {
    package static let route = ControlRoute.newForm
    package typealias Reply = FormReply

    package var title: String
    /// The first is the key of the records; nil uses the fields of the template.
    package var fields: [NewFormField]?
    package var template: FormTemplate?
    /// Whether the household sees the form; nil means only its owner does.
    package var isForHousehold: Bool?

    package init(
        title: String,
        fields: [NewFormField]? = nil,
        template: FormTemplate? = nil,
        isForHousehold: Bool? = nil
    ) {
        self.title = title
        self.fields = fields
        self.template = template
        self.isForHousehold = isForHousehold
    }

    package func check() throws(ControlError) {
        guard (fields == nil) != (template == nil) else {
            throw ControlError(.invalid, "exactly one of \"fields\" and \"template\" is needed")
        }
    }
}

/// `PATCH /v1/forms`: changes a form, or moves forms to the trash.
package struct ChangeFormsRequest: ControlCall {
    package static let route = ControlRoute.changeForms
    package typealias Reply = ChangeFormsReply

    /// Titles or id prefixes; exactly one unless `isTrashed` is set.
    package var forms: [String]
    /// Moves the forms to the trash; excludes all other changes.
    package var isTrashed: Bool?
    package var title: String?
    /// Applied first; the values in records are kept but not shown.
    package var removeFields: [String]?
    /// Applied next: a field of another type can take the name of a removed one.
    package var addFields: [NewFormField]?
    /// Applied last, in order, also to added fields.
    package var changeFields: [FormFieldChange]?

    package init(
        forms: [String],
        isTrashed: Bool? = nil,
        title: String? = nil,
        removeFields: [String]? = nil,
        addFields: [NewFormField]? = nil,
        changeFields: [FormFieldChange]? = nil
    ) {
        self.forms = forms
        self.isTrashed = isTrashed
        self.title = title
        self.removeFields = removeFields
        self.addFields = addFields
        self.changeFields = changeFields
    }

    package func check() throws(ControlError) {
        let isEdit = title != nil || changeFields != nil || removeFields != nil || addFields != nil
        try checkReferences(forms, in: "forms")
        guard isEdit != (isTrashed != nil) else {
            throw ControlError(.invalid, "either \"isTrashed\" or changes are needed, and not both")
        }
        guard isTrashed != false else {
            throw ControlError(.invalid, "\"isTrashed\" can only be true: a form comes back as a list does")
        }
        guard !isEdit || forms.count == 1 else {
            throw ControlError(.invalid, "changes go with exactly one form, not with \(forms.count)")
        }
    }
}

/// The reply to `GET /v1/forms`.
package struct FormsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var forms: [FormView]

    package init(forms: [FormView]) {
        self.forms = forms
    }
}

/// The reply to `POST /v1/forms`.
package struct FormReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var form: FormView
    /// Other lists and forms with the same title.
    package var namesakes: [ListView]

    package init(form: FormView, namesakes: [ListView] = []) {
        self.form = form
        self.namesakes = namesakes
    }
}

/// The reply to `PATCH /v1/forms`.
package struct ChangeFormsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var changed: [FormView]
    /// Forms that needed no change.
    package var unchanged: [FormView]

    package init(changed: [FormView], unchanged: [FormView]) {
        self.changed = changed
        self.unchanged = unchanged
    }
}
