import OrderedCollections
import PhlistModel
import PhlistVocabulary

/// Undo and redo.
extension Planner {
    /// The direction in which a user goes through their actions.
    enum Direction {
        case undo
        case redo
    }

    /// Takes back the newest action, or the newest undo, of a caller, in all lists that it changed.
    ///
    /// With the name of a list it is the newest one there; what it moved between lists goes back as a whole. An action
    /// that cannot be taken back is refused by name; no older action is taken back in its place.
    func planTakingBack(_ direction: Direction, in name: String?, _ action: inout Action) throws(CommandError) {
        let list = try name.map { name throws(CommandError) in [try library.list(named: name, for: action.caller)] }
        // Changes to members and to trashed or invisible lists count, too: an undo must not skip them.
        let all = library.listScopes + [library.householdID].compactMap(\.self)
        let newest = try newest(direction, by: action.member, in: list ?? all)
        let parts = all.filter { library.scopes[$0]?.state.contains(action: newest, by: action.member) ?? false }
        try checkCanBeTakenBack(newest, in: parts, for: action)
        let lists = parts.filter { $0 != library.householdID }
        let bonds = bonds(of: newest, by: action.member, in: lists, for: action.caller)
        for scope in parts {
            guard let plan = plan(takingBack: newest, in: scope, for: action, bonds[scope] ?? UndoBonds()) else {
                continue
            }
            if scope == library.householdID {
                try checkRemovals(in: plan)
            }
            if plan.widensAudience {
                try checkIsListed(action)
            }
            action.takeBack(plan, in: scope, isList: scope != library.householdID)
            follow(plan, in: scope, &action)
            action.broughtBack[scope] = broughtBack(by: newest, in: scope)
        }
    }

    /// Returns the items that an action brought back from the trash, where items are otherwise kept.
    private func broughtBack(by group: UInt64, in scope: ScopeID) -> Set<EntityID> {
        guard let list = library.scopes[scope]?.state.list, list.deletionPolicy == .cancelOnly else { return [] }
        let entries = list.history(atMost: HouseholdLimits.actionsBeforeUndoMax).entries
        let changes = entries.first { $0.group == group }?.changes ?? []
        return Set(changes.filter { $0.field == .life && $0.previous?.value.isDead == true }.map(\.entity))
    }

    /// Returns the group of the newest action, or of the newest undo if the member has done nothing else since.
    private func newest(
        _ direction: Direction,
        by member: MemberID,
        in scopes: [ScopeID]
    ) throws(CommandError) -> UInt64 {
        let steps = scopes.compactMap { step(direction, by: member, in: $0) }
        let newest = steps.max { (rank($0.stamp), $0.scope) < (rank($1.stamp), $1.scope) }
        guard let newest, newest.isWanted else {
            throw direction == .undo ? .history(.nothingToUndo) : .history(.nothingToRedo)
        }
        return newest.group
    }

    /// Returns what steps in several lists are ordered by: one of a clock that was ahead is older than one of today.
    private func rank(_ stamp: Stamp) -> Stamp {
        let last = Stamp(milliseconds: time + PhlistModel.Limits.clockStepBackMillisecondsMax)
        return stamp > last ? Stamp(milliseconds: 0) : stamp
    }

    private func step(_ direction: Direction, by member: MemberID, in scope: ScopeID) -> Step? {
        guard let state = library.scopes[scope]?.state else { return nil }
        // The house is a different actor on each of its devices.
        let place = member == .house ? device : nil
        switch direction {
        case .undo:
            return state.newestAction(by: member, on: place)
                .map { Step(scope: scope, group: $0.group, stamp: $0.stamp, isWanted: true) }
        case .redo:
            return state.newestStep(by: member, on: place)
                .map { Step(scope: scope, group: $0.action.group, stamp: $0.action.stamp, isWanted: $0.isUndo) }
        }
    }

    private func checkCanBeTakenBack(_ group: UInt64, in parts: [ScopeID], for action: Action) throws(CommandError) {
        for scope in parts {
            guard let change = library.scopes[scope]?.state.lastingChange(ofAction: group, by: action.member) else {
                continue
            }
            throw .history(.cannotBeUndone(change, in: scope))
        }
        let purged = parts.first { library.scopes[$0]?.state.list?.isPurged ?? false }
        if let purged { throw .history(.cannotBeUndone(.purge, in: purged)) }
        guard Set(parts).isSubset(of: library.scopes(for: action.caller)) else { throw .history(.lastActionUnseen) }
    }

    private func plan(
        takingBack group: UInt64,
        in scope: ScopeID,
        for action: Action,
        _ bonds: UndoBonds
    ) -> UndoPlan? {
        let audience = scope == library.householdID ? nil : library.audience(of: scope)
        return library.scopes[scope]?.state
            .plan(takingBack: group, by: action.member, as: action.group, for: audience, bonds)
    }

    /// Throws if a login acts as a member who would be removed.
    private func checkRemovals(in plan: UndoPlan) throws(CommandError) {
        for case .write(let entity, let fields) in plan.ops where fields.contains(FieldWrite(.life, Life.dead)) {
            if let used = library.upcomingBindings.values.filter({ EntityID($0) == entity }).min() {
                throw .member(.inUse(used))
            }
        }
    }
}

/// The newest action or undo of a member in one list, or in the household.
private struct Step {
    var scope: ScopeID
    var group: UInt64
    var stamp: Stamp
    /// Whether it goes in the wanted direction: an undo when something is to be redone.
    var isWanted: Bool
}

extension Action {
    /// Adds the ops that take back an earlier action in one list, or in the household.
    fileprivate mutating func takeBack(_ plan: UndoPlan, in scope: ScopeID, isList: Bool) {
        add(plan.ops, in: scope)
        isTakingBack = true
        outcome.list = parts.count == 1 && isList ? scope : nil
        let changed = plan.ops.compactMap { op -> EntityReference? in
            // The mark that the action is undone is not reported.
            guard case .write(let entity, let fields) = op, fields.first?.field != .undoneBy else { return nil }
            return EntityReference(scope: scope, entity: entity)
        }
        outcome.changed += OrderedSet(changed)
        outcome.leftAlone += plan.leftAlone.map { FieldReference(scope: scope, entity: $0.entity, field: $0.field) }
    }
}
