import PhlistModel

/// Changes of membership: plans become entries, and news of the roster becomes effects.
extension Replica {
    /// The access rules by all that is known now.
    var access: Access {
        Access(
            library: library,
            membership: membership,
            repair: repair,
            lastReached: peers.lastReached,
            sessions: exchange.sessions
        )
    }

    func isMember(_ device: DeviceID) -> Bool { access.isMember(device) }

    /// Founds a household of one at the first start.
    mutating func foundHousehold(now: Now) {
        let (scope, entries) = founding(continuing: nil, now: now)
        library.begin(with: scope)
        append(entries)
    }

    /// Creates the entries that found a household with this device in it.
    mutating func founding(continuing lineage: ScopeID?, now: Now) -> (scope: ScopeID, entries: [LogEntry]) {
        let (scope, plan) = plan { $0.found(continuing: lineage) }
        return (scope, entries(of: plan, now: now))
    }

    // MARK: Plans

    /// Plans a change of membership, and appends it.
    mutating func change(
        id: CommandID,
        now: Now,
        _ planning: (inout MembershipPlanner) throws(CommandError) -> MembershipPlan
    ) throws(CommandError) {
        let plan = try plan(planning)
        guard !plan.parts.isEmpty else { return effects.append(.reply(id, .success(plan.result))) }
        append(entries(of: plan, now: now), reply: (id, plan.result))
    }

    /// Lends a copy of the state to a planner, and takes its random numbers back.
    private mutating func plan<Plan, Refusal: Error>(
        _ planning: (inout MembershipPlanner) throws(Refusal) -> Plan
    ) throws(Refusal) -> Plan {
        var planner = membershipPlanner
        defer { random = planner.random }
        return try planning(&planner)
    }

    var membershipPlanner: MembershipPlanner {
        MembershipPlanner(
            library: library,
            membership: membership,
            identity: identity,
            authority: minter.signer.authority,
            mayHaveLost: repair.isOpen,
            random: random
        )
    }

    private mutating func entries(of plan: MembershipPlan, now: Now) -> [LogEntry] {
        var entries: [LogEntry] = []
        for part in plan.parts {
            switch part {
            case .facts(let facts): entries += facts.map(LogEntry.local)
            case .ops(let ops, let scope): entries += mint(ops, in: scope, by: .house, now: now)
            case .found(let ops, let scope):
                library.ensureHousehold(scope)
                entries += mint(ops, in: scope, by: .house, now: now)
            case .copy(let ops, let origin):
                let (group, owner) = (BatchHeader.upkeepGroup, origin.owner)
                entries += mint(ops, in: origin.scope, by: owner, group: group, forHouse: owner == .house, now: now)
            case .backup(let backup): entries += library.receive(backup, minter.signer.authority)
            }
        }
        return entries
    }

    // MARK: Members

    /// Creates the entries that make a caller a member under the login name.
    ///
    /// The house is the author, so that nobody can undo the membership.
    mutating func becomeMember(_ member: MemberID, for caller: Principal, now: Now) -> [LogEntry] {
        guard let householdID = library.householdID else { return [] }
        let ops = [Op.name(member, library.freeName(like: caller.name))] + library.listing(of: member)
        let binding = LogEntry.local(.binding(uid: caller.uid, member: member))
        return mint(ops, in: householdID, by: .house, now: now) + [binding]
    }

    /// Makes members again whose making was lost.
    mutating func name(_ members: [MemberID], now: Now) {
        guard let householdID = library.householdID else { return }
        for member in members {
            let name = library.freeName(like: "user of \(identity.deviceName)")
            append(mint([.name(member, name)], in: householdID, by: .house, now: now))
        }
    }

    // MARK: Removal and roster

    /// Records what a member device reports of this one's removal, so that it holds after a restart.
    ///
    /// It is only that device's word: the act itself comes with the household's new secret, which is not for this
    /// device.
    mutating func receivedRemoval(_ removal: Removal, in session: Session, now: Now) {
        let isKnown = library.toldRemoval.map { library.isProvenMember($0.teller) && $0.removal == removal } ?? false
        guard removal.household == library.householdID, session.device != device,
            library.isProvenMember(session.device), !isKnown, session.budget.mayInvite(now: now)
        else { return }
        append([.local(.removal(removal, from: session.device))])
    }

    /// Cancels a removal reported by a device that holds sessions with this one again.
    mutating func tookIn(_ device: DeviceID) {
        membership.withdrewClaim(device)
        guard library.toldRemoval?.teller == device else { return }
        append([.local(.removal(nil, from: device))])
    }

    /// Records that a stranger has an admin's letter.
    mutating func show(_ letter: [UInt8], of device: DeviceID) {
        guard !isMember(device), membership.show(letter, of: device, at: door) else { return }
        effects.append(.rosterChanged)
    }

    /// Replaces the secret if a former member may know it; every admin that learns of that does so.
    mutating func renewStaleKey(now: Now) {
        guard let householdID = library.householdID, let roster = library.roster, roster.isDiscoveryKeyStale,
            roster.devices[device]?.role == .admin
        else {
            return
        }
        // A new secret may be in flight already; and one that does not count would be written again and again.
        let rotation = RosterAct.rotate(random.discoveryKey())
        guard library.scopes[householdID]?.draft == nil, roster.hasRoom(for: rotation, by: device) else { return }
        append(mint([.roster(rotation)], in: householdID, by: .house, now: now))
    }

    /// Reports a changed roster to the shell, and ends sessions with devices that are no longer members.
    mutating func rosterChanged() {
        exchange.keepBudgets(access)
        membership.keepLetters(acceptedAt: door)
        effects.append(.rosterChanged)
        effects.append(.announcementChanged)
        effects.append(.peersChanged)
        perform(exchange.turnAwayStrangers(access))
        if let roster = library.roster, roster.contains(device) {
            peers.forgetHearsay { roster.contains($0) }
        }
        for session in exchange.openSessions { sendAddresses(to: session) }
    }
}

extension Op {
    /// Makes a member or renames one.
    static func name(_ member: MemberID, _ name: String) -> Op {
        .write(EntityID(member), FieldWrite.making(member, called: name))
    }
}
