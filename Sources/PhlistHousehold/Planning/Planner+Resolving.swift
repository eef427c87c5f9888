import PhlistModel
import PhlistVocabulary

/// Settling conflicts: an ordinary write, which knows all competing values and so replaces them all.
extension Planner {
    mutating func plan(_ resolution: Resolution, _ action: inout Action) throws(CommandError) {
        let conflict = try conflict(resolution.field, of: resolution.reference, for: action.caller)
        let value = try value(of: resolution.choice, for: conflict)
        var fields = try fields(FieldWrite(conflict.field, value), for: conflict, resolution.choice)
        // Like every edit of content, it beats a concurrent removal; a trashed list stays in the trash.
        if conflict.entity != .root, conflict.field != .place {
            fields.append(FieldWrite(.life, Life.alive))
        }
        action.write(fields, to: conflict.entity, in: conflict.scope)
        guard conflict.field == .recurrence, value.isEmpty, let list = library.scopes[conflict.scope]?.upcomingList,
            let item = list.item(conflict.entity)
        else { return }
        try endSeries(settledFor: item, in: list, &action)
    }

    /// Ends a series whose occurrence is settled to have no rule, also if that is closed and others came after it.
    private func endSeries(
        settledFor item: ItemState,
        in list: ListState,
        _ action: inout Action
    ) throws(CommandError) {
        guard let last = list.lastOccurrence(after: item) else { return }
        if last != item, last.recurrence != nil {
            let ended = ItemWrites(contents: [FieldWrite(.recurrence, [])])
            let writes = try recurring(ended, of: last, in: list.scope, today: today(for: ItemChange()))
            action.write(writes.fieldsKeeping(last), to: last.entity, in: list.scope)
        }
        endSeries(after: last, in: list, &action)
    }

    /// Returns a write with what follows from it: a rule begins at the due date, also if that is what is settled, and
    /// takes the turns along when it goes.
    private func fields(
        _ write: FieldWrite,
        for conflict: SurfacedConflict,
        _ choice: Resolution.Choice
    ) throws(CommandError) -> [FieldWrite] {
        let writes = ItemWrites(contents: [write])
        guard let item = library.scopes[conflict.scope]?.upcomingList?.item(conflict.entity) else { return [write] }
        if write.field == .due, item.hasRulesOfSeveralDates, let date = CivilDate(decoding: write.value) {
            let rule = item.recurrence?.anchored(at: date).description
            return [write] + [rule.map { FieldWrite(.recurrence, text: $0) }].compactMap(\.self)
        }
        guard write.field == .recurrence || write.field == .reminder else { return [write] }
        // A competing value was accepted once, whatever has become of the date.
        if case .text = choice {
            try checkReminder(writes, of: item, EntityReference(scope: conflict.scope, entity: conflict.entity))
        }
        return try recurring(writes, of: item, in: conflict.scope, today: today(for: ItemChange())).contents
    }

    private func conflict(
        _ field: String,
        of reference: String,
        for caller: Principal
    ) throws(CommandError) -> SurfacedConflict {
        let found = try library.conflicts(for: caller, of: reference)
        // A list stands for everything in it; its own conflicts come first.
        let own = found.filter { $0.entity == .root }
        let conflicts = own.isEmpty ? found : own
        let entities = Set(conflicts.map { EntityReference(scope: $0.scope, entity: $0.entity) })
        guard entities.count == 1 else { throw .conflict(.ambiguous(reference, candidates: entities.sorted())) }
        guard let conflict = conflicts.first(where: { fold($0.fieldName) == fold(field) }) else {
            throw .conflict(.fieldNotFound(field, conflicting: conflicts.map(\.fieldName)))
        }
        return conflict
    }

    private func value(of choice: Resolution.Choice, for conflict: SurfacedConflict) throws(CommandError) -> [UInt8] {
        switch choice {
        case .take(let number):
            guard number > 0, number <= conflict.siblings.count else {
                throw .conflict(.noSuchCompetitor(number, count: conflict.siblings.count))
            }
            return conflict.siblings[number - 1].value
        case .date(let date): return date?.encoded ?? []
        case .text(let text): return try value(text, for: conflict)
        }
    }

    private func value(_ text: String, for conflict: SurfacedConflict) throws(CommandError) -> [UInt8] {
        let isNone = fold(text) == fold(Library.noneName)
        switch conflict.field {
        case .title where conflict.isMember: return Array(try library.checkedName(text, for: conflict.member).utf8)
        case .title: return Array(try checked(text, as: .title).utf8)
        case .description: return Array(try checked(text, as: .description).utf8)
        case .assignee: return isNone ? [] : try library.member(named: text).bytes
        case .place:
            let section = isNone ? nil : try library.section(named: text, of: conflict.scope)
            return place(in: section, for: conflict).encoded
        case .priority:
            guard let priority = Priority(name: text) else { return try competing(text, for: conflict) }
            return [priority.rawValue]
        case .percent:
            let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
            guard let percent = UInt8(digits), percent <= 100, digits.first != "+" else {
                return try competing(text, for: conflict)
            }
            return [percent]
        case .quantity:
            let former = library.scopes[conflict.scope]?.upcomingList?.item(conflict.entity)?.quantity ?? ""
            return try stored(Quantity.text(typed: text, former: former, keepsUnit: false), as: .quantity)
        default:
            let found = ItemField.byID[conflict.field].flatMap(ItemTextField.of)
            guard let found else { return try competing(text, for: conflict) }
            return isNone && Self.clearedByName.contains(found.kind) ? [] : try stored(text, as: found.kind)
        }
    }

    /// The kinds of text of which `none` is no value.
    private static let clearedByName: Set<TextKind> = [.recurrence, .rotation, .reminder]

    /// Returns the item's place in a section: a competing one if possible, else the shown position, at top level.
    private func place(in section: EntityID?, for conflict: SurfacedConflict) -> Place {
        let places = conflict.siblings.compactMap { try? Place(decoding: $0.value) }
        if let place = places.first(where: { $0.section == section }) { return place }
        return Place(section: section, key: places.first?.key ?? [])
    }

    /// Returns a competing value: saved values of a record are valid, whereas new text may not be.
    private func competing(_ text: String, for conflict: SurfacedConflict) throws(CommandError) -> [UInt8] {
        let value = Array(text.utf8)
        guard conflict.siblings.contains(where: { $0.value == value }) else {
            throw .conflict(.valueNotCompeting(text, field: conflict.fieldName))
        }
        return value
    }
}

extension EntityReference: Comparable {
    /// Orders by scope, then by entity.
    package static func < (left: EntityReference, right: EntityReference) -> Bool {
        (left.scope, left.entity) < (right.scope, right.entity)
    }
}
