import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Carries out a plan to accept a loss: rewrites the waiting batches as edits of this device.
///
/// None of it is a user action: an undo would put lists into the trash, or show them to the household.
struct Rewriting {
    let plan: Surrender
    /// The user who accepts the loss, in whose name lost batches are rewritten first.
    let caller: Principal
    let now: Now

    private static let group = BatchHeader.upkeepGroup

    /// Makes the entries, which are in flight in the journal from now on.
    func entries(_ journal: inout Journal, _ random: inout RandomSource) -> [LogEntry] {
        var entries: [LogEntry] = []
        let home = plan.outcome.isNewHousehold ? found(&entries, &journal, &random) : journal.library.householdID
        if let home { entries += name(in: home, &journal, &random) }
        for (scope, owner) in plan.hidden {
            let hide = Op.write(.root, [SharingWord.visibility(.participants).write])
            entries += journal.mint([hide], in: scope, by: owner, group: Self.group, &random, now: now)
        }
        var titles = plan.outcome.recoveredLists[...]
        for list in plan.waiting {
            if list.mustBeginAgain {
                entries += begin(list, called: titles.popFirst() ?? "", home: home, &journal, &random)
            } else {
                let isHousehold = journal.library.scopes[list.scope]?.state.kind == .household
                let target = isHousehold ? home ?? list.scope : list.scope
                entries += rewrite(list, into: target, by: speakers(in: journal.library), &journal)
            }
        }
        for list in plan.untitled {
            let change = Op.write(.root, Self.fields(called: list.title))
            let names = speakers(in: journal.library)
            guard let (member, ops) = journal.library.signed([change], in: list.scope, by: names) else { continue }
            entries += journal.mint(ops, in: list.scope, by: member, group: Self.group, &random, now: now)
        }
        let count = plan.outcome.lostCount
        return entries + [.local(.givenUp(lostBytes: plan.lostBytes, changeCount: count, at: now.wall))]
    }

    private static func fields(called title: String) -> [FieldWrite] {
        [FieldWrite(.life, Life.alive), FieldWrite(.title, text: title)]
    }

    /// Members in whose names this device may rewrite lost batches: its own people, the caller first.
    private func speakers(in library: Library) -> [MemberID] {
        let listed = library.roster?.devices[library.device]?.members ?? []
        let all = Set(library.bindings.values).union(listed).subtracting([.house])
        let users =
            plan.outcome.isNewHousehold ? Set(library.bindings.values) : all.filter { !library.actsForHouse($0) }
        let asker = library.bindings[caller.uid]
        let others = users.subtracting([.house]).filter { $0 != asker }.sorted()
        return users.filter { $0 == asker && $0 != .house } + others
    }

    // MARK: Household

    private func found(_ entries: inout [LogEntry], _ journal: inout Journal, _ random: inout RandomSource) -> ScopeID {
        // The remaining lists keep their household, whatever its founding was.
        let lineage = journal.library.lineage ?? journal.library.lostLineage
        let (scope, founding) = journal.founding(continuing: lineage, &random, now: now)
        entries += founding
        return scope
    }

    /// Names members whose name is lost, and lists this device's users on it again.
    private func name(in home: ScopeID, _ journal: inout Journal, _ random: inout RandomSource) -> [LogEntry] {
        let library = journal.library
        var ops: [Op] = []
        for (number, member) in plan.nameless.enumerated() {
            let usual = "user of \(journal.identity.deviceName)" + (number == 0 ? "" : " \(number + 1)")
            let name = library.freeName(like: library.bindings[caller.uid] == member ? caller.name : usual)
            ops.append(.name(member, name))
        }
        let users = Set(library.bindings.values).subtracting([.house]).sorted()
        ops +=
            home == library.householdID
            ? users.flatMap { library.listing(of: $0) } : Self.admission(of: users, as: journal.identity)
        return ops.isEmpty ? [] : journal.mint(ops, in: home, by: .house, &random, now: now)
    }

    /// The op that admits this device to a new household, with its users.
    private static func admission(of users: [MemberID], as identity: Replica.Identity) -> [Op] {
        guard !users.isEmpty else { return [] }
        let (key, name) = (identity.publicKey, identity.deviceName)
        return [.roster(.admit(Admission(publicKey: key, deviceName: name, role: .admin, members: users)))]
    }

    // MARK: Lists

    /// Rewrites the batches of a list whose beginning is lost into a new one.
    private func begin(
        _ list: Surrender.Waiting,
        called title: String,
        home: ScopeID?,
        _ journal: inout Journal,
        _ random: inout RandomSource
    ) -> [LogEntry] {
        let owner = speakers(in: journal.library).first ?? .house
        let household = journal.library.lineage ?? home ?? list.scope
        let origin = ListOrigin(owner: owner, household: household, nonce: random.next128())
        // The sharing is lost, too: only the owner sees the list until they share it again.
        let ops = [Op.originate(origin), .write(.root, Self.fields(called: title))]
        let (scope, isForHouse) = (origin.scope, owner == .house)
        let beginning = journal.mint(
            ops,
            in: scope,
            by: owner,
            group: Self.group,
            forHouse: isForHouse,
            &random,
            now: now
        )
        return beginning + rewrite(list, into: scope, by: [owner], &journal)
    }

    /// Rewrites batches as edits of this device, at their times; edits by other people become those of its own people.
    ///
    /// In the same scope, a waiting edit does not replace a newer one: it is left out, and so is an edit that none of
    /// the speakers has the right to make.
    private func rewrite(
        _ list: Surrender.Waiting,
        into target: ScopeID,
        by speakers: [MemberID],
        _ journal: inout Journal
    ) -> [LogEntry] {
        journal.ensureScope(target)
        var entries: [LogEntry] = []
        for change in list.changes {
            let (stamp, group, author) = (change.header.stamp, change.header.group, change.header.by)
            let newer =
                list.scope == target
                ? change.ops.compactMap { journal.library.newest($0, in: target, at: stamp) } : change.ops
            let names = speakers.filter { $0 == author } + speakers.filter { $0 != author }
            guard let (member, ops) = journal.library.signed(newer, in: target, by: names), !ops.isEmpty else {
                continue
            }
            let isForHouse = journal.library.scopes[target]?.state.kind == .list && !speakers.contains(member)
            let action = Minter.Minting(by: member, isForHouse: isForHouse, stamp: stamp, group: group)
            entries += journal.mint(ops, in: target, as: action)
        }
        return entries
    }
}

extension Library {
    /// The household to which most lists here belong; among equals, the one with the least id.
    var lostLineage: ScopeID? {
        let households = listScopes.compactMap { scopes[$0]?.state.origin?.household }
        let counts = Dictionary(households.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// Returns the ops allowed to the first speaker who may do any of them; if there are no speakers, the house speaks.
    fileprivate func signed(_ ops: [Op], in scope: ScopeID, by names: [MemberID]) -> (member: MemberID, ops: [Op])? {
        for member in names.isEmpty ? [.house] : names {
            guard let rights = rights(of: member, in: scope)?.rights else { return (member, ops) }
            let allowed = ops.filter { rights.allow($0) }
            if !allowed.isEmpty { return (member, allowed) }
        }
        return nil
    }

    /// Returns the part of an op that no newer edit overrides; nil if nothing is left.
    fileprivate func newest(_ op: Op, in scope: ScopeID, at stamp: Stamp) -> Op? {
        guard case .write(let entity, let fields) = op, let state = scopes[scope]?.state else { return op }
        let kept = fields.filter { state.shown($0.field, of: entity).map { $0.act.stamp < stamp } ?? true }
        return kept.isEmpty ? nil : .write(entity, kept)
    }
}
