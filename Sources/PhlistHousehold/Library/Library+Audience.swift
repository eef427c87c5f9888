package import PhlistModel

/// The lists here, and who in the household may see them.
extension Library {
    /// The lists of this device, in the order of their ids.
    package var listScopes: [ScopeID] {
        scopes.values.filter { isList($0) }.map(\.state.id).sorted()
    }

    /// The lists in which a sharing word was said.
    package var sharedLists: [ScopeID] {
        scopes.values.filter { isList($0) && $0.state.sharing.wordCount > 0 }.map(\.state.id).sorted()
    }

    package func isList(_ slot: ScopeSlot) -> Bool {
        slot.state.kind == .list && !isLeft(slot.state.id)
    }

    /// Whether a scope is a household that this device left, or a list of one: it is kept, but no longer shown.
    package func isLeft(_ scope: ScopeID) -> Bool {
        guard !leftHouseholds.contains(scope) else { return true }
        guard let household = scopes[scope]?.state.origin?.household, household != lineage else { return false }
        return leftHouseholds.contains { (scopes[$0]?.state.roster.lineage ?? $0) == household }
    }

    /// Whether a list belongs to another household, so that nobody in this one gets it.
    ///
    /// Before the founding has come, the lineage is unknown: a report of it proves nothing.
    package func isForeign(_ slot: ScopeSlot) -> Bool {
        guard let household = slot.state.origin?.household else { return false }
        return household != householdID.flatMap { scopes[$0]?.state.roster.lineage }
    }

    /// The id that the household shares with all that it continues, and to which its lists belong.
    package var lineage: ScopeID? {
        householdID.flatMap { scopes[$0]?.state.roster.lineage } ?? toldLineage
    }

    /// The audience of a list, by all that is applied here; nil until its first op has come.
    package func audience(of scope: ScopeID) -> Audience? {
        scopes[scope].flatMap { knownAudience(of: $0)?.audience }
    }

    package func knownAudience(of slot: ScopeSlot) -> KnownAudience? {
        guard let owner = slot.state.origin?.owner else { return nil }
        let home = householdID.flatMap { scopes[$0] }
        if let known = slot.audience, known.isUpToDate(for: slot, in: home) { return known }
        let known = KnownAudience(of: slot, owner: owner, in: home)
        slot.audience = known
        return known
    }

    /// Returns the audience of a list state, including its drafted sharing.
    package func audience(of list: ListState) -> Audience? {
        guard list.isSharingDrafted else { return audience(of: list.scope) }
        return list.owner.map { Audience(list.sharing, owner: $0, in: roster ?? Roster()) }
    }

    /// Whether nobody but its owner sees a list or is invited to it.
    func isUnshared(_ list: ListState) -> Bool {
        guard let audience = audience(of: list), !audience.isEverybodys, audience.accepted.isEmpty else { return false }
        return audience.invited.allSatisfy { member in
            if case .invited = audience.participation(of: member) { false } else { true }
        }
    }

    /// Whether everybody in the household may see a list.
    package func isEverybodys(_ list: ListState) -> Bool {
        audience(of: list)?.isEverybodys ?? false
    }
}
