package import PhlistModel

/// What a caller sees. Reads come from memory and wait for nobody.
extension Library {
    /// The member that a caller acts as; nil also where he may not act as whom he names.
    package func member(of caller: Principal) -> MemberID? {
        // Who may not act as somebody is told so before anything is read for him.
        (try? actingMember(of: caller)) ?? nil
    }

    /// The member that a caller acts as, once there is one: whom he has chosen, else whom the device is for.
    ///
    /// - Throws: When the caller names somebody who is not there, whom the device is not for, or who they are not.
    package func actingMember(of caller: Principal) throws(CommandError) -> MemberID? {
        let chosen = upcomingBindings[caller.uid]
        let own = chosen == nil ? memberOfDevice(for: caller) : chosen == .house ? nil : chosen
        guard let name = caller.actsAs else { return own }
        let member = try member(named: name)
        guard caller.isOwner || own == member else { throw .mayNotActAs(name) }
        // On a device of the house a name is a signature, and gives nobody a right.
        guard own == member || isFor(member) || isAlone || isOfHouse else { throw .memberNotListed(member) }
        return member
    }

    /// Whether the household has said that a person may use this device.
    func isFor(_ member: MemberID) -> Bool {
        roster?.devices[device]?.members.contains(member) ?? false
    }

    /// Whether this device is the only one of its household: whoever uses it is there by saying so.
    var isAlone: Bool { companionCount == 0 && introducer == nil }

    /// Whether nobody else was ever in this device's household, which continues no other one: the first change of each
    /// login there makes a person of it.
    var isFresh: Bool {
        isAlone && lineage == householdID && roster?.authors.count ?? 1 <= 1
    }

    /// Whether this device is in a household with others, or was, and is for nobody there.
    var isOfHouse: Bool {
        !isFresh && (roster?.devices[device]?.members.isEmpty ?? false)
    }

    /// The only person that this device is for, unless another login has chosen them, or the house; nil where that is
    /// not clear, and in a fresh household.
    private func memberOfDevice(for caller: Principal) -> MemberID? {
        let members = roster?.devices[device]?.members ?? []
        let isChosen = members.first.map { upcomingBindings.values.contains($0) } ?? false
        guard !isFresh else {
            // Only a damaged log does not know any longer who the daemon's own user is.
            return members.count == 1 && caller.isOwner && !isChosen ? members[0] : nil
        }
        guard let member = members.first else { return .house }
        return members.count == 1 && (caller.isOwner || !isChosen) ? member : nil
    }

    /// Who the logins of this machine are, what is on its way to the disk included.
    var upcomingBindings: [UInt32: MemberID] {
        entriesInFlight.joined().reduce(into: bindings) { bindings, entry in
            if case .local(.binding(let uid, let member)) = entry { bindings[uid] = member }
        }
    }

    /// Whether a caller has said that he is nobody.
    package func isLoggedOut(_ caller: Principal) -> Bool {
        caller.actsAs == nil && upcomingBindings[caller.uid] == .house
    }

    /// The lists that a caller sees and that are not in the trash, by title, then by id.
    package func lists(for caller: Principal) -> [ListState] {
        let lists = lists(for: caller, where: { !$0.isTrashed }) { $0.state.list }
        let keys = lists.map { (fold($0.title), $0.scope) }
        return lists.indices.sorted { keys[$0] < keys[$1] }.map { lists[$0] }
    }

    /// One list, with what is drafted laid over it: also one that only a draft knows.
    package func list(_ scope: ScopeID, with draft: ScopeDraft? = nil) -> ListState? {
        guard let draft else { return scopes[scope]?.state.list }
        return ListState(scopes[scope]?.state ?? ScopeState(.list, scope), with: draft)
    }

    /// The household, with what is drafted laid over it.
    package func household(with draft: ScopeDraft?) -> HouseholdState? {
        householdID.flatMap { scopes[$0] }.map { HouseholdState($0.state, with: draft) }
    }

    /// The household as it will be once all that is in flight is applied.
    var upcomingHousehold: HouseholdState? {
        household(with: householdID.flatMap { scopes[$0]?.draft })
    }

    /// A member's name, as far as it is known; also of one who was removed.
    package func memberName(_ member: MemberID) -> String? {
        member == .house ? nil : household?.memberName(member)
    }

    /// A member's name where he is to do something: of one who was removed it says so.
    package func assigneeName(_ member: MemberID) -> String? {
        guard let name = memberName(member) else { return nil }
        return household?.member(member)?.isRemoved ?? false ? "\(name) (removed)" : name
    }

    /// Whether a list is for a caller's eyes.
    package func isVisible(_ list: ListState, to caller: Principal) -> Bool {
        isVisible(list, to: caller, as: member(of: caller))
    }

    /// The same for a caller of whom it is known who they act as.
    private func isVisible(_ list: ListState, to caller: Principal, as member: MemberID?) -> Bool {
        guard let audience = audience(of: list), member.map({ !hasLeft(list, $0) }) ?? true else { return false }
        guard !(member.map { audience.sees($0) } ?? audience.isEverybodys) else { return true }
        // The user that phlistd runs as also finds what is over for them, and what would be out of anybody's reach.
        return caller.isOwner && caller.actsAs == nil && !isForOthers(audience, than: member)
    }

    /// Whether a list is on this device for the sake of other people than a member: they see it, or did and the member
    /// never has.
    private func isForOthers(_ audience: Audience, than member: MemberID?) -> Bool {
        let others = (roster?.devices[device]?.members ?? []).filter { $0 != member }
        let isFormer = member.map { audience.participation(of: $0) == .removed } ?? false
        return others.contains { audience.isParticipant($0) }
            || !isFormer && others.contains { audience.participation(of: $0) == .removed }
    }

    /// The lists of which something is here and that a caller has left, in the order of their ids.
    func listsLeft(by caller: Principal) -> [ListState] {
        guard let member = member(of: caller) else { return [] }
        return listScopes.compactMap { scopes[$0]?.state.list }
            .filter { $0.origin != nil && $0.hasContent && !$0.isPurged && hasLeft($0, member) }
    }

    /// Whether a caller has left a list.
    package func hasLeft(_ list: ListState, caller: Principal) -> Bool {
        member(of: caller).map { hasLeft(list, $0) } ?? false
    }

    /// The lists that a caller sees, in the trash or not, in the order of their ids.
    package func listsWithTrash(for caller: Principal) -> [ListState] {
        lists(for: caller) { $0.state.list }
    }

    /// The same as they will be once all that is in flight is applied.
    func upcomingListsWithTrash(for caller: Principal) -> [ListState] {
        lists(for: caller, \.upcomingList)
    }

    /// The lists that a caller sees, each taken once: it is a copy of many counted references.
    private func lists(
        for caller: Principal,
        where isWanted: (ListState) -> Bool = { _ in true },
        _ list: (ScopeSlot) -> ListState?
    ) -> [ListState] {
        let member = member(of: caller)
        return listScopes.compactMap { scope in
            guard let list = scopes[scope].flatMap(list), list.origin != nil, list.hasContent, !list.isPurged,
                isVisible(list, to: caller, as: member)
            else {
                return nil
            }
            return isWanted(list) ? list : nil
        }
    }

    /// The lists that are not in the trash, with those that are on their way to the disk.
    func upcomingLists(for caller: Principal) -> [ListState] {
        lists(for: caller, where: { !$0.isTrashed }, \.upcomingList)
    }

    /// Where something is that a caller sees: the lists, those in the trash included, then the household.
    func scopes(for caller: Principal) -> [ScopeID] {
        listsWithTrash(for: caller).map(\.scope) + [householdID].compactMap(\.self)
    }

    /// The short ids of items, among those of all lists that are not in the trash.
    package func shortIDs(of entities: [EntityID]) -> [EntityID: String] {
        let short = ShortIDs(listScopes.compactMap { scopes[$0]?.state.list }.filter { !$0.isTrashed })
        return Dictionary(entities.map { ($0, short.shortID(of: $0)) }) { first, _ in first }
    }
}
