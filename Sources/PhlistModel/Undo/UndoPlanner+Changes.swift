/// Things that an undo would put into the trash, and that somebody has changed since.
extension UndoPlanner {
    /// Returns the things that the undo leaves out of the trash, each with the fields to be named: those that somebody
    /// has changed since, and some others, changed or not.
    mutating func thingsToKeep(and others: Set<EntityID>) -> [EntityID: [FieldID]] {
        var (changed, own): ([EntityID: Set<FieldID>], [EntityID: [UInt32]]) = ([:], [:])
        for (target, register) in registers {
            own[target.entity, default: []] += register.filter(isOfActions)
        }
        let brought = Set(own.keys.filter { $0 != .root && isBrought($0) })
        for target in registers.keys where brought.contains(target.entity) {
            guard isChanged(target, after: own[target.entity] ?? []) else { continue }
            changed[target.entity, default: []].insert(target.field)
        }
        for entity in others where brought.contains(entity) { changed[entity, default: []].insert(.life) }
        if isListRestoredAndUsed() { changed[.root] = [.life] }
        return changed.mapValues(Self.named)
    }

    /// Whether the actions restored the list from the trash, and a later action that is not undone wrote to it.
    private mutating func isListRestoredAndUsed() -> Bool {
        guard !made.contains(.root), isBrought(.root) else { return false }
        let said = lives(of: .root)
        for index in state.table.writes.indices where isContentThatStands(UInt32(index)) {
            if !said.contains(where: { past.knows($0, of: UInt32(index)) }) { return true }
        }
        return false
    }

    /// Whether a write changed content, as a part of another action that is neither an undo nor undone.
    private func isContentThatStands(_ number: UInt32) -> Bool {
        let group = group(of: number)
        let field = state.table.field(of: state.table.writes[Int(number)])
        return !actions.contains(group) && group != BatchHeader.upkeepGroup && field.canBeTakenBack
            && history.target(of: group) == nil && history.stands(group)
    }

    /// The fields to be named: that a thing is still there goes without saying when its state is told.
    private static func named(_ fields: Set<FieldID>) -> [FieldID] {
        (fields.contains(.state) ? fields.subtracting([.life]) : fields.union([.life])).sorted()
    }

    /// Whether the actions created an entity that still exists, or restored it from the trash.
    private mutating func isBrought(_ entity: EntityID) -> Bool {
        guard !lives(of: entity).isEmpty, state.life(of: entity) == .alive else { return false }
        guard !made.contains(entity) else { return true }
        let life = UndoPlan.Value(entity: entity, field: .life)
        guard case .value(let before)? = shownBefore(actions, in: life) else { return false }
        return !value(of: before).isAlive
    }

    /// Returns the writes with which the actions created an entity or restored it from the trash.
    private func lives(of entity: EntityID) -> [UInt32] {
        let register = registers[UndoPlan.Value(entity: entity, field: .life)] ?? []
        return register.filter { isOfActions($0) && value(of: $0).isArrival }
    }

    /// Whether a field has a value that others wrote after the actions, or concurrently.
    private mutating func isChanged(_ target: UndoPlan.Value, after own: [UInt32]) -> Bool {
        let register = registers[target] ?? []
        let values = register.filter(isOfActions).map { value(of: $0) }
        for number in register where state.table.isThere(number) && !isOfActions(number) {
            let isNew =
                target.field == .life
                ? own.contains { past.knows(number, of: $0) } || isBroughtBeside(number, in: target)
                : !target.field.tellsNoMore(value(of: number), than: values)
                    && !history.isUndone(group(of: number)) && !own.contains { past.knows($0, of: number) }
            if isNew, source(of: number, in: target) == nil { return true }
        }
        return false
    }

    /// Whether somebody else made or restored a thing concurrently with the actions.
    private mutating func isBroughtBeside(_ number: UInt32, in target: UndoPlan.Value) -> Bool {
        value(of: number).isArrival && standsBeside(number, in: registers[target] ?? [])
    }
}

extension FieldID {
    /// Whether a value makes no visible difference: a place in the same section, an equal value, or none.
    fileprivate func tellsNoMore(_ value: [UInt8], than values: [[UInt8]]) -> Bool {
        guard self != .key, !isSharing, self != .undoneBy else { return true }
        guard values.isEmpty else { return values.contains { isSame($0, value) } }
        return self == .place || value.isEmpty || value == [0]
    }
}
