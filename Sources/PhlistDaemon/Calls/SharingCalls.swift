import PhlistControl
import PhlistHousehold
import PhlistPresentation

/// The calls about who sees a list.
struct SharingCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(SharingQuery.self, host, Presenter.sharing)
        table.on(ChangeSharingRequest.self, change)
        table.on(LeaveListRequest.self, leave)
        table.on(InvitationsQuery.self, host, Presenter.invitations)
        table.on(AnswerInvitationRequest.self, answer)
    }

    func change(_ request: ChangeSharingRequest, _ asker: Asker) async throws(ControlError) -> SharingReply {
        let command: SharingCommand
        switch (request.invite, request.remove) {
        case (let names?, _): command = .share(request.list, with: names)
        case (_, let names?): command = .unshare(request.list, with: names)
        case (nil, nil): command = .show(request.list, toEverybody: request.isForEverybody ?? false)
        }
        let before = await host.present { try? $0.sharing(SharingQuery(list: request.list), for: asker.principal) }
        return try await host.perform(.sharing(command), asker) { presenter, performed throws(ControlError) in
            try presenter.changedSharing(performed, from: before)
        }
    }

    func leave(_ request: LeaveListRequest, _ asker: Asker) async throws(ControlError) -> ListReply {
        try await host.perform(.sharing(.leave(request.list)), asker, reply: Presenter.leftList)
    }

    func answer(_ request: AnswerInvitationRequest, _ asker: Asker) async throws(ControlError) -> InvitationReply {
        let before = await host.present { $0.answerable(by: asker.principal) }
        let command = SharingCommand.answer(request.list, isAccepted: request.isAccepted)
        return try await host.perform(.sharing(command), asker) { presenter, performed throws(ControlError) in
            try presenter.answered(performed, shownAs: before, isAccepted: request.isAccepted)
        }
    }
}
