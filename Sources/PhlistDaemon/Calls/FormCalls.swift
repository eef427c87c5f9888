import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistVocabulary

/// The calls about forms.
struct FormCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(FormsQuery.self, host, Presenter.forms)
        table.on(NewFormRequest.self, add)
        table.on(ChangeFormsRequest.self, change)
    }

    func add(_ request: NewFormRequest, _ asker: Asker) async throws(ControlError) -> FormReply {
        let form = NewForm(
            title: request.title,
            fields: request.template?.fields ?? request.fields ?? [],
            isForHousehold: request.isForHousehold ?? false
        )
        return try await host.perform(.forms(.create(form)), asker, reply: Presenter.newForm)
    }

    func change(_ request: ChangeFormsRequest, _ asker: Asker) async throws(ControlError) -> ChangeFormsReply {
        let command =
            request.isTrashed == true
            ? FormCommand.trash(request.forms)
            : .change(request.forms[0], FormChange(request))
        return try await host.perform(.forms(command), asker, reply: Presenter.changedForms)
    }
}

extension FormChange {
    fileprivate init(_ request: ChangeFormsRequest) {
        self.init(
            title: request.title,
            removed: request.removeFields ?? [],
            added: request.addFields ?? [],
            fields: request.changeFields ?? []
        )
    }
}
