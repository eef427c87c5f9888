@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What a device answers; its replica cannot be copied into an expectation.
extension Device {
    func member(named name: String, includesRemoved: Bool = false) throws(CommandError) -> MemberID {
        try replica.library.member(named: name, includesRemoved: includesRemoved)
    }

    /// Who put it out, as far as it has heard.
    var removal: Removal? { replica.library.removal }

    func member(of caller: Principal) -> MemberID? {
        replica.library.member(of: caller)
    }

    func actingMember(of caller: Principal) throws(CommandError) -> MemberID? {
        try replica.library.actingMember(of: caller)
    }

    func isLoggedOut(_ caller: Principal) -> Bool {
        replica.library.isLoggedOut(caller)
    }

    func name(of member: MemberID?) -> String? {
        member.flatMap { replica.library.memberName($0) }
    }

    func assigneeName(_ member: MemberID) -> String? {
        replica.library.assigneeName(member)
    }

    func lists(for caller: Principal) -> [ListState] {
        replica.library.lists(for: caller)
    }

    func conflicts(of reference: String? = nil) throws(CommandError) -> [SurfacedConflict] {
        try replica.library.conflicts(for: principal, of: reference)
    }

    func history(_ request: HistoryRequest) throws(CommandError) -> (actions: [ScopedAction], next: HistoryPosition?) {
        let (actions, next, _) = try replica.library.history(request, for: principal)
        return (actions, next)
    }
}
