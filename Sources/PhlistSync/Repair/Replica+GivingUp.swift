import PhlistModel

/// Accepting a permanent loss: see docs/decisions/0028.
extension Replica {
    /// Rewrites batches that wait for lost ones, and counts the log as whole.
    mutating func giveUp(_ request: GiveUp, for caller: Principal, id: CommandID, now: Now) throws(CommandError) {
        // A batch that is being written may be the missing one.
        guard appends.isEmpty else {
            return appends.wait(.giveUp(request, caller), id: id)
        }
        guard let damage, let lostBytes = repair.lostBytes else { throw .loss(.nothingToGiveUp) }
        let absent = devicesToAsk
        guard request.isForced || absent.isEmpty else {
            throw .loss(.othersMayHelp(absent.map { library.deviceName($0) ?? "\($0)" }))
        }
        guard damage.isHouseholdKnown || !access.hasOthers else { throw .loss(.householdLost) }
        let plan = Surrender(damage, sharesLists: request.sharesLists, access)
        guard !request.isDryRun else {
            effects.append(.reply(id, .success(.gaveUp(plan.outcome))))
            return
        }
        let count = plan.outcome.lostCount
        let fact = LocalFact.givenUp(lostBytes: lostBytes, changeCount: count, at: now.wall)
        append(carryOut(plan, for: caller, now: now) + [.local(fact)], reply: (id, .gaveUp(plan.outcome)))
    }

    /// Other devices of the household that may still return something: they have not yet sent a summary.
    private var devicesToAsk: [DeviceID] {
        admittedDevices.filter { $0 != device && !(exchange.openSession(with: $0)?.hasSummary ?? false) }
    }

    // MARK: Execution

    private mutating func carryOut(_ plan: Surrender, for caller: Principal, now: Now) -> [LogEntry] {
        var entries: [LogEntry] = []
        let home = plan.outcome.isNewHousehold ? found(&entries, now: now) : library.householdID
        if let home { entries += name(plan.nameless, in: home, for: caller, now: now) }
        // None of it is a user action: an undo would put lists into the trash, or show them to the household.
        let group = BatchHeader.upkeepGroup
        for (scope, owner) in plan.hidden {
            let hide = Op.write(.root, [SharingWord.visibility(.participants).write])
            entries += mint([hide], in: scope, by: owner, group: group, now: now)
        }
        var titles = plan.outcome.recoveredLists[...]
        for list in plan.waiting {
            let (scope, changes) = (list.scope, list.changes)
            guard list.mustBeginAgain else {
                let isHousehold = library.scopes[scope]?.state.kind == .household
                let target = isHousehold ? home ?? scope : scope
                entries += repeated(changes, of: scope, in: target, by: speakers(for: caller, plan))
                continue
            }
            let owner = speakers(for: caller, plan).first ?? .house
            let origin = ListOrigin(owner: owner, household: library.lineage ?? home ?? scope, nonce: random.next128())
            // The sharing is lost, too: only the owner sees the list until they share it again.
            let first = [FieldWrite(.life, Life.alive), FieldWrite(.title, text: titles.popFirst() ?? "")]
            let ops = [Op.originate(origin), .write(.root, first)]
            entries += mint(ops, in: origin.scope, by: owner, group: group, forHouse: owner == .house, now: now)
            entries += repeated(changes, of: scope, in: origin.scope, by: [owner])
        }
        for list in plan.untitled {
            let fields = [FieldWrite(.life, Life.alive), FieldWrite(.title, text: list.title)]
            let change = Op.write(.root, fields)
            let names = speakers(for: caller, plan)
            guard let (member, ops) = signed([change], in: list.scope, by: names) else { continue }
            entries += mint(ops, in: list.scope, by: member, group: group, now: now)
        }
        return entries
    }

    /// Members in whose names this device may rewrite lost batches: its own people, the caller first.
    private func speakers(for caller: Principal, _ plan: Surrender) -> [MemberID] {
        let listed = library.roster?.devices[device]?.members ?? []
        let all = Set(library.bindings.values).union(listed).subtracting([.house])
        let users =
            plan.outcome.isNewHousehold ? Set(library.bindings.values) : all.filter { !library.actsForHouse($0) }
        let asker = library.bindings[caller.uid]
        let others = users.subtracting([.house]).filter { $0 != asker }.sorted()
        return users.filter { $0 == asker && $0 != .house } + others
    }

    /// The household to which most lists here belong; among equals, the one with the least id.
    var lostLineage: ScopeID? {
        let households = library.listScopes.compactMap { library.scopes[$0]?.state.origin?.household }
        let counts = Dictionary(households.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    private mutating func found(_ entries: inout [LogEntry], now: Now) -> ScopeID {
        // The remaining lists keep their household, whatever its founding was.
        let (scope, founding) = founding(continuing: library.lineage ?? lostLineage, now: now)
        entries += founding
        return scope
    }

    /// Names members whose name is lost, and lists this device's users on it again.
    private mutating func name(
        _ members: [MemberID],
        in home: ScopeID,
        for caller: Principal,
        now: Now
    ) -> [LogEntry] {
        var ops: [Op] = []
        for (number, member) in members.enumerated() {
            let usual = "user of \(identity.deviceName)" + (number == 0 ? "" : " \(number + 1)")
            let name = library.freeName(like: library.bindings[caller.uid] == member ? caller.name : usual)
            ops.append(.write(EntityID(member), FieldWrite.making(member, called: name)))
        }
        let users = Set(library.bindings.values).subtracting([.house]).sorted()
        ops += home == library.householdID ? users.flatMap { library.listing(of: $0) } : admission(of: users)
        return ops.isEmpty ? [] : mint(ops, in: home, by: .house, now: now)
    }

    /// The op that admits this device to a new household, with its users.
    private func admission(of users: [MemberID]) -> [Op] {
        guard !users.isEmpty else { return [] }
        let (key, name) = (identity.publicKey, identity.deviceName)
        return [.roster(.admit(Admission(publicKey: key, deviceName: name, role: .admin, members: users)))]
    }

    /// Rewrites batches as edits of this device, at their times; edits by other people become those of its own people.
    ///
    /// In the same scope, a waiting edit does not replace a newer one: it is left out, and so is an edit that none of
    /// the speakers has the right to make.
    private mutating func repeated(
        _ changes: [Surrender.Change],
        of scope: ScopeID,
        in target: ScopeID,
        by speakers: [MemberID]
    ) -> [LogEntry] {
        library.ensureScope(target)
        var entries: [LogEntry] = []
        for change in changes {
            let (stamp, group, author) = (change.header.stamp, change.header.group, change.header.by)
            let newer = scope == target ? change.ops.compactMap { newest($0, in: scope, at: stamp) } : change.ops
            let names = speakers.filter { $0 == author } + speakers.filter { $0 != author }
            guard let (member, ops) = signed(newer, in: target, by: names), !ops.isEmpty else { continue }
            let isForHouse = library.scopes[target]?.state.kind == .list && !speakers.contains(member)
            let action = Minter.Minting(by: member, isForHouse: isForHouse, stamp: stamp, group: group)
            entries += minter.mint(ops, in: target, action, &library)
        }
        return entries
    }

    /// Returns the ops allowed to the first speaker who may do any of them; if there are no speakers, the house speaks.
    private func signed(_ ops: [Op], in scope: ScopeID, by names: [MemberID]) -> (member: MemberID, ops: [Op])? {
        for member in names.isEmpty ? [.house] : names {
            guard let rights = library.rights(of: member, in: scope)?.rights else { return (member, ops) }
            let allowed = ops.filter { rights.allow($0) }
            if !allowed.isEmpty { return (member, allowed) }
        }
        return nil
    }

    /// Returns the part of an op that no newer edit overrides; nil if nothing is left.
    private func newest(_ op: Op, in scope: ScopeID, at stamp: Stamp) -> Op? {
        guard case .write(let entity, let fields) = op, let state = library.scopes[scope]?.state else { return op }
        let kept = fields.filter { state.shown($0.field, of: entity).map { $0.act.stamp < stamp } ?? true }
        return kept.isEmpty ? nil : .write(entity, kept)
    }
}
