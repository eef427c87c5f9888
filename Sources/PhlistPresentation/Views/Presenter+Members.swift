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

    package func changedMember(_ performed: Performed) throws(ControlError) -> MemberReply {
        guard let member = member(of: performed) else { throw .unexpected }
        return MemberReply(member: view(member, for: performed.caller), isChanged: performed.isChanged)
    }

    /// Returns the reply for a caller who acts as a member now, or as nobody.
    package func actingMember(_ performed: Performed, isNobody: Bool) -> ActAsMemberReply {
        var member = member(of: performed).map { view($0, for: performed.caller) }
        member?.isMe = true
        return ActAsMemberReply(
            login: performed.caller.name,
            member: isNobody ? nil : member,
            isChanged: performed.isChanged,
            formerMember: isNobody ? nil : formerMember(of: performed.caller)
        )
    }

    private func formerMember(of caller: Principal) -> FormerMemberView? {
        library.forsakenMember(of: caller).map { FormerMemberView(name: name(of: $0.member), listCount: $0.listCount) }
    }

    /// Returns the member of an action.
    private func member(of performed: Performed) -> MemberState? {
        guard let reference = (performed.outcome.changed + performed.outcome.unchanged).first else { return nil }
        let household = library.household(with: performed.preview[reference.scope])
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
