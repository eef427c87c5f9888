/// What takes back some user actions: ordinary writes, and what has to stay.
package struct UndoPlan: Hashable, Sendable {
    /// The ops, with the marks that the actions are taken back.
    package var ops: [Op]
    /// What was changed again since by somebody who knew, or competes with another value, and is left as it is.
    package var leftAlone: [Value]

    /// One value of one entity.
    package struct Value: Hashable, Sendable {
        package var entity: EntityID
        package var field: FieldID
    }
}

extension ScopeState {
    /// What somebody did at once, and when.
    package struct Action: Hashable, Sendable {
        package var group: UInt64
        package var stamp: Stamp
    }

    /// The newest action of a member, of whatever kind, that is not taken back, on any of their devices or on one.
    package func newestAction(by member: MemberID, on device: DeviceID? = nil) -> Action? {
        let actions = Actions(of: self, by: member, on: device)
        return actions.newestFirst.first { !actions.isUndo($0.group) && !actions.isTakenBack($0.group) }
    }

    /// The newest action or undo of a member that is not taken back: only an undo can be done again.
    package func newestStep(by member: MemberID, on device: DeviceID? = nil) -> (action: Action, isUndo: Bool)? {
        let actions = Actions(of: self, by: member, on: device)
        let step = actions.newestFirst.first { !actions.isTakenBack($0.group) && !actions.isRedo($0.group) }
        return step.map { ($0, actions.isUndo($0.group)) }
    }

    /// For each undo and redo of a member the action that it took back.
    func undoTargets(by member: MemberID) -> [UInt64: UInt64] {
        Actions(of: self, by: member).targets
    }

    /// The ops that take back some actions.
    ///
    /// A value goes back to what everybody saw just before, when nothing else has happened to it since; two devices
    /// that take back one action write equal values.
    ///
    /// - Parameters:
    ///   - actions: The group numbers of the actions.
    ///   - group: The group number of the ops to be made.
    /// - Returns: The ops, and what was left alone.
    package func plan(takingBack actions: Set<UInt64>, as group: UInt64) -> UndoPlan {
        var planner = UndoPlanner(state: self, actions: actions)
        return planner.plan(as: group)
    }
}

/// What a member did in a scope, action by action.
private struct Actions {
    /// By time; the marks that an action is taken back do not count as actions of their own.
    let newestFirst: [ScopeState.Action]
    /// What each undo, and each redo, has taken back.
    private(set) var targets: [UInt64: UInt64] = [:]
    private var takenBack: Set<UInt64> = []

    /// Creates what a member did, on any device or on one; what everybody did when nil.
    init(of state: ScopeState, by member: MemberID?, on device: DeviceID? = nil) {
        let (ledger, table) = (state.ledger, state.table)
        var newest: [UInt64: Stamp] = [:]
        for (number, batch) in ledger.batches.enumerated() where ledger.member(of: number) == member {
            // A batch without ops only tells what its author knew.
            guard batch.opCount > 0, device == nil || ledger.device(of: number) == device else { continue }
            newest[batch.group] = max(newest[batch.group] ?? batch.stamp, batch.stamp)
        }
        for write in table.writes where table.field(of: write) == .undoneBy {
            // Nobody takes back what others have done.
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

    /// What an undo, or a redo, has taken back.
    func target(of action: UInt64) -> UInt64? {
        targets[action]
    }

    func isTakenBack(_ action: UInt64) -> Bool {
        takenBack.contains(action)
    }

    func isUndo(_ action: UInt64) -> Bool {
        targets.depth(of: action) % 2 == 1
    }

    /// An undo of an undo: it counts as the action that it has brought back.
    func isRedo(_ action: UInt64) -> Bool {
        targets.depth(of: action) > 0 && !isUndo(action)
    }
}

/// Finds what was before some actions.
private struct UndoPlanner {
    private let state: ScopeState
    private let actions: Set<UInt64>
    private let history: Actions
    /// All writes to the entities that the actions touched, by row and field.
    private var registers: [UndoPlan.Value: [(number: UInt32, write: Write)]] = [:]
    /// What the actions made: whoever writes there later knows of that, whatever the clocks say.
    private var made: Set<EntityID> = []
    private var fields: [EntityID: [FieldWrite]] = [:]
    private var leftAlone: [UndoPlan.Value] = []

    private typealias Write = RegisterTable.Write

    init(state: ScopeState, actions: Set<UInt64>) {
        self.state = state
        self.actions = actions
        history = Actions(of: state, by: nil)
        let table = state.table
        let rows = Set(table.writes.lazy.filter { actions.contains(state.group(of: $0)) }.map(\.row))
        var seen: Set<EntityID> = []
        for (number, write) in table.writes.enumerated() where rows.contains(write.row) {
            let entity = table.rows[Int(write.row)].entity
            let value = UndoPlan.Value(entity: entity, field: table.field(of: write))
            registers[value, default: []].append((UInt32(number), write))
            if seen.insert(entity).inserted, isOfActions(write) { made.insert(entity) }
        }
    }

    mutating func plan(as group: UInt64) -> UndoPlan {
        let targets = registers.filter { $0.value.contains { isOfActions($0.write) } }.keys
        for target in targets.sorted(by: { ($0.entity, $0.field) < ($1.entity, $1.field) }) {
            switch target.field.mergeClass {
            case .register where !target.field.canBeTakenBack: continue
            case .register: takeBackValue(target)
            case .set: takeBackElements(target)
            case nil: continue
            }
        }
        var ops = fields.sorted { $0.key < $1.key }.flatMap { Op.writes($0.value, to: $0.key) }
        ops += actions.sorted().map { action in
            .write(EntityID(rawValue: action), [FieldWrite(.undoneBy, EntityID(rawValue: group))])
        }
        return UndoPlan(ops: ops, leftAlone: leftAlone)
    }

    private func isOfActions(_ write: Write) -> Bool {
        actions.contains(state.group(of: write))
    }

    private mutating func takeBackValue(_ target: UndoPlan.Value) {
        let writes = registers[target] ?? []
        let values = Set(writes.filter { isOfActions($0.write) }.map { state.table.value(of: $0.write) })
        let current = writes.filter { state.table.isThere($0.number) }.map(\.write)
        let origins = current.map { origin(of: $0, in: target) }
        let isUntouched = zip(current, origins).allSatisfy { write, origin in
            origin.map(isOfActions) ?? false || values.contains(state.table.value(of: write))
        }
        guard isUntouched, origins.contains(where: { $0.map(isOfActions) ?? false }) else {
            leftAlone.append(target)
            return
        }
        switch valueBefore(target) {
        case .value(let value): fields[target.entity, default: []].append(FieldWrite(target.field, value))
        case .none: break
        case .unknown: leftAlone.append(target)
        }
    }

    /// The write that a value goes back to: an undo, or a redo, only brought back what was there before.
    private func origin(of write: Write, in register: UndoPlan.Value) -> Write? {
        var (cursor, seen): (Write?, Set<UInt64>) = (write, [])
        while let write = cursor {
            let group = state.group(of: write)
            guard !actions.contains(group), let target = history.target(of: group) else { return write }
            guard seen.insert(group).inserted else { return nil }
            cursor = shownBefore([target], in: register)
        }
        return nil
    }

    /// What everybody saw before some actions.
    private func shownBefore(_ actions: Set<UInt64>, in register: UndoPlan.Value) -> Write? {
        let writes = registers[register] ?? []
        let numbers = Set(writes.filter { actions.contains(state.group(of: $0.write)) }.map(\.number))
        return superseded(by: numbers, in: writes)
            .filter { !actions.contains(state.group(of: $0)) }
            .map { ($0, state.table.sibling($0, in: state.ledger)) }
            .max { ($0.1.act.stamp, $0.1.dot) < ($1.1.act.stamp, $1.1.dot) }?.0
    }

    private func superseded(by numbers: Set<UInt32>, in writes: [(number: UInt32, write: Write)]) -> [Write] {
        writes.filter { number, write in
            !write.isCurrent && numbers.contains(write.link) && number != write.link && !state.table.isPurged(number)
        }.map(\.write)
    }

    /// What a register goes back to.
    private enum Before {
        case value([UInt8])
        /// Nothing: what an action made is put into the trash and keeps its other values, which come back with it.
        case none
        /// Somebody wrote there before, or beside it, and was not superseded by the action.
        case unknown
    }

    private func valueBefore(_ target: UndoPlan.Value) -> Before {
        if let before = shownBefore(actions, in: target) { return .value(state.table.value(of: before)) }
        if made.contains(target.entity) { return target.field == .life ? .value([Life.dead.rawValue]) : .none }
        let writes = registers[target] ?? []
        let later = followers(in: writes)
        let isAlone = writes.allSatisfy { isOfActions($0.write) || later.contains($0.number) }
        guard isAlone, target.field != .life else { return .unknown }
        return target.field == .place || target.field == .kind ? .none : .value([])
    }

    /// The writes that took the place of those of the actions, one behind the other: they knew of them.
    private func followers(in writes: [(number: UInt32, write: Write)]) -> Set<UInt32> {
        var numbers: Set<UInt32> = []
        for (_, write) in writes where isOfActions(write) {
            var cursor = write
            while !cursor.isCurrent, numbers.insert(cursor.link).inserted {
                cursor = state.table.writes[Int(cursor.link)]
            }
        }
        return numbers
    }

    private mutating func takeBackElements(_ target: UndoPlan.Value) {
        let writes = registers[target] ?? []
        for (number, write) in writes where isOfActions(write) {
            var value = state.table.value(of: write)
            let hadElement = !superseded(by: [number], in: writes).isEmpty
            let isInsertion = value.first == SetChange.insert.rawValue
            guard isInsertion ? state.table.isThere(number) && !hadElement : hadElement else { continue }
            value[0] = (isInsertion ? SetChange.remove : .insert).rawValue
            fields[target.entity, default: []].append(FieldWrite(target.field, value))
        }
    }
}

extension FieldID {
    /// Words on who may see a list are answered with words, and what was purged is gone.
    fileprivate var canBeTakenBack: Bool {
        !isSharing && self != .purge && self != .undoneBy
    }
}

extension ScopeState {
    /// The number of the action that a write belongs to.
    fileprivate func group(of write: RegisterTable.Write) -> UInt64 {
        ledger.batches[Int(write.batch)].group
    }
}
