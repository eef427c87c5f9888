import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Changes of membership: plans become entries.
extension Journal {
    /// Creates a planner on the current state.
    func membershipPlanner(_ random: RandomSource) -> MembershipPlanner {
        MembershipPlanner(
            library: library,
            membership: membership,
            identity: identity,
            authority: minter.signer.authority,
            mayHaveLost: repair.isOpen,
            random: random
        )
    }

    /// Lends a copy of the state to a planner, and takes its random numbers back.
    func plan(_ command: Command, _ random: inout RandomSource) throws(CommandError) -> MembershipPlan {
        var planner = membershipPlanner(random)
        defer { random = planner.random }
        return try planner.plan(command)
    }

    /// Makes the entries of a plan, in its order.
    mutating func entries(of plan: MembershipPlan, _ random: inout RandomSource, now: Now) -> [LogEntry] {
        var entries: [LogEntry] = []
        for part in plan.parts {
            switch part {
            case .facts(let facts): entries += facts.map(LogEntry.local)
            case .ops(let ops, let scope): entries += mint(ops, in: scope, by: .house, &random, now: now)
            case .found(let ops, let scope):
                ensureHousehold(scope)
                entries += mint(ops, in: scope, by: .house, &random, now: now)
            case .copy(let ops, let origin):
                let (group, owner, isForHouse) = (BatchHeader.upkeepGroup, origin.owner, origin.owner == .house)
                let scope = origin.scope
                entries += mint(ops, in: scope, by: owner, group: group, forHouse: isForHouse, &random, now: now)
            case .backup(let backup): entries += receive(backup)
            }
        }
        return entries
    }

    // MARK: Upkeep of the household

    /// Founds a household of one at the first start.
    mutating func foundHousehold(_ random: inout RandomSource, now: Now) -> [LogEntry] {
        let (scope, entries) = founding(continuing: nil, &random, now: now)
        begin(with: scope)
        return entries
    }

    /// Makes the entries that found a household with this device in it.
    mutating func founding(
        continuing lineage: ScopeID?,
        _ random: inout RandomSource,
        now: Now
    ) -> (scope: ScopeID, entries: [LogEntry]) {
        var planner = membershipPlanner(random)
        let (scope, plan) = planner.found(continuing: lineage)
        random = planner.random
        return (scope, entries(of: plan, &random, now: now))
    }

    /// Makes a member again whose making was lost.
    mutating func name(_ member: MemberID, _ random: inout RandomSource, now: Now) -> [LogEntry] {
        guard let householdID = library.householdID else { return [] }
        let name = library.freeName(like: "user of \(identity.deviceName)")
        return mint([.name(member, name)], in: householdID, by: .house, &random, now: now)
    }

    /// Replaces the secret if a former member may know it; every admin that learns of that does so.
    mutating func renewStaleKey(_ random: inout RandomSource, now: Now) -> [LogEntry] {
        guard let householdID = library.householdID, let roster = library.roster, roster.isDiscoveryKeyStale,
            roster.devices[device]?.role == .admin
        else { return [] }
        // A new secret may be in flight already; and one that does not count would be written again and again.
        let rotation = RosterAct.rotate(random.discoveryKey())
        guard library.scopes[householdID]?.draft == nil, roster.hasRoom(for: rotation, by: device) else { return [] }
        return mint([.roster(rotation)], in: householdID, by: .house, &random, now: now)
    }
}
