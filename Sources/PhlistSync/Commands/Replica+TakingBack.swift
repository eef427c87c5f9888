import OrderedCollections
import PhlistModel

/// Undo and redo.
extension Replica {
    /// Which way a user goes through his actions.
    enum Direction {
        case undo
        case redo
    }

    /// Takes back the newest action, or the newest undo, of a caller, in all lists where it was.
    func planTakingBack(
        _ direction: Direction,
        in name: String?,
        _ action: inout Action
    ) throws(CommandError) {
        let list = try name.map { name throws(CommandError) in [try self.list(named: name, for: action.caller)] }
        // Where no list is named, what was done to the members counts, and what put a list into the trash: an undo must
        // not pass over it.
        let scopes = list ?? scopes(for: action.caller)
        let member = action.member
        let candidates = scopes.compactMap { newest(direction, by: member, in: $0) }
        guard let newest = candidates.max(by: { ($0.stamp, $0.scope) < ($1.stamp, $1.scope) }) else {
            throw direction == .undo ? .nothingToUndo : .nothingToRedo
        }
        for candidate in candidates where candidate.group == newest.group {
            guard let plan = self.scopes[candidate.scope]?.state.plan(takingBack: [newest.group], as: action.group)
            else { continue }
            if candidate.scope == householdID {
                try checkRemovals(in: plan)
            }
            action.takeBack(plan, in: candidate.scope, isList: candidate.scope != householdID)
        }
    }

    /// Refuses to take a member away whom somebody acts as.
    private func checkRemovals(in plan: UndoPlan) throws(CommandError) {
        for case .write(let entity, let fields) in plan.ops where fields.contains(FieldWrite(.life, Life.dead)) {
            if let used = upcomingBindings.values.filter({ EntityID($0) == entity }).min() {
                throw .memberInUse(used)
            }
        }
    }

    private func newest(
        _ direction: Direction,
        by member: MemberID,
        in scope: ScopeID
    ) -> (scope: ScopeID, group: UInt64, stamp: Stamp)? {
        guard let state = scopes[scope]?.state else { return nil }
        let action = direction == .undo ? state.newestAction(by: member) : state.newestUndo(by: member)
        return action.map { (scope, $0.group, $0.stamp) }
    }
}

extension Action {
    /// Adds what takes an earlier action back in one list, or in the household.
    fileprivate mutating func takeBack(_ plan: UndoPlan, in scope: ScopeID, isList: Bool) {
        add(plan.ops, in: scope)
        isTakingBack = true
        outcome.list = parts.count == 1 && isList ? scope : nil
        let changed = plan.ops.compactMap { op -> EntityReference? in
            // The mark that the action is taken back is no news to people.
            guard case .write(let entity, let fields) = op, fields.first?.field != .undoneBy else { return nil }
            return EntityReference(scope: scope, entity: entity)
        }
        outcome.changed += OrderedSet(changed)
        outcome.leftAlone += plan.leftAlone.map { FieldReference(scope: scope, entity: $0.entity, field: $0.field) }
    }
}
