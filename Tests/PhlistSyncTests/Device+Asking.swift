@testable import PhlistModel
@testable import PhlistSync

/// What a device answers; its replica cannot be copied into an expectation.
extension Device {
    func member(named name: String, includesRemoved: Bool = false) throws(CommandError) -> MemberID {
        try replica.member(named: name, includesRemoved: includesRemoved)
    }

    /// Who put it out, as far as it has heard.
    var removal: Removal? { replica.removal }

    func member(of caller: Principal) -> MemberID? {
        replica.member(of: caller)
    }

    func actingMember(of caller: Principal) throws(CommandError) -> MemberID? {
        try replica.actingMember(of: caller)
    }

    func isLoggedOut(_ caller: Principal) -> Bool {
        replica.isLoggedOut(caller)
    }

    func name(of member: MemberID?) -> String? {
        member.flatMap { replica.memberName($0) }
    }

    func assigneeName(_ member: MemberID) -> String? {
        replica.assigneeName(member)
    }

    func lists(for caller: Principal) -> [ListState] {
        replica.lists(for: caller)
    }

    func conflicts(of reference: String? = nil) throws(CommandError) -> [SurfacedConflict] {
        try replica.conflicts(for: principal, of: reference)
    }

    func history(_ request: HistoryRequest) throws(CommandError) -> (actions: [ScopedAction], next: HistoryPosition?) {
        try replica.history(request, for: principal)
    }
}
