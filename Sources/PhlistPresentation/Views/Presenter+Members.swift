package import PhlistControl
package import PhlistHousehold
import PhlistModel

/// Replies about members and about the caller's identity.
extension Presenter {
    /// Refuses a reader who wants to act as a member that does not exist or that they may not be.
    package func checkReader(_ caller: Principal) throws(ControlError) {
        _ = try explaining { () throws(CommandError) in try library.actingMember(of: caller) }
    }

    package func members(_ query: MembersQuery, for caller: Principal) -> MembersReply {
        let members = (library.household?.everybody ?? [])
            .filter { query.all ?? false || !$0.isRemoved }
            .map { (member: $0, name: fold($0.name)) }
            .sorted { ($0.name, $0.member.id) < ($1.name, $1.member.id) }
        return MembersReply(
            members: members.map { view($0.member, for: caller) },
            caller: view(of: caller)
        )
    }

    private func view(of caller: Principal) -> CallerView {
        CallerView(
            login: caller.name,
            member: library.member(of: caller).flatMap {
                $0 == .house ? "house" : library.assigneeName($0)
            },
            isLoggedOut: library.isLoggedOut(caller)
        )
    }

    package func changedMember(_ done: Done) throws(ControlError) -> MemberReply {
        guard let member = member(of: done) else { throw .unexpected }
        return MemberReply(member: view(member, for: done.caller), isChanged: done.isChanged)
    }

    /// Returns the reply for a caller who acts as a member now, or as nobody.
    package func actingMember(_ done: Done, isNobody: Bool) -> ActAsMemberReply {
        var member = member(of: done).map { view($0, for: done.caller) }
        member?.isMe = true
        return ActAsMemberReply(
            login: done.caller.name,
            member: isNobody ? nil : member,
            isChanged: done.isChanged,
            formerMember: isNobody ? nil : formerMember(of: done.caller)
        )
    }

    private func formerMember(of caller: Principal) -> FormerMemberView? {
        library.forsakenMember(of: caller).map { FormerMemberView(name: name(of: $0.member), listCount: $0.listCount) }
    }

    /// Returns the member of an action.
    private func member(of done: Done) -> MemberState? {
        guard let reference = (done.outcome.changed + done.outcome.unchanged).first else { return nil }
        let household = library.household(with: done.preview[reference.scope])
        return household?.everybody.first { EntityID($0.id) == reference.entity }
    }

    private func view(_ member: MemberState, for caller: Principal) -> MemberView {
        MemberView(
            id: member.id.description,
            name: member.name,
            email: member.email.isEmpty ? nil : member.email,
            isRemoved: member.isRemoved,
            isMe: library.member(of: caller) == member.id,
            isListedHere: library.household?.roster.devices[library.device]?.members.contains(member.id)
                ?? false,
            conflicts: conflictViews(member.conflicts, in: nil)
        )
    }
}
