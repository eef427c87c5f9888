/// The ops that take back some user actions, and the values that have to stay.
package struct UndoPlan: Hashable, Sendable {
    /// The ops, including the marks that the actions are taken back.
    package var ops: [Op]
    /// Values left alone: changed since by somebody who knew the actions, or written concurrently by several.
    package var leftAlone: [Value]

    /// One value of one entity.
    package struct Value: Hashable, Sendable {
        package var entity: EntityID
        package var field: FieldID
    }
}

extension ScopeState {
    /// One user action and its time.
    package struct Action: Hashable, Sendable {
        package var group: UInt64
        package var stamp: Stamp
    }

    /// The newest action of a member that is not an undo and not taken back, on all of their devices or on one.
    package func newestAction(by member: MemberID, on device: DeviceID? = nil) -> Action? {
        let actions = UndoHistory(of: self, by: member, on: device)
        return actions.newestFirst.first { !actions.isUndo($0.group) && !actions.isTakenBack($0.group) }
    }

    /// The newest action or undo of a member that stands: only an undo can be redone, until the next change.
    package func newestStep(by member: MemberID, on device: DeviceID? = nil) -> (action: Action, isUndo: Bool)? {
        let actions = UndoHistory(of: self, by: member, on: device)
        let step = actions.newestFirst.first { action in
            let isOver =
                actions.isUndo(action.group) ? actions.isTakenBack(action.group) : actions.isUndone(action.group)
            return !isOver && !actions.isRedo(action.group)
        }
        return step.map { ($0, actions.isUndo($0.group)) }
    }

    /// The action that each undo and redo of a member took back.
    func undoTargets(by member: MemberID) -> [UInt64: UInt64] {
        UndoHistory(of: self, by: member).targets
    }

    /// Returns an action and those that it brought back: what a redo found changed, and left alone, is still theirs.
    func restated(_ action: UInt64, by member: MemberID) -> Set<UInt64> {
        let targets = undoTargets(by: member)
        var (restated, cursor) = (Set([action]), action)
        // Marks in a circle are written by malicious devices alone.
        while let undo = targets[cursor], let earlier = targets[undo], restated.insert(earlier).inserted {
            cursor = earlier
        }
        return restated
    }

    /// Returns the ops that take back some actions.
    ///
    /// A value that nothing else has changed since goes back to what everybody saw just before, or to what was written
    /// concurrently with the actions; two devices that take back one action write equal values.
    ///
    /// - Parameters:
    ///   - actions: The group numbers of the actions.
    ///   - marked: The actions that are marked as taken back, if not all of them.
    ///   - group: The group number of the new ops.
    ///   - bonds: What the undo has to observe because of the parts of the actions in other lists.
    /// - Returns: The ops, and the values left alone.
    package func plan(
        takingBack actions: Set<UInt64>,
        marking marked: Set<UInt64>? = nil,
        as group: UInt64,
        _ bonds: UndoBonds = UndoBonds()
    ) -> UndoPlan {
        var planner = UndoPlanner(state: self, actions: actions, bonds: bonds)
        return planner.plan(marking: marked ?? actions, as: group)
    }
}
