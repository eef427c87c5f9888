import PhlistControl
import PhlistHousehold
import PhlistPresentation

/// The calls about members and about the caller's identity.
struct MemberCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(MembersQuery.self, host, Presenter.members)
        table.on(AddMemberRequest.self, add)
        table.on(ChangeMemberRequest.self, change)
        table.on(ActAsMemberRequest.self, act)
    }

    func add(_ request: AddMemberRequest, _ asker: Asker) async throws(ControlError) -> MemberReply {
        try await reply(to: .add(name: request.name, email: request.email ?? ""), asker)
    }

    func change(_ request: ChangeMemberRequest, _ asker: Asker) async throws(ControlError) -> MemberReply {
        let change = MemberChange(name: request.name, email: request.email, isRemoved: request.isRemoved)
        return try await reply(to: .change(request.member, change), asker)
    }

    private func reply(to command: MemberCommand, _ asker: Asker) async throws(ControlError) -> MemberReply {
        try await host.perform(.members(command), asker, reply: Presenter.changedMember)
    }

    func act(_ request: ActAsMemberRequest, _ asker: Asker) async throws(ControlError) -> ActAsMemberReply {
        guard asker.principal.actsAs == nil else {
            throw ControlError(.usage, "who you are is about yourself, not about \"as\"")
        }
        return try await host.perform(
            .members(.act(as: request.member)),
            asker,
            refusal: { $0.refusalToAct($1) },
            reply: { $0.actingMember($1, isNobody: request.member == nil) }
        )
    }
}
