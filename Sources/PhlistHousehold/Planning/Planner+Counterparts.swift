import PhlistModel

/// Undo of what moved between lists: each thing ends in one of them.
extension Planner {
    /// The two halves of a thing that an action moved to another list.
    private struct Halves {
        var old: EntityReference
        var new: EntityReference

        var bothWays: [(EntityReference, EntityReference)] { [(old, new), (new, old)] }
    }

    /// Returns what the undo of an action has to observe in each of its lists because of the others.
    func bonds(
        of group: UInt64,
        by member: MemberID,
        in lists: [ScopeID],
        for caller: Principal
    ) -> [ScopeID: UndoBonds] {
        let states = lists.compactMap { library.scopes[$0]?.state }
        guard states.count > 1 else { return [:] }
        let original = states[0].original(of: group, by: member)
        let halves = halves(of: original, by: member, in: states)
        var bonds: [ScopeID: UndoBonds] = [:]
        let current = halves.isEmpty ? [] : library.currentLists(for: caller)
        for new in newHalvesToKeep(halves, takingBack: original, among: current) {
            bonds[new.scope, default: UndoBonds()].kept.insert(new.entity)
        }
        for (half, other) in halves.flatMap(\.bothWays) where isGone(other) {
            bonds[half.scope, default: UndoBonds()].kept.insert(half.entity)
        }
        var kept: Set<EntityReference> = []
        for state in states {
            let staying = state.kept(takingBack: group, by: member, bonds[state.id] ?? UndoBonds())
            kept.formUnion(staying.map { EntityReference(scope: state.id, entity: $0) })
        }
        // What was moved on since, and is in a third list, is in the trash of both, and stays there.
        for pair in halves where isAway(pair.old) && isMovedOn(pair.new, among: current) {
            for half in [pair.old, pair.new] { bonds[half.scope, default: UndoBonds()].gone.insert(half.entity) }
        }
        // A list that stays keeps all that is in it.
        let lists = Set(kept.filter { $0.entity == .root }.map(\.scope))
        for (half, other) in halves.flatMap(\.bothWays) where kept.contains(other) || lists.contains(other.scope) {
            bonds[half.scope, default: UndoBonds()].gone.insert(half.entity)
        }
        return bonds
    }

    /// The new halves that stay when an action is taken back, because their old list stays in the trash: they would be
    /// nowhere, unless another merge brought them elsewhere.
    ///
    /// The first of several merges leaves them where they are, so that they are somewhere even if all are taken back
    /// independently.
    private func newHalvesToKeep(
        _ halves: [Halves],
        takingBack original: UInt64,
        among lists: [ListState]
    ) -> [EntityReference] {
        let sources = Set(halves.map(\.old.scope))
        let all = Dictionary(uniqueKeysWithValues: sources.map { ($0, removals(of: $0)) })
        return halves.filter { pair in
            let actions = all[pair.old.scope] ?? []
            guard actions.contains(where: { $0 != original }) else { return false }
            return actions.first == original || !isElsewhere(pair, among: lists)
        }
        .map(\.new)
    }

    /// The actions that put a list into the trash, in the order of time; of a redo, the action that it did again.
    private func removals(of list: ScopeID) -> [UInt64] {
        guard let state = library.scopes[list]?.state else { return [] }
        return state.trashActions.map { state.original(of: $0.group, by: $0.member) }
    }

    /// Whether a thing was permanently removed.
    private func isGone(_ reference: EntityReference) -> Bool {
        library.scopes[reference.scope]?.state.holds(reference.entity) == false
    }

    /// Whether a thing is in the trash, by itself or with its list.
    private func isAway(_ reference: EntityReference) -> Bool {
        guard let state = library.scopes[reference.scope]?.state else { return false }
        return [reference.entity, .root].contains { state.life(of: $0) == .dead }
    }

    private func isMovedOn(_ reference: EntityReference, among lists: [ListState]) -> Bool {
        isAway(reference) && library.destinations(ofMoved: reference, among: lists).contains { !$0.item.isTrashed }
    }

    /// Whether a third list also holds what was moved.
    private func isElsewhere(_ pair: Halves, among lists: [ListState]) -> Bool {
        library.destinations(ofMoved: pair.old, among: lists).contains {
            !$0.item.isTrashed && $0.list.scope != pair.new.scope
        }
    }

    private func halves(of group: UInt64, by member: MemberID, in states: [ScopeState]) -> [Halves] {
        let changes = states.map { (scope: $0.id, lives: $0.lifeChanges(byAction: group, by: member)) }
        return changes.flatMap { target in
            let arrived = target.lives.filter { $0.isAlive && $0.entity != .root }
            let others = changes.filter { $0.scope != target.scope }
            let merged = others.filter { $0.lives.contains(where: \.isEndOfList) }.map(\.scope)
            let left = others.map { ($0.scope, $0.lives.filter { !$0.isAlive && $0.entity != .root }[...]) }
            return halves(of: arrived, in: target.scope, mergedFrom: merged) + halves(arrived, left, target.scope)
        }
    }

    /// Pairs the things that were merged into a list with those of the old list, from whose ids theirs derive.
    private func halves(of arrived: [LifeChange], in scope: ScopeID, mergedFrom lists: [ScopeID]) -> [Halves] {
        let new = Set(arrived.map(\.entity))
        return lists.flatMap { list in
            let items = library.scopes[list]?.state.list?.items.map(\.entity) ?? []
            return items.compactMap { item -> Halves? in
                let entity = EntityID(moving: item, from: list, to: scope)
                guard new.contains(entity) else { return nil }
                return Halves(
                    old: EntityReference(scope: list, entity: item),
                    new: EntityReference(scope: scope, entity: entity)
                )
            }
        }
    }

    /// Pairs the things that were moved to a list with the old ones, which were written in the same order.
    private func halves(
        _ arrived: [LifeChange],
        _ left: [(scope: ScopeID, lives: ArraySlice<LifeChange>)],
        _ scope: ScopeID
    ) -> [Halves] {
        var left = left
        return arrived.compactMap { new -> Halves? in
            // Of several lists, the next one is told by the title.
            let index =
                left.firstIndex { $0.lives.first?.title == new.title } ?? left.firstIndex { !$0.lives.isEmpty }
            guard let index, let old = left[index].lives.popFirst() else { return nil }
            return Halves(
                old: EntityReference(scope: left[index].scope, entity: old.entity),
                new: EntityReference(scope: scope, entity: new.entity)
            )
        }
    }
}

extension LifeChange {
    /// Whether the list itself was put into the trash.
    fileprivate var isEndOfList: Bool { entity == .root && !isAlive }
}
