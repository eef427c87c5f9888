import PhlistControl
import PhlistModel
import PhlistSync

extension DaemonService {
    /// Registers the calls about forms and records.
    func registerForms(in table: inout ControlTable) {
        table.on(FormsQuery.self) { call, asker throws(ControlError) in try await host.forms(call, asker) }
        table.on(NewFormRequest.self) { call, asker throws(ControlError) in try await host.addForm(call, asker) }
        table.on(ChangeFormsRequest.self) { call, asker throws(ControlError) in
            try await host.changeForms(call, asker)
        }
        table.on(RecordsQuery.self) { call, asker throws(ControlError) in try await host.records(call, asker) }
        table.on(SaveRecordRequest.self) { call, asker throws(ControlError) in
            try await host.saveRecord(call, asker)
        }
        table.on(ImportRecordsRequest.self) { call, asker throws(ControlError) in
            try await host.importRecords(call, asker)
        }
        table.on(ChangeRecordsRequest.self) { call, asker throws(ControlError) in
            try await host.changeRecords(call, asker)
        }
        table.on(ObserveRequest.self) { call, asker throws(ControlError) in try await host.observe(call, asker) }
    }
}

/// The calls about forms.
extension ReplicaHost {
    func forms(_ query: FormsQuery, _ asker: Asker) throws(ControlError) -> FormsReply {
        guard let name = query.form else {
            return FormsReply(forms: replica.library.forms(for: asker.principal).compactMap(formView))
        }
        let scope = try explaining(for: asker.principal) { () throws(CommandError) in
            try replica.library.form(named: name, for: asker.principal)
        }
        var view = try formView(scope)
        if let name = query.field {
            let field = try explaining { () throws(CommandError) in
                try replica.library.formField(named: name, in: scope)
            }
            view.fields = view.fields.filter { $0.id == field.entity.description }
        }
        return FormsReply(forms: [view])
    }

    func addForm(_ request: NewFormRequest, _ asker: Asker) async throws(ControlError) -> FormReply {
        let template = request.template.map { FormTemplate($0).fields }
        let form = NewForm(
            title: request.title,
            fields: template ?? (request.fields ?? []).map { PhlistSync.NewFormField($0) },
            isForHousehold: request.isForHousehold ?? false
        )
        let done = try await perform(.forms(.create(form)), asker)
        let list = try list(of: done)
        return FormReply(form: try formView(list.scope, done.preview), namesakes: namesakes(of: [list], asker))
    }

    func changeForms(_ request: ChangeFormsRequest, _ asker: Asker) async throws(ControlError) -> ChangeFormsReply {
        let command =
            request.isTrashed == true
            ? FormCommand.trash(request.forms)
            : .change(request.forms[0], FormChange(request))
        let done = try await perform(.forms(command), asker)
        return ChangeFormsReply(
            changed: done.outcome.changed.compactMap { try? formView($0.scope, done.preview) },
            unchanged: done.outcome.unchanged.compactMap { try? formView($0.scope, done.preview) }
        )
    }

    /// Returns a form as a dry run would make it.
    func formView(_ scope: ScopeID, _ preview: [ScopeID: ScopeDraft] = [:]) throws(ControlError) -> FormView {
        guard let list = replica.library.list(scope, with: preview[scope]), let view = formView(list) else {
            throw .unexpected
        }
        return view
    }

    private func formView(_ list: ListState) -> FormView? {
        guard let form = list.form else { return nil }
        return FormView(
            id: list.scope.description,
            title: list.title,
            visibility: replica.library.isEverybodys(list) ? .household : .participants,
            participants: participantNames(of: list),
            owner: list.owner.flatMap { replica.library.memberName($0) },
            recordCount: list.overview.recordCount,
            fields: form.fields.map { field in
                FormFieldView(
                    id: field.entity.description,
                    name: field.name,
                    type: PhlistControl.FormFieldType(field.type),
                    isRequired: field.isRequired || field.entity == form.keyField?.entity,
                    choices: field.choices,
                    gate: form.gate(of: field)?.name
                )
            },
            createdAt: list.root?.created.stamp.milliseconds ?? 0,
            updatedAt: list.root?.updated.stamp.milliseconds ?? 0
        )
    }
}

extension FormTemplate {
    fileprivate init(_ template: NewFormRequest.FormTemplate) {
        switch template {
        case .student: self = .student
        }
    }
}

extension FormChange {
    fileprivate init(_ request: ChangeFormsRequest) {
        self.init(
            title: request.title,
            removed: request.removeFields ?? [],
            added: (request.addFields ?? []).map { PhlistSync.NewFormField($0) },
            fields: (request.changeFields ?? []).map { change in
                PhlistSync.FormFieldChange(
                    field: change.field,
                    name: change.name,
                    isRequired: change.isRequired,
                    gate: change.gate,
                    addedChoices: change.addChoices ?? [],
                    removedChoices: change.removeChoices ?? []
                )
            }
        )
    }
}

extension PhlistSync.NewFormField {
    fileprivate init(_ field: PhlistControl.NewFormField) {
        self.init(
            field.name,
            PhlistModel.FormFieldType(field.type ?? .text),
            isRequired: field.isRequired ?? false,
            choices: field.choices ?? [],
            gate: field.gate
        )
    }
}

extension PhlistControl.FormFieldType {
    fileprivate init(_ type: PhlistModel.FormFieldType) {
        switch type {
        case .text: self = .text
        case .alphanumeric: self = .alphanumeric
        case .date: self = .date
        case .choice: self = .choice
        case .toggle: self = .toggle
        }
    }
}

extension PhlistModel.FormFieldType {
    fileprivate init(_ type: PhlistControl.FormFieldType) {
        switch type {
        case .text: self = .text
        case .alphanumeric: self = .alphanumeric
        case .date: self = .date
        case .choice: self = .choice
        case .toggle: self = .toggle
        }
    }
}
