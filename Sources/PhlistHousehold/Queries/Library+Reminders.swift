package import PhlistModel
import PhlistVocabulary

/// The items a member is reminded of.
extension Library {
    /// Returns the open items with a reminder in a caller's open lists, without those of other assignees.
    ///
    /// An item whose assignee has left the household, uses no device or does not see the list is everybody's. Somebody
    /// who uses this device without a login is reminded through its logins.
    package func remindedItems(of member: MemberID, for caller: Principal) -> [(list: ListState, item: ItemState)] {
        let users = Set(roster?.devices.values.flatMap(\.members) ?? [])
        let isLogin = caller.actsAs == nil && self.member(of: caller) == member
        return currentLists(for: caller).filter { $0.workState == .open }.flatMap { list in
            let audience = audience(of: list)
            return list.remindedItems.filter { item in
                guard let assignee = item.assignee, assignee != member else { return true }
                let usesDevice = isAlone || users.contains(assignee)
                return !usesDevice || !isThere(assignee, in: audience) || isLogin && isGuest(assignee)
            }.map { (list, $0) }
        }
    }

    /// Whether a member is in the household and, as far as the audience is known, sees the list.
    private func isThere(_ member: MemberID, in audience: Audience?) -> Bool {
        guard let state = household?.member(member), !state.isRemoved else { return false }
        return audience?.sees(member) ?? true
    }

    /// Whether a member has no login here, and no other device; a device that is alone is for everybody.
    private func isGuest(_ member: MemberID) -> Bool {
        guard !upcomingBindings.values.contains(member) else { return false }
        let devices = roster?.devices.filter { $0.value.members.contains(member) } ?? [:]
        return isAlone || Array(devices.keys) == [device]
    }
}
