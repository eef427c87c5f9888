/// Plans the undo of some actions: what each value goes back to, and what stays as it is.
struct UndoPlanner {
    let state: ScopeState
    let actions: Set<UInt64>
    let history: UndoHistory
    private let bonds: UndoBonds
    var past: PastValues
    /// The numbers of all writes to the entities that the actions touched.
    private(set) var registers: [UndoPlan.Value: [UInt32]] = [:]
    /// The entities that the actions made: nothing is left of them that the author knew before.
    private(set) var made: Set<EntityID> = []
    /// Whether the actions created a list that holds other entities by now, so that it stays.
    private var madeListIsUsed = false
    /// The entities that would go into the trash but have been changed since, with the changed fields.
    private(set) var kept: [EntityID: [FieldID]] = [:]
    private var fields: [EntityID: [FieldWrite]] = [:]
    private var leftAlone: [UndoPlan.Value] = []

    init(state: ScopeState, actions: Set<UInt64>, bonds: UndoBonds = UndoBonds()) {
        (self.state, self.actions, self.bonds) = (state, actions, bonds)
        history = UndoHistory(of: state, by: nil)
        past = PastValues(of: state)
        collectRegisters()
        kept = thingsToKeep(and: bonds.kept)
        madeListIsUsed = made.contains(.root) && isListUsed
    }

    private mutating func collectRegisters() {
        let (state, actions, table) = (state, actions, state.table)
        let rows = Set(table.writes.lazy.filter { actions.contains(state.group(of: $0)) }.map(\.row))
        var (begun, earlier): (Set<UInt32>, [UInt32: [UInt32]]) = ([], [:])
        for (number, write) in table.writes.enumerated() where rows.contains(write.row) {
            let (number, entity) = (UInt32(number), table.rows[Int(write.row)].entity)
            let value = UndoPlan.Value(entity: entity, field: table.field(of: write))
            registers[value, default: []].append(number)
            // What was purged before makes nothing older.
            guard !begun.contains(write.row), !table.isPurged(number) else { continue }
            guard isOfActions(number) else {
                // Who ends a series writes that the next occurrence has no rule, though it is not there.
                if value.field != .recurrence { earlier[write.row, default: []].append(number) }
                continue
            }
            begun.insert(write.row)
            let isNew = !(earlier[write.row] ?? []).contains { past.knows(number, of: $0) }
            if isNew { made.insert(entity) }
        }
    }

    /// Whether a list that the actions made holds anything else, apart from what is in the trash.
    private var isListUsed: Bool {
        guard let list = state.list else { return false }
        return !kept.isEmpty
            || list.items.contains { !$0.isTrashed && !made.contains($0.entity) }
            || list.records.contains { !made.contains($0.entity) }
    }

    mutating func plan(marking marked: Set<UInt64>, as group: UInt64) -> UndoPlan {
        let lost = lost
        let spared = bonds.gone.union(lost).union(kept.keys)
        let targets = registers.filter { !spared.contains($0.key.entity) && $0.value.contains(where: isOfActions) }.keys
        for target in targets.sorted() {
            switch target.field.mergeClass {
            case .register where !target.field.canBeTakenBack: continue
            case .register: takeBackValue(target)
            case .set: takeBackElements(target)
            case nil: continue
            }
        }
        removeCounterparts()
        keepReopened()
        leftAlone += lost.map { UndoPlan.Value(entity: $0, field: state.holds($0) ? .life : .purge) }
        leftAlone += kept.flatMap { entity, fields in fields.map { UndoPlan.Value(entity: entity, field: $0) } }
        var ops = inOrder.flatMap { Op.writes(fields[$0] ?? [], to: $0) }
        ops += marked.sorted().map { action in
            .write(EntityID(rawValue: action), [FieldWrite(.undoneBy, EntityID(rawValue: group))])
        }
        return UndoPlan(ops: ops, leftAlone: leftAlone.sorted())
    }

    /// The written entities: what is no item, the items in the order in which their list shows them, then its trash.
    private var inOrder: [EntityID] {
        guard fields.count > 1, let list = state.list else { return fields.keys.sorted() }
        let standings = list.standings
        let places = Dictionary(uniqueKeysWithValues: zip(list.items.map(\.entity), 0...))
        return fields.keys.map { entity in
            let place = places[entity]
            return (standings[entity]?.position ?? (place == nil ? 0 : .max), place ?? 0, entity)
        }
        .sorted { $0 < $1 }
        .map(\.2)
    }

    /// Puts into the trash what a merged list would bring back although it stays in the other list.
    private mutating func removeCounterparts() {
        for entity in bonds.gone where state.life(of: entity) == .alive {
            let life = registers[UndoPlan.Value(entity: entity, field: .life)] ?? []
            // If the action had put it there itself, somebody has brought it back since.
            guard !life.contains(where: { isOfActions($0) && value(of: $0).isDead }) else { continue }
            fields[entity] = [FieldWrite(.life, Life.dead)]
        }
    }

    /// Keeps items that are open again from a removal at the same time, as a person who opens them does.
    private mutating func keepReopened() {
        for (entity, writes) in fields where entity != .root && state.life(of: entity) == .alive {
            guard writes.contains(where: \.reopens), !writes.contains(where: { $0.field == .life }) else { continue }
            fields[entity, default: []].append(FieldWrite(.life, Life.reopened))
        }
    }

    /// The entities of which everything was purged that the actions wrote, or that they had taken back.
    private var lost: Set<EntityID> {
        let (table, groups) = (state.table, actions.union(actions.compactMap(history.target)))
        var (gone, left): (Set<EntityID>, Set<EntityID>) = ([], [])
        for (number, write) in table.writes.enumerated() where groups.contains(state.group(of: write)) {
            guard table.field(of: write) != .purge else { continue }
            let entity = table.rows[Int(write.row)].entity
            if table.isPurged(UInt32(number)) { gone.insert(entity) } else { left.insert(entity) }
        }
        return gone.subtracting(left)
    }

    func isOfActions(_ number: UInt32) -> Bool {
        actions.contains(group(of: number))
    }

    func group(of number: UInt32) -> UInt64 {
        state.group(of: state.table.writes[Int(number)])
    }

    func value(of number: UInt32) -> [UInt8] {
        state.table.value(of: state.table.writes[Int(number)])
    }

    private mutating func takeBackValue(_ target: UndoPlan.Value) {
        let register = registers[target] ?? []
        let values = Set(register.filter(isOfActions).map { value(of: $0) })
        let current = register.filter { state.table.isThere($0) }
        let untouched = current.filter { isOrigin(of: $0, in: target) }
        let others = current.filter {
            !untouched.contains($0) && (!values.contains(value(of: $0)) || standsBeside($0, in: register))
        }
        let isChanged = others.contains { isLater($0, in: register) }
        // Without the actions, only values written concurrently with them would be here.
        let apart = Set(others.map { value(of: $0) })
        guard !untouched.isEmpty, !isChanged, apart.count <= 1, apart.isDisjoint(with: values) else {
            // Nobody has to hear of a value that is what it would go back to.
            if !isAsBefore(target, current) { leftAlone.append(target) }
            return
        }
        switch apart.first.map(Before.value) ?? valueBefore(target) {
        case .value(let value): fields[target.entity, default: []].append(FieldWrite(target.field, value))
        case .none: break
        case .unknown: leftAlone.append(target)
        }
    }

    private mutating func isAsBefore(_ target: UndoPlan.Value, _ current: [UInt32]) -> Bool {
        guard case .value(let before) = valueBefore(target) else { return false }
        return !current.isEmpty && current.allSatisfy { value(of: $0) == before }
    }

    /// Whether the author of a write knew one of the actions.
    mutating func isLater(_ number: UInt32, in register: [UInt32]) -> Bool {
        register.contains { isOfActions($0) && past.knows(number, of: $0) }
    }

    /// Whether a value comes from another action that was concurrent with these and is not undone; it stays, even if it
    /// is equal to theirs.
    mutating func standsBeside(_ number: UInt32, in register: [UInt32]) -> Bool {
        let group = group(of: number)
        // Two undos of one action are one step, on whichever devices.
        let isSameStep = history.target(of: group).map { actions.compactMap(history.target).contains($0) } ?? false
        guard !actions.contains(group), group != BatchHeader.upkeepGroup, !isSameStep, !history.isUndone(group) else {
            return false
        }
        return !register.contains { isOfActions($0) && (past.knows($0, of: number) || past.knows(number, of: $0)) }
    }

    /// Whether a value comes from the actions, directly or through undos and redos.
    private mutating func isOrigin(of number: UInt32, in register: UndoPlan.Value) -> Bool {
        if case .value? = source(of: number, in: register) { true } else { false }
    }

    /// The write of the actions from which a value comes; nil if it comes from another action.
    ///
    /// Undos and redos only bring values back, or none.
    mutating func source(of number: UInt32, in register: UndoPlan.Value) -> Shown? {
        var (cursor, seen): (UInt32, Set<UInt64>) = (number, [])
        while true {
            let (group, target) = (group(of: cursor), history.target(of: group(of: cursor)))
            if !isOfActions(cursor), isReopening(cursor, takingBack: target, in: register),
                let former = past.shownValue(before: cursor, in: registers[register] ?? [])
            {
                cursor = former
                continue
            }
            guard !actions.contains(group), let target else {
                return isOfActions(cursor) ? .value(cursor) : nil
            }
            guard seen.insert(group).inserted, let origin = origin(of: cursor, target, in: register) else { return nil }
            guard case .value(let value) = origin else { return .nothing }
            cursor = value
        }
    }

    /// Whether a write only says that an item was opened again, which leaves its life to the action that gave it.
    private func isReopening(_ number: UInt32, takingBack target: UInt64?, in register: UndoPlan.Value) -> Bool {
        guard register.field == .life, value(of: number) == [Life.reopened.rawValue] else { return false }
        return target == nil || !(registers[register] ?? []).contains { group(of: $0) == target }
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
    mutating func shownBefore(_ actions: Set<UInt64>, in register: UndoPlan.Value) -> Shown? {
        let writes = registers[register] ?? []
        var candidates: Set<UInt32> = []
        for number in writes where actions.contains(group(of: number)) {
            guard let values = past.values(before: number, in: writes) else { return nil }
            candidates.formUnion(values.filter { !actions.contains(group(of: $0)) })
        }
        let newest = candidates.filter { one in !candidates.contains { $0 > one && past.knows($0, of: one) } }
        return past.shown(of: newest).map(Shown.value) ?? .nothing
    }

    enum Shown {
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
        case .value(let before)? where target.field != .recurrence || !made.contains(target.entity):
            return .value(target.field == .life ? life(target, asBefore: value(of: before)) : value(of: before))
        case nil: return .unknown
        case .value?, .nothing?: break
        }
        if made.contains(target.entity) {
            guard target.entity != .root || !madeListIsUsed else { return target.field == .life ? .unknown : .none }
            // A list goes into the trash as a whole, and comes back with what is in it.
            let isWhole = target.entity == .root || !made.contains(.root) || madeListIsUsed
            return target.field == .life && isWhole ? .value(life(target, asBefore: [Life.dead.rawValue])) : .none
        }
        let register = registers[target] ?? []
        // Equal values that others wrote are taken back as well.
        let values = Set(register.filter(isOfActions).map { value(of: $0) })
        let isAlone = register.allSatisfy {
            // A value apart that was taken back is there no longer.
            isOfActions($0) || isLater($0, in: register) || values.contains(value(of: $0))
                || history.isUndone(group(of: $0))
        }
        guard isAlone, target.field != .life else { return .unknown }
        return target.field == .place || target.field == .kind ? .none : .value([])
    }

    /// The life before the actions, as somebody says it who takes them back: who made a thing again gives way to others
    /// who made it, and what somebody wants back is no longer only made.
    private func life(_ target: UndoPlan.Value, asBefore before: [UInt8]) -> [UInt8] {
        let own = Set((registers[target] ?? []).filter(isOfActions).compactMap { value(of: $0).life })
        switch before.life {
        case .dead? where own.contains(.made): return [Life.unmade.rawValue]
        case .made? where !own.contains(.unmade): return [Life.alive.rawValue]
        default: return before
        }
    }

    private mutating func takeBackElements(_ target: UndoPlan.Value) {
        // What was made keeps its elements in the trash.
        guard !made.contains(target.entity) || target.entity == .root else { return }
        let register = registers[target] ?? []
        for number in register where isOfActions(number) {
            guard let before = past.values(before: number, in: register) else {
                leftAlone.append(target)
                continue
            }
            var value = value(of: number)
            let isInsertion = value.first == SetChange.insert.rawValue
            guard isInsertion ? state.table.isThere(number) && before.isEmpty : !before.isEmpty else { continue }
            // What another person put in as well stays.
            let equals = register.filter { self.value(of: $0) == value && state.table.isThere($0) }
            guard !equals.contains(where: { !isOfActions($0) && standsBeside($0, in: register) }) else { continue }
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
    var canBeTakenBack: Bool {
        !isSharing && self != .purge && self != .undoneBy
    }
}

extension ScopeState {
    /// The group number of the action that made a write.
    func group(of write: RegisterTable.Write) -> UInt64 {
        ledger.batches[Int(write.batch)].group
    }
}

extension UndoPlan.Value: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.entity, left.field) < (right.entity, right.field)
    }
}
