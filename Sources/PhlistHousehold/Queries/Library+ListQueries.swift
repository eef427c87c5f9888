package import PhlistModel
package import PhlistVocabulary

/// The lists to show, and their order.
package struct ListQuery: Hashable, Sendable {
    /// Whether trashed lists, and lists that the caller has left, are also shown, after all others.
    package var includesTrash: Bool
    /// The only section to show, out of three; nil for all.
    package var state: WorkState?
    /// Nil for the usual order: lists in progress by nearest due date, the rest by when they were closed.
    package var sort: ListSort?
    package var isReversed: Bool

    /// Creates a query; without arguments, for all lists outside the trash in the usual order.
    package init(includesTrash: Bool = false, state: WorkState? = nil, sort: ListSort? = nil, isReversed: Bool = false)
    {
        self.includesTrash = includesTrash
        self.state = state
        self.sort = sort
        self.isReversed = isReversed
    }
}

extension Library {
    /// Returns the lists that a caller requests: in progress, completed, cancelled, in the trash, left.
    package func lists(_ query: ListQuery, for caller: Principal) -> [ListState] {
        let all = listsWithTrash(for: caller)
        let others = query.includesTrash ? [all.filter(\.isTrashed), listsLeft(by: caller)] : []
        let groups = [all.filter { !$0.isTrashed }] + others
        return groups.flatMap { group in
            let wanted = group.filter { query.state == nil || $0.workState == query.state }
            let lists = Dictionary(uniqueKeysWithValues: wanted.map { ($0.scope, $0) })
            return query.sorted(wanted.map(\.overview)).compactMap { lists[$0.scope] }
        }
    }

    /// Returns the open items of lists in progress that are due up to the end of a day, by date.
    package func dueItems(through day: CivilDate, for caller: Principal) -> [EntityReference] {
        let end = day.withoutTime.deadline
        let due = currentLists(for: caller).filter { $0.workState == .open }.flatMap { list in
            list.dueItems.map { (scope: list.scope, item: $0) }.prefix {
                $0.item.due.map { $0.deadline <= end } ?? false
            }
        }
        return due.enumerated()
            .sorted {
                ($0.element.item.due?.deadline ?? end, $0.offset) < ($1.element.item.due?.deadline ?? end, $1.offset)
            }
            .map { EntityReference(scope: $0.element.scope, entity: $0.element.item.entity) }
    }
}

extension ListQuery {
    /// Sorts lists within each of the three sections; ties keep the usual order.
    fileprivate func sorted(_ lists: [ListOverview]) -> [ListOverview] {
        let usual = ListOverview.sorted(lists, byName: { fold($0) })
        guard sort != nil || isReversed else { return usual }
        return usual.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            guard first.state == second.state else { return first.state.rawValue < second.state.rawValue }
            return isBefore(first, second) ?? (left.offset < right.offset)
        }.map(\.element)
    }

    /// Whether a list comes before another of its section; nil for a tie.
    private func isBefore(_ left: ListOverview, _ right: ListOverview) -> Bool? {
        switch sort ?? (left.state == .open ? .due : .done) {
        case .due: isBefore(left.nearestDue?.deadline, right.nearestDue?.deadline)
        case .name: isBefore(fold(left.title), fold(right.title))
        case .created: isBefore(left.created?.stamp, right.created?.stamp)
        case .updated: isBefore(left.updated?.stamp, right.updated?.stamp)
        case .percent: isBefore(left.percent, right.percent)
        case .done: isBefore(left.closed?.stamp, right.closed?.stamp, isFalling: true)
        }
    }

    private func isBefore<Key: Comparable>(_ left: Key?, _ right: Key?, isFalling: Bool = false) -> Bool? {
        guard let left, let right else { return left == nil && right == nil ? nil : left != nil }
        guard left != right else { return nil }
        return (left < right) != (isReversed != isFalling)
    }
}

extension Library {
    /// The lists to which people moved an item, each with the item there, in the trash or not, as far as the caller
    /// sees them; several only if they moved it apart.
    ///
    /// Lists from which it was moved on are not among them.
    package func destinations(ofMoved item: EntityReference, for caller: Principal) -> [MovedItem] {
        destinations(ofMoved: item, among: currentLists(for: caller))
    }

    /// Returns the same for many items, among the lists of one caller.
    func destinations(ofMoved item: EntityReference, among lists: [ListState]) -> [MovedItem] {
        var (ends, passed) = ([MovedItem](), Set([item]))
        var pending = places(ofMoved: item, among: lists)[...]
        while let place = pending.popFirst(), passed.count < HouseholdLimits.movesFollowedMax {
            guard passed.insert(place.reference).inserted else { continue }
            let further = place.item.isTrashed ? places(ofMoved: place.reference, among: lists) : []
            if further.isEmpty { ends.append(place) }
            pending += further.map { MovedItem(list: $0.list, item: $0.item, mover: place.mover) }
        }
        return ends
    }

    private func places(ofMoved item: EntityReference, among lists: [ListState]) -> [MovedItem] {
        lists.compactMap { list in
            let moved = list.item(EntityID(moving: item.entity, from: item.scope, to: list.scope))
            return moved.map { MovedItem(list: list, item: $0, mover: $0.created.by) }
        }
    }

    /// The items that were moved to a list and are back where they were, because the moves were taken back, by the ids
    /// that they have in the list; without those that the caller does not see.
    package func origins(ofMovedBackFrom list: ListState, for caller: Principal) -> [EntityID: MovedItem] {
        let takenBack = list.takenBackItems
        guard !takenBack.isEmpty else { return [:] }
        var origins: [EntityID: MovedItem] = [:]
        for source in currentLists(for: caller) where source.scope != list.scope {
            for item in source.items where !item.isTrashed {
                let entity = EntityID(moving: item.entity, from: source.scope, to: list.scope)
                guard takenBack.contains(entity), origins[entity] == nil else { continue }
                guard let mover = list.item(entity)?.trashAct?.by else { continue }
                origins[entity] = MovedItem(list: source, item: item, mover: mover)
            }
        }
        return origins
    }

    /// The list into which a list was merged before it came to the trash, then the one into which that was merged, and
    /// so on to a list that is not in the trash.
    ///
    /// Empty if this leads to none that the caller sees.
    package func targets(ofMerged list: ListState, for caller: Principal) -> [ListState] {
        let lists = listsWithTrash(for: caller).filter { !hasEnded($0.scope) }
        var (targets, passed) = ([ListState](), Set([list.scope]))
        while (targets.last ?? list).isTrashed {
            guard let next = target(ofMerged: targets.last ?? list, among: lists), passed.insert(next.scope).inserted
            else { return [] }
            targets.append(next)
        }
        return targets
    }

    /// Returns the copies of the first item of a list that concurrent merges brought into several others, in the order
    /// of the merges; none if no item is in several.
    package func copies(ofMergedApart list: ListState, for caller: Principal) -> [MovedItem] {
        guard list.root?[.life].siblings.count ?? 0 > 1, let merges = scopes[list.scope]?.state.trashActions,
            merges.count > 1
        else { return [] }
        let lists = currentLists(for: caller)
        let targets = merges.compactMap { merge in target(of: merge, among: lists).map { ($0, merge.member) } }
        guard Set(targets.map(\.0.scope)).count > 1 else { return [] }
        for item in list.items where !item.isTrashed {
            let copies = targets.compactMap { target, mover -> MovedItem? in
                let copy = target.item(EntityID(moving: item.entity, from: list.scope, to: target.scope))
                guard let copy, !copy.isTrashed else { return nil }
                return MovedItem(list: target, item: copy, mover: mover)
            }
            if Set(copies.map(\.list.scope)).count > 1 { return copies }
        }
        return []
    }

    private func target(ofMerged list: ListState, among lists: [ListState]) -> ListState? {
        scopes[list.scope]?.state.trashActions.last.flatMap { target(of: $0, among: lists) }
    }

    /// Returns the list into which an action merged one.
    private func target(of merge: (group: UInt64, member: MemberID), among lists: [ListState]) -> ListState? {
        lists.first { other in
            let changes = scopes[other.scope]?.state.lifeChanges(byAction: merge.group, by: merge.member) ?? []
            return changes.contains { $0.isAlive && $0.entity != .root }
        }
    }
}

/// An item in a list to which people moved it, or moved it back.
package struct MovedItem {
    package let list: ListState
    package let item: ItemState
    /// The member who took it out of the other list.
    package let mover: MemberID

    package var reference: EntityReference { EntityReference(scope: list.scope, entity: item.entity) }
}
