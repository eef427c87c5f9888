import OrderedCollections
import PhlistModel
import PhlistVocabulary

/// Planning commands about items.
extension Planner {
    mutating func plan(_ command: ItemCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .add(let items): try add(items, &action)
        case .change(let references, let change): try self.change(references, change, &action)
        case .move(let references, let target): try move(references, to: target, &action)
        case .merge(let references): try merge(references, &action)
        case .purge(let references): try purge(references, &action)
        case .purgeTrash(let time): purgeTrash(before: time, &action)
        }
    }

    private func change(_ references: [String], _ change: ItemChange, _ action: inout Action) throws(CommandError) {
        guard change.title == nil || references.count == 1 else { throw .item(.titleForSeveralItems(references.count)) }
        let writes = try writes(of: change)
        let named = try library.items(matching: references, for: action.caller, purpose: .init(change))
        let targets = family(of: named, isTrashed: change.isTrashed)
        for target in targets where writes.isEdit {
            guard let item = item(upcoming: target) else { continue }
            guard !item.isTrashed || change.isTrashed == false else { throw .item(.inTrash(target)) }
            try checkTagCount(writes, of: item)
            try checkSeen(change, of: item, target)
        }
        if change.fields.percent != nil { try checkShowOwnPercent(targets) }
        for target in targets {
            guard let item = item(upcoming: target) else { continue }
            guard change.occurrence == nil || item.recurrence != nil else { throw .item(.notRecurring(target)) }
            // An occurrence that is closed already is not skipped.
            guard change.occurrence != .skip || item.state == .open else {
                action.outcome.unchanged.append(target)
                continue
            }
            let today = today(for: change)
            if change.isTick, let past = justClosed(before: item, in: target.scope, on: today, for: action.member),
                !target.entity.description.hasPrefix(anyOf: references)
            {
                action.outcome.unchanged.append(EntityReference(scope: target.scope, entity: past.entity))
                continue
            }
            let whole = try recurring(writes.counted(from: item), of: item, in: target.scope, today: today)
            try checkReminder(whole, of: item, target)
            let fields = whole.fields(for: item)
            let isSettled = fields.isEmpty && change.state == item.state && hasChangeBesideClosing(item, target.scope)
            action.write(
                isSettled ? [FieldWrite(.state, item.state)] : fields,
                to: target.entity,
                in: target.scope
            )
            follow(change, of: item, in: target.scope, &action)
        }
    }

    /// Throws if one of some items shows the mean of those below it instead of a percentage of its own.
    private func checkShowOwnPercent(_ targets: [EntityReference]) throws(CommandError) {
        var progress: [ScopeID: ListProgress] = [:]
        for target in targets {
            let known = progress[target.scope] ?? library.scopes[target.scope]?.upcomingList?.progress
            progress[target.scope] = known
            if known?.isMean(of: target.entity) == true { throw .item(.percentOfParent(target)) }
        }
    }

    /// Whether somebody changed a closed item without knowing that it was closed; closing it again settles that.
    private func hasChangeBesideClosing(_ item: ItemState, _ scope: ScopeID) -> Bool {
        library.scopes[scope]?.upcomingList?.changeBesideClosing(of: item) != nil
    }

    /// Returns the occurrence before one that is not due yet, if somebody else has just completed or skipped it: a
    /// tick by the title means that one.
    private func justClosed(
        before item: ItemState,
        in scope: ScopeID,
        on today: CivilDate,
        for member: MemberID
    ) -> ItemState? {
        guard item.state == .open, item.recurrence != nil, let due = item.due, due.withoutTime > today.withoutTime,
            let past = library.scopes[scope]?.upcomingList?.occurrence(before: item.entity),
            past.state != .open, let act = past.stateAct, act.by != member,
            abs(time - act.stamp.milliseconds) < HouseholdLimits.justClosedMillisecondsMax
        else { return nil }
        return past
    }

    /// Returns items with those that are trashed or restored together with them, each once and descendants after
    /// ancestors.
    private func family(of named: [EntityReference], isTrashed: Bool?) -> [EntityReference] {
        guard let isTrashed else { return named }
        var family: OrderedSet<EntityReference> = []
        for reference in named {
            let list = library.scopes[reference.scope]?.upcomingList
            let below = isTrashed ? list?.items(below: reference.entity).map(\.entity) : list?.fallen(with: reference)
            let all = [reference.entity] + (below ?? [])
            family.append(contentsOf: all.map { EntityReference(scope: reference.scope, entity: $0) })
        }
        return family.elements
    }

    func item(upcoming reference: EntityReference) -> ItemState? {
        library.scopes[reference.scope]?.upcomingList?.item(reference.entity)
    }

    // MARK: Purging

    /// Permanently removes items from the trash, with those that were trashed together with them.
    private func purge(_ references: [String], _ action: inout Action) throws(CommandError) {
        let targets = try library.items(matching: references, for: action.caller, purpose: .restore)
        for target in targets {
            guard item(upcoming: target)?.isTrashed ?? false else { throw .item(.notInTrash(target)) }
        }
        purge(family(of: targets, isTrashed: false), &action)
    }

    private func purgeTrash(before time: Int64, _ action: inout Action) {
        for list in library.upcomingLists(for: action.caller) {
            let old = list.trash.filter { ($0.trashAct?.stamp.milliseconds ?? .max) < time }
                .map { EntityReference(scope: list.scope, entity: $0.entity) }
            guard library.mayPurge(list, action.member) else {
                action.outcome.unchanged += old
                continue
            }
            purge(old, &action)
        }
    }

    private func purge(_ targets: [EntityReference], _ action: inout Action) {
        for target in targets {
            action.outcome.changed.append(target)
            action.add([.purge(target.entity)], in: target.scope)
        }
    }
}

extension String {
    /// Whether the text begins with any of some references.
    fileprivate func hasPrefix(anyOf references: [String]) -> Bool {
        references.contains { hasPrefix($0.trimmed) }
    }
}

extension ItemChange {
    /// Whether the change completes items and does nothing else.
    fileprivate var isTick: Bool {
        var rest = self
        (rest.state, rest.today) = (nil, nil)
        return state == .done && rest == ItemChange()
    }
}

extension ListState {
    /// Returns the items trashed together with an item that is in the trash.
    func fallen(with reference: EntityReference) -> [EntityID] {
        item(reference.entity)?.isTrashed == true ? trashedTogether(with: reference.entity) : []
    }
}
