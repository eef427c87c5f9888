package import PhlistModel

/// Read access for a caller. Reads come from memory and never wait.
extension Library {
    /// Returns the member that a caller acts as; nil also if the caller may not act as the named member.
    package func member(of caller: Principal) -> MemberID? {
        // That error was reported before this caller's data is read.
        (try? actingMember(of: caller)) ?? nil
    }

    /// Returns the member that a caller acts as, if any: the chosen one, else the one that the device is for.
    ///
    /// - Throws: If the named member does not exist, is not listed for the device, or is another caller's.
    package func actingMember(of caller: Principal) throws(CommandError) -> MemberID? {
        if let member = caller.phoneOf { return try memberOfPhone(member, actingAs: caller.actsAs) }
        let chosen = upcomingBindings[caller.uid]
        let own = chosen == nil ? memberOfDevice(for: caller) : chosen == .house ? nil : chosen
        guard let name = caller.actsAs else { return own }
        let member = try member(named: name)
        guard caller.isOwner || own == member else { throw .login(.mayNotActAs(name)) }
        // On a device of the house, a name is only a signature and grants no rights.
        guard own == member || isFor(member) || isAlone || isOfHouse else { throw .member(.notListed(member)) }
        return member
    }

    /// Returns the member that a phone acts as; it can act as nobody else.
    private func memberOfPhone(_ member: MemberID, actingAs name: String?) throws(CommandError) -> MemberID {
        if let name { throw .login(.mayNotActAs(name)) }
        guard let state = household?.member(member), !state.isRemoved else { throw .login(.phoneOfNobody) }
        guard isFor(member) || isAlone || isOfHouse else { throw .member(.notListed(member)) }
        return member
    }

    /// Whether the household has listed a member for this device.
    func isFor(_ member: MemberID) -> Bool {
        roster?.devices[device]?.members.contains(member) ?? false
    }

    /// Whether this device is alone in its household, so that its users need not be listed.
    var isAlone: Bool { companionCount == 0 && introducer == nil }

    /// Whether no member is listed for this device.
    var isForNobody: Bool { roster?.devices[device]?.members.isEmpty ?? true }

    /// Whether a member may act here only because this device is alone in its household.
    package func isVisitor(_ member: MemberID) -> Bool {
        isAlone && !isOfHouse && !listing(of: member).isEmpty
    }

    /// Whether nobody else was ever in this device's household, which continues no other one: the first change of each
    /// login there makes a member.
    var isFresh: Bool {
        isAlone && lineage == householdID && roster?.authors.count ?? 1 <= 1
    }

    /// Whether this device is or was in a household with others, without listed members.
    var isOfHouse: Bool {
        !isFresh && (roster?.devices[device]?.members.isEmpty ?? false)
    }

    /// Returns the only member of this device, unless another login has chosen them, or the house; nil if ambiguous,
    /// and usually in a fresh household.
    private func memberOfDevice(for caller: Principal) -> MemberID? {
        let members = roster?.devices[device]?.members ?? []
        let isChosen = members.first.map { upcomingBindings.values.contains($0) } ?? false
        guard !isFresh else {
            // The member of the daemon's own user is unknown there after damage to the log, where a device goes on
            // alone, and where root has shared it with somebody.
            return members.count == 1 && caller.isOwner && !isChosen ? members[0] : nil
        }
        guard let member = members.first else { return .house }
        return members.count == 1 && (caller.isOwner || !isChosen) ? member : nil
    }

    /// Whether a command shares a fresh device without members, and not with its caller; root is not a person.
    func isGivenAway(by command: DeviceCommand, of caller: Principal) -> Bool {
        guard case .share(_, let names) = command, isFresh, isForNobody, caller.uid != 0,
            upcomingBindings[caller.uid] == nil
        else { return false }
        return !names.contains { name in
            (try? member(named: name)).map { isNamedAfterLogin($0, of: caller) } ?? false
        }
    }

    /// Whether a member has the name of a caller's login, as the first member of a fresh household does.
    func isNamedAfterLogin(_ member: MemberID, of caller: Principal) -> Bool {
        caller.phoneOf == nil && memberName(member).map { fold($0) == fold(caller.name) } ?? false
    }

    /// Returns the member of this device who is called like a caller's login and whom no login acts as, with the number
    /// of lists that belong to them.
    package func forsakenMember(of caller: Principal) -> (member: MemberID, listCount: Int)? {
        let members = roster?.devices[device]?.members ?? []
        let bound = upcomingBindings.values
        guard let member = members.first(where: { isNamedAfterLogin($0, of: caller) }), !bound.contains(member) else {
            return nil
        }
        let lists = listScopes.compactMap { scopes[$0]?.state.list }.filter { $0.owner == member && !$0.isTrashed }
        return lists.isEmpty ? nil : (member, lists.count)
    }

    /// The members that the logins of this machine act as, including bindings in flight.
    package var upcomingBindings: [UInt32: MemberID] {
        entriesInFlight.joined().reduce(into: bindings) { bindings, entry in
            if case .local(.binding(let uid, let member)) = entry { bindings[uid] = member }
        }
    }

    /// Whether a caller has chosen to act as nobody.
    package func isLoggedOut(_ caller: Principal) -> Bool {
        caller.actsAs == nil && upcomingBindings[caller.uid] == .house
    }

    /// Returns the lists that a caller sees outside the trash, by title, then by id.
    package func lists(for caller: Principal) -> [ListState] {
        let lists = lists(for: caller, where: { !$0.isTrashed }) { $0.state.list }
        let keys = lists.map { (fold($0.title), $0.scope) }
        return lists.indices.sorted { keys[$0] < keys[$1] }.map { lists[$0] }
    }

    /// Returns the lists outside the trash that a caller sees and that have not ended for them, by title, then by id:
    /// what is done in them is news, and what is left to do in them can be done.
    package func currentLists(for caller: Principal) -> [ListState] {
        lists(for: caller).filter { !hasEnded($0.scope) }
    }

    /// Returns a list with a draft applied, even if only the draft knows it.
    package func list(_ scope: ScopeID, with draft: ScopeDraft? = nil) -> ListState? {
        guard let draft else { return scopes[scope]?.state.list }
        return ListState(scopes[scope]?.state ?? ScopeState(.list, scope), with: draft)
    }

    /// Returns the household with a draft applied.
    package func household(with draft: ScopeDraft?) -> HouseholdState? {
        householdID.flatMap { scopes[$0] }.map { HouseholdState($0.state, with: draft) }
    }

    /// The household once everything in flight is applied.
    var upcomingHousehold: HouseholdState? {
        household(with: householdID.flatMap { scopes[$0]?.draft })
    }

    /// Returns a member's name, if known; also of a removed member.
    package func memberName(_ member: MemberID) -> String? {
        member == .house ? nil : household?.memberName(member)
    }

    /// Returns the name of an assignee, marked if the member was removed.
    package func assigneeName(_ member: MemberID) -> String? {
        guard let name = memberName(member) else { return nil }
        return household?.member(member)?.isRemoved ?? false ? name + Self.removalMark : name
    }

    /// The mark after the name of a removed member.
    static var removalMark: String { " (removed)" }

    /// Returns the names of the members of a rotation, separated by commas, without removed ones.
    package func names(of rotation: Rotation) -> String {
        presentMembers(of: rotation).compactMap { memberName($0) }.joined(separator: ", ")
    }

    /// Returns the names, or the ids of those members whose names stand for several of them or would be read as two.
    package func references(to rotation: Rotation) -> String {
        let names = presentMembers(of: rotation).map { member in
            let name = memberName(member) ?? ""
            let isClear = !name.contains(",") && (try? self.member(named: name)) == member
            return isClear ? name : member.description
        }
        return names.joined(separator: ", ")
    }

    /// Returns the members of a rotation, without removed ones.
    package func presentMembers(of rotation: Rotation) -> [MemberID] {
        rotation.members.filter { household?.member($0)?.isRemoved == false }
    }

    /// Whether a caller may see a list.
    package func isVisible(_ list: ListState, to caller: Principal) -> Bool {
        isVisible(list, to: caller, as: member(of: caller))
    }

    /// Whether a caller, whose member is known, may see a list.
    private func isVisible(_ list: ListState, to caller: Principal, as member: MemberID?) -> Bool {
        guard let audience = audience(of: list), member.map({ !hasLeft(list, $0) }) ?? true else { return false }
        // The phone of somebody who was removed sees nothing.
        guard member != nil || caller.phoneOf == nil else { return false }
        guard !(member.map { audience.sees($0) } ?? audience.isEverybodys) else { return true }
        // The user that runs phlistd also sees lists that have ended for them, and lists that nobody could reach
        // otherwise.
        return caller.isOwner && caller.actsAs == nil && !isForOthers(audience, than: member)
    }

    /// Whether a list is here only for people other than the member: users of this device who see it, or lost it while
    /// the member never lost it, or an owner who can be listed for this device.
    private func isForOthers(_ audience: Audience, than member: MemberID?) -> Bool {
        let others = (roster?.devices[device]?.members ?? []).filter { $0 != member }
        let isFormer = member.map { audience.participation(of: $0) == .removed } ?? false
        return !isFormer && isOfAnother(audience, than: member) || others.contains { audience.isParticipant($0) }
            || !isFormer && others.contains { audience.participation(of: $0) == .removed }
    }

    /// Whether a list belongs to somebody else in the household, and a member never took part in it.
    private func isOfAnother(_ audience: Audience, than member: MemberID?) -> Bool {
        guard let member, member != .house, audience.participation(of: member) == .some(.none) else { return false }
        return household?.member(audience.owner).map { !$0.isRemoved } ?? false
    }

    /// Returns the lists with contents here that a caller has left, in the order of their ids.
    func listsLeft(by caller: Principal) -> [ListState] {
        guard let member = member(of: caller) else { return [] }
        return listScopes.compactMap { scopes[$0]?.state.list }
            .filter { $0.origin != nil && $0.hasContent && !$0.isPurged && hasLeft($0, member) }
    }

    /// Whether a caller has left a list.
    package func hasLeft(_ list: ListState, caller: Principal) -> Bool {
        member(of: caller).map { hasLeft(list, $0) } ?? false
    }

    /// Returns the lists that a caller sees, including trashed ones, in the order of their ids.
    package func listsWithTrash(for caller: Principal) -> [ListState] {
        lists(for: caller) { $0.state.list }
    }

    /// Returns these lists once everything in flight is applied.
    func upcomingListsWithTrash(for caller: Principal) -> [ListState] {
        lists(for: caller, \.upcomingList)
    }

    /// Returns the lists that a caller sees; each is fetched once, because a copy costs many reference counts.
    ///
    /// - Parameters:
    ///   - caller: Who asks.
    ///   - candidates: The lists to look at, in the order of their ids; nil for all.
    ///   - isWanted: Whether a list that the caller sees is returned.
    ///   - list: Returns the state of a list.
    /// - Returns: The lists.
    func lists(
        for caller: Principal,
        among candidates: [ScopeID]? = nil,
        where isWanted: (ListState) -> Bool = { _ in true },
        _ list: (ScopeSlot) -> ListState?
    ) -> [ListState] {
        let member = member(of: caller)
        return (candidates ?? listScopes).compactMap { scope in
            guard let slot = scopes[scope], isList(slot), let list = list(slot), list.origin != nil, list.hasContent,
                !list.isPurged,
                isVisible(list, to: caller, as: member)
            else {
                return nil
            }
            return isWanted(list) ? list : nil
        }
    }

    /// Returns the lists outside the trash, including lists in flight.
    func upcomingLists(for caller: Principal) -> [ListState] {
        lists(for: caller, where: { !$0.isTrashed }, \.upcomingList)
    }

    /// Returns the scopes that a caller sees: the lists, including trashed ones, then the household.
    package func scopes(for caller: Principal) -> [ScopeID] {
        listsWithTrash(for: caller).map(\.scope) + [householdID].compactMap(\.self)
    }

    /// Returns the short ids of items, unique among all lists outside the trash.
    package func shortIDs(of entities: [EntityID]) -> [EntityID: String] {
        guard !entities.isEmpty else { return [:] }
        return ShortIDs(directory, drafted: []) { scope in
            guard let slot = scopes[scope], isList(slot), let list = slot.state.list else { return nil }
            return list.isTrashed ? nil : list
        }.shortIDs(of: entities)
    }
}
