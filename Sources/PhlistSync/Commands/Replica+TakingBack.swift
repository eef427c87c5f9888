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
        let scopes = try name.map { name throws(CommandError) in [try list(named: name, for: action.caller)] }
        let member = action.member
        let candidates = (scopes ?? listsWithTrash(for: action.caller).map(\.scope)).compactMap { scope in
            newest(direction, by: member, in: scope)
        }
        guard let newest = candidates.max(by: { ($0.stamp, $0.scope) < ($1.stamp, $1.scope) }) else {
            throw direction == .undo ? .nothingToUndo : .nothingToRedo
        }
        for candidate in candidates where candidate.group == newest.group {
            guard let plan = self.scopes[candidate.scope]?.state.plan(takingBack: [newest.group], as: action.group)
            else { continue }
            action.takeBack(plan, in: candidate.scope)
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
    /// Adds what takes an earlier action back in one list.
    fileprivate mutating func takeBack(_ plan: UndoPlan, in scope: ScopeID) {
        add(plan.ops, in: scope)
        outcome.list = parts.count == 1 ? scope : nil
        for op in plan.ops {
            // The mark that the action is taken back is no news to people.
            guard case .write(let entity, let fields) = op, fields.first?.field != .undoneBy else { continue }
            let reference = EntityReference(scope: scope, entity: entity)
            if !outcome.changed.contains(reference) {
                outcome.changed.append(reference)
            }
        }
        outcome.leftAlone += plan.leftAlone.map { FieldReference(scope: scope, entity: $0.entity, field: $0.field) }
    }
}
