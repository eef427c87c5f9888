package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Replies about forms.
extension Presenter {
    package func forms(_ query: FormsQuery, for caller: Principal) throws(ControlError) -> FormsReply {
        guard let name = query.form else {
            return FormsReply(forms: library.forms(for: caller).compactMap(formView))
        }
        let scope = try explaining(for: caller) { () throws(CommandError) in
            try library.form(named: name, for: caller)
        }
        var view = try formView(scope)
        if let name = query.field {
            let field = try explaining { () throws(CommandError) in
                try library.formField(named: name, in: scope)
            }
            view.fields = view.fields.filter { $0.id == field.entity.description }
        }
        return FormsReply(forms: [view])
    }

    package func newForm(_ performed: Performed) throws(ControlError) -> FormReply {
        let list = try list(of: performed)
        return FormReply(
            form: try formView(list.scope, performed.preview),
            namesakes: namesakes(of: [list], for: performed.caller)
        )
    }

    package func changedForms(_ performed: Performed) -> ChangeFormsReply {
        ChangeFormsReply(
            changed: performed.outcome.changed.compactMap { try? formView($0.scope, performed.preview) },
            unchanged: performed.outcome.unchanged.compactMap { try? formView($0.scope, performed.preview) }
        )
    }

    /// Returns a form as a dry run would make it.
    func formView(_ scope: ScopeID, _ preview: [ScopeID: ScopeDraft] = [:]) throws(ControlError) -> FormView {
        guard let list = library.list(scope, with: preview[scope]), let view = formView(list) else {
            throw .unexpected
        }
        return view
    }

    private func formView(_ list: ListState) -> FormView? {
        guard let form = list.form else { return nil }
        var view = FormView(
            id: list.scope.description,
            title: list.title,
            visibility: library.isEverybodys(list) ? .household : .participants,
            participants: participantNames(of: list),
            owner: list.owner.flatMap { library.memberName($0) },
            recordCount: list.overview.recordCount,
            fields: form.fields.map { field in
                FormFieldView(
                    id: field.entity.description,
                    name: field.name,
                    type: field.type,
                    isRequired: field.isRequired || field.entity == form.keyField?.entity,
                    choices: field.choices,
                    gate: form.gate(of: field)?.name
                )
            },
            createdAt: list.root?.created.stamp.milliseconds ?? 0,
            updatedAt: list.root?.updated.stamp.milliseconds ?? 0
        )
        view.isEnded = library.isSaidToHaveEnded(list.scope) ? true : nil
        return view
    }
}
