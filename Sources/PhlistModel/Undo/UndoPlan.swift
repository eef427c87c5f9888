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
        let actions = Actions(of: self, by: member, on: device)
        return actions.newestFirst.first { !actions.isUndo($0.group) && !actions.isTakenBack($0.group) }
    }

    /// The newest action or undo of a member that is not taken back: only an undo can be redone.
    package func newestStep(by member: MemberID, on device: DeviceID? = nil) -> (action: Action, isUndo: Bool)? {
        let actions = Actions(of: self, by: member, on: device)
        let step = actions.newestFirst.first { !actions.isTakenBack($0.group) && !actions.isRedo($0.group) }
        return step.map { ($0, actions.isUndo($0.group)) }
    }

    /// The action that each undo and redo of a member took back.
    func undoTargets(by member: MemberID) -> [UInt64: UInt64] {
        Actions(of: self, by: member).targets
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
    /// - Returns: The ops, and the values left alone.
    package func plan(
        takingBack actions: Set<UInt64>,
        marking marked: Set<UInt64>? = nil,
        as group: UInt64
    ) -> UndoPlan {
        var planner = UndoPlanner(state: self, actions: actions)
        return planner.plan(marking: marked ?? actions, as: group)
    }
}

/// The actions of a member in a scope.
private struct Actions {
    /// The actions by time; undo marks do not count as actions of their own.
    let newestFirst: [ScopeState.Action]
    /// The action that each undo and redo took back.
    private(set) var targets: [UInt64: UInt64] = [:]
    private var takenBack: Set<UInt64> = []

    /// Collects the actions of a member, on all devices or on one; those of everybody if `member` is nil.
    init(of state: ScopeState, by member: MemberID?, on device: DeviceID? = nil) {
        let (ledger, table) = (state.ledger, state.table)
        var newest: [UInt64: Stamp] = [:]
        for (number, batch) in ledger.batches.enumerated() where ledger.member(of: number) == member {
            // A batch without ops only records what its author knew.
            guard batch.opCount > 0, device == nil || ledger.device(of: number) == device else { continue }
            newest[batch.group] = max(newest[batch.group] ?? batch.stamp, batch.stamp)
        }
        for write in table.writes where table.field(of: write) == .undoneBy {
            // Nobody can take back actions of others.
            guard member == nil || ledger.member(of: Int(write.batch)) == member else { continue }
            let target = table.rows[Int(write.row)].entity.rawValue
            let group = ledger.batches[Int(write.batch)].group
            guard group != target else { continue }
            targets[group] = target
            takenBack.insert(target)
        }
        newestFirst = newest.map { ScopeState.Action(group: $0.key, stamp: $0.value) }
            .sorted { ($0.stamp, $0.group) > ($1.stamp, $1.group) }
    }

    /// The action that an undo or a redo took back.
    func target(of action: UInt64) -> UInt64? {
        targets[action]
    }

    func isTakenBack(_ action: UInt64) -> Bool {
        takenBack.contains(action)
    }

    func isUndo(_ action: UInt64) -> Bool {
        targets.depth(of: action) % 2 == 1
    }

    /// Whether an action is an undo of an undo: it counts as the action that it brought back.
    func isRedo(_ action: UInt64) -> Bool {
        targets.depth(of: action) > 0 && !isUndo(action)
    }
}

/// Finds the values before some actions.
private struct UndoPlanner {
    private let state: ScopeState
    private let actions: Set<UInt64>
    private let history: Actions
    private var past: PastValues
    /// The numbers of all writes to the entities that the actions touched.
    private var registers: [UndoPlan.Value: [UInt32]] = [:]
    /// The entities that the actions made: every later writer knows of them, whatever the clocks say.
    private var made: Set<EntityID> = []
    /// Whether the actions made a list in which there is something else by now, so that it stays.
    private var madeListIsUsed = false
    private var fields: [EntityID: [FieldWrite]] = [:]
    private var leftAlone: [UndoPlan.Value] = []

    init(state: ScopeState, actions: Set<UInt64>) {
        self.state = state
        self.actions = actions
        history = Actions(of: state, by: nil)
        past = PastValues(of: state)
        let table = state.table
        let rows = Set(table.writes.lazy.filter { actions.contains(state.group(of: $0)) }.map(\.row))
        var seen: Set<EntityID> = []
        for (number, write) in table.writes.enumerated() where rows.contains(write.row) {
            let entity = table.rows[Int(write.row)].entity
            let value = UndoPlan.Value(entity: entity, field: table.field(of: write))
            registers[value, default: []].append(UInt32(number))
            if seen.insert(entity).inserted, isOfActions(UInt32(number)) { made.insert(entity) }
        }
        guard made.contains(.root), let list = state.list else { return }
        madeListIsUsed =
            list.items.contains { !made.contains($0.entity) } || list.records.contains { !made.contains($0.entity) }
    }

    mutating func plan(marking marked: Set<UInt64>, as group: UInt64) -> UndoPlan {
        let targets = registers.filter { $0.value.contains(where: isOfActions) }.keys
        for target in targets.sorted(by: { ($0.entity, $0.field) < ($1.entity, $1.field) }) {
            switch target.field.mergeClass {
            case .register where !target.field.canBeTakenBack: continue
            case .register: takeBackValue(target)
            case .set: takeBackElements(target)
            case nil: continue
            }
        }
        var ops = fields.sorted { $0.key < $1.key }.flatMap { Op.writes($0.value, to: $0.key) }
        ops += marked.sorted().map { action in
            .write(EntityID(rawValue: action), [FieldWrite(.undoneBy, EntityID(rawValue: group))])
        }
        return UndoPlan(ops: ops, leftAlone: leftAlone)
    }

    private func isOfActions(_ number: UInt32) -> Bool {
        actions.contains(group(of: number))
    }

    private func group(of number: UInt32) -> UInt64 {
        state.group(of: state.table.writes[Int(number)])
    }

    private func value(of number: UInt32) -> [UInt8] {
        state.table.value(of: state.table.writes[Int(number)])
    }

    private mutating func takeBackValue(_ target: UndoPlan.Value) {
        let register = registers[target] ?? []
        let values = Set(register.filter(isOfActions).map { value(of: $0) })
        let current = register.filter { state.table.isThere($0) }
        let untouched = current.filter { isOrigin(of: $0, in: target) }
        let others = current.filter { !untouched.contains($0) && !values.contains(value(of: $0)) }
        let isChanged = others.contains { isLater($0, in: register) }
        // Without the actions, only values written concurrently with them would be here.
        let apart = Set(others.map { value(of: $0) })
        guard !untouched.isEmpty, !isChanged, apart.count <= 1 else {
            leftAlone.append(target)
            return
        }
        switch apart.first.map(Before.value) ?? valueBefore(target) {
        case .value(let value): fields[target.entity, default: []].append(FieldWrite(target.field, value))
        case .none: break
        case .unknown: leftAlone.append(target)
        }
    }

    /// Whether the author of a write knew one of the actions.
    private mutating func isLater(_ number: UInt32, in register: [UInt32]) -> Bool {
        register.contains { isOfActions($0) && past.knows(number, of: $0) }
    }

    /// Whether a value comes from the actions, directly or through undos and redos, which only bring values back.
    private mutating func isOrigin(of number: UInt32, in register: UndoPlan.Value) -> Bool {
        var (cursor, seen): (UInt32, Set<UInt64>) = (number, [])
        while true {
            let group = group(of: cursor)
            guard !actions.contains(group), let target = history.target(of: group) else { return isOfActions(cursor) }
            guard seen.insert(group).inserted, case .value(let origin)? = origin(of: cursor, target, in: register)
            else { return false }
            cursor = origin
        }
    }

    /// The value that an undo or a redo brought back: one concurrent with its target, else the one before it.
    private mutating func origin(of undo: UInt32, _ target: UInt64, in register: UndoPlan.Value) -> Shown? {
        let writes = registers[register] ?? []
        guard let seen = past.values(before: undo, in: writes) else { return nil }
        let targets = writes.filter { group(of: $0) == target }
        let equal = seen.filter { value(of: $0) == value(of: undo) && !targets.contains($0) }
        let apart = equal.first { one in !targets.contains { past.knows(one, of: $0) } }
        return apart.map(Shown.value) ?? shownBefore([target], in: register)
    }

    /// The value that everybody saw before some actions, or nothing; nil if finding it takes too long.
    private mutating func shownBefore(_ actions: Set<UInt64>, in register: UndoPlan.Value) -> Shown? {
        let writes = registers[register] ?? []
        var candidates: Set<UInt32> = []
        for number in writes where actions.contains(group(of: number)) {
            guard let values = past.values(before: number, in: writes) else { return nil }
            candidates.formUnion(values.filter { !actions.contains(group(of: $0)) })
        }
        let newest = candidates.filter { one in !candidates.contains { $0 > one && past.knows($0, of: one) } }
        return past.shown(of: newest).map(Shown.value) ?? .nothing
    }

    private enum Shown {
        case value(UInt32)
        case nothing
    }

    /// The value that a register goes back to.
    private enum Before {
        case value([UInt8])
        /// No change: an entity that an action made goes into the trash with its other values, which come back with it.
        case none
        /// Not known: a write concurrent with the actions was superseded, or the search takes too long.
        case unknown
    }

    private mutating func valueBefore(_ target: UndoPlan.Value) -> Before {
        switch shownBefore(actions, in: target) {
        case .value(let before)?: return .value(value(of: before))
        case nil: return .unknown
        case .nothing?: break
        }
        if made.contains(target.entity) {
            guard target.entity != .root || !madeListIsUsed else { return target.field == .life ? .unknown : .none }
            // A list goes into the trash as a whole, and comes back with what is in it.
            let isWhole = target.entity == .root || !made.contains(.root) || madeListIsUsed
            return target.field == .life && isWhole ? .value([Life.dead.rawValue]) : .none
        }
        let register = registers[target] ?? []
        // Equal values that others wrote are taken back as well.
        let values = Set(register.filter(isOfActions).map { value(of: $0) })
        let isAlone = register.allSatisfy {
            isOfActions($0) || isLater($0, in: register) || values.contains(value(of: $0))
        }
        guard isAlone, target.field != .life else { return .unknown }
        return target.field == .place || target.field == .kind ? .none : .value([])
    }

    private mutating func takeBackElements(_ target: UndoPlan.Value) {
        let register = registers[target] ?? []
        for number in register where isOfActions(number) {
            guard let before = past.values(before: number, in: register) else {
                leftAlone.append(target)
                continue
            }
            var value = value(of: number)
            let isInsertion = value.first == SetChange.insert.rawValue
            guard isInsertion ? state.table.isThere(number) && before.isEmpty : !before.isEmpty else { continue }
            value[0] = (isInsertion ? SetChange.remove : .insert).rawValue
            let write = FieldWrite(target.field, value)
            // A redo of the actions did the same once more.
            guard fields[target.entity]?.contains(write) != true else { continue }
            fields[target.entity, default: []].append(write)
        }
    }
}

extension FieldID {
    /// Whether an undo may write the field: sharing words are taken back by words, and purged values are gone.
    fileprivate var canBeTakenBack: Bool {
        !isSharing && self != .purge && self != .undoneBy
    }
}

extension ScopeState {
    /// The group number of the action that made a write.
    fileprivate func group(of write: RegisterTable.Write) -> UInt64 {
        ledger.batches[Int(write.batch)].group
    }
}
