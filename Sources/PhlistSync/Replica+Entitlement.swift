package import PhlistModel

/// Who may see what.
extension Replica {
    /// The lists of this device, in the order of their ids.
    var listScopes: [ScopeID] {
        scopes.values.filter { isList($0) }.map(\.state.id).sorted()
    }

    /// Those of them that somebody has shown to others.
    var sharedLists: [ScopeID] {
        scopes.values.filter { isList($0) && $0.state.sharing.wordCount > 0 }.map(\.state.id).sorted()
    }

    private func isList(_ slot: ScopeSlot) -> Bool {
        slot.state.kind == .list && !isLeft(slot.state.id)
    }

    /// Whether a scope is a household that this device has left, or a list of one: it is kept, and not shown any more.
    func isLeft(_ scope: ScopeID) -> Bool {
        guard !leftHouseholds.contains(scope) else { return true }
        guard let household = scopes[scope]?.state.origin?.household, household != lineage else { return false }
        return leftHouseholds.contains { (scopes[$0]?.state.roster.lineage ?? $0) == household }
    }

    /// Whether a list belongs to another household: nobody of this one gets it.
    ///
    /// Until the founding has come nobody knows whose the household is: what somebody said of it proves nothing.
    func isForeign(_ slot: ScopeSlot) -> Bool {
        guard let household = slot.state.origin?.household else { return false }
        return household != householdID.flatMap { scopes[$0]?.state.roster.lineage }
    }

    /// What the household has in common with all that it continues: to this its lists belong.
    var lineage: ScopeID? {
        householdID.flatMap { scopes[$0]?.state.roster.lineage } ?? toldLineage
    }

    /// The scopes that a device may see, the household first.
    package func sharedScopes(with device: DeviceID) -> [ScopeID] {
        let asker = asker(device)
        let lists = scopes.values.filter { isList($0) && isEntitled(asker, to: $0) }
        return (householdID.map { [$0] } ?? []) + lists.map(\.state.id).sorted()
    }

    /// Whether a device may see a scope, by all that is applied here.
    func isEntitled(_ device: DeviceID, to scope: ScopeID) -> Bool {
        isEntitled(asker(device), to: scope)
    }

    /// The same for one of whom it is asked for many scopes.
    func isEntitled(_ asker: Asker, to scope: ScopeID) -> Bool {
        if let slot = scopes[scope] { return isEntitled(asker, to: slot) }
        return scope == householdID ? asker.isMember : asker.isProven && isAwaitingAnswer(asker.device, to: scope)
    }

    /// While something may have made a list private that this device has not read, it is everybody's only for those who
    /// know it already.
    private func isEntitled(_ asker: Asker, to slot: ScopeSlot) -> Bool {
        let scope = slot.state.id
        guard asker.isMember, !isForeign(slot) else { return false }
        if scope == householdID { return true }
        guard asker.isProven else { return false }
        let isDoubtful = asker.isHouseholdDoubtful || lacksWords(slot) || mayBeClosed(scope)
        guard let audience = knownAudience(of: slot)?.audience else { return isAwaitingAnswer(asker.device, to: scope) }
        // What a later version says may hide the list from anybody but its owner.
        guard !slot.state.isCriticalOpaque else { return audience.includesOwner(on: asker.device) }
        guard !isOver(scope, with: asker.device, audience) else { return false }
        let isForAll = audience.isEverybodys && (!isDoubtful || isKnown(scope, to: asker.device))
        return isForAll ? audience.mayHave(asker.device) : audience.includesParticipant(on: asker.device)
    }

    /// Whether a hole in the log may have swallowed words on who may see a list, or a later version has said some.
    func lacksWords(_ slot: ScopeSlot) -> Bool {
        slot.state.isCriticalOpaque || healing?.isDoubtful(slot.state.id) ?? false
    }

    /// Who may see a list, by all that is applied here; nil until its first op has come.
    package func audience(of scope: ScopeID) -> Audience? {
        scopes[scope].flatMap { knownAudience(of: $0)?.audience }
    }

    private func knownAudience(of slot: ScopeSlot) -> KnownAudience? {
        guard let owner = slot.state.origin?.owner else { return nil }
        let home = householdID.flatMap { scopes[$0] }
        if let known = slot.audience, known.isUpToDate(for: slot, in: home) { return known }
        let known = KnownAudience(of: slot, owner: owner, in: home)
        slot.audience = known
        return known
    }

    /// Who may see a list as it is given, with what is drafted laid over it.
    package func audience(of list: ListState) -> Audience? {
        guard list.isSharingDrafted else { return audience(of: list.scope) }
        return list.owner.map { Audience(list.sharing, owner: $0, in: roster ?? Roster()) }
    }

    /// Whether everybody in the household may see a list.
    package func isEverybodys(_ list: ListState) -> Bool {
        audience(of: list)?.isEverybodys ?? false
    }

    /// Who asks for a scope, by the roster.
    func asker(_ device: DeviceID) -> Asker {
        let isProven = isProvenMember(device)
        let isDoubtful = householdID.flatMap { scopes[$0]?.state.isCriticalOpaque } ?? false
        let isMember = isProven || isTakenForMember(device)
        return Asker(device: device, isMember: isMember, isProven: isProven, isHouseholdDoubtful: isDoubtful)
    }

    /// What the household says of a device that may see some scopes and not others.
    struct Asker {
        var device: DeviceID
        var isMember: Bool
        /// Whether the roster, or the word of the device that let this one in, says so.
        var isProven: Bool
        /// Whether something may say who is in that only a later version can read.
        var isHouseholdDoubtful: Bool
    }

    /// Whether any device has shown in a session that stands that it holds something of a scope.
    func isShown(_ scope: ScopeID) -> Bool {
        sessions.values.contains { $0.hasShown(scope) }
    }

    /// Whether a device has named a list: it holds something of it, or said that it is closed to this one.
    private func isKnown(_ list: ScopeID, to device: DeviceID) -> Bool {
        invitations[device]?.names(list) ?? false
            || sessions.values.contains { $0.device == device && $0.hasShown(list) }
    }
}
