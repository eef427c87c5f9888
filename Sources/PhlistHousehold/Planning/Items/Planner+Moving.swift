import PhlistModel

/// Moving items within their list, and to other lists.
extension Planner {
    /// Items that are moved to one place together.
    private struct Group {
        var destination: Destination
        var items: [EntityReference]
    }

    mutating func move(_ references: [String], to target: ItemTarget, _ action: inout Action) throws(CommandError) {
        let named = try library.items(matching: references, for: action.caller, purpose: .look)
        for reference in named {
            guard let item = item(upcoming: reference), !item.isTrashed else { throw .item(.inTrash(reference)) }
        }
        // Descendants move along with their item.
        let below = Set(named.flatMap { descendants(of: $0) })
        let groups = try groups(of: named.filter { !below.contains($0) }, target, action.caller)
        for group in groups {
            try checkNotBelowItself(group)
            try checkAreSettled(group)
        }
        for group in groups {
            // An item placed next to itself stays where it is.
            let (itself, others) = group.items.split { $0 == group.destination.neighbour }
            action.outcome.unchanged += itself
            let (staying, leaving) = others.split { $0.scope == group.destination.scope }
            place(staying, at: group.destination, &action)
            transfer(leaving, to: group.destination, &action)
        }
    }

    func descendants(of reference: EntityReference) -> [EntityReference] {
        let below = library.scopes[reference.scope]?.upcomingList?.items(below: reference.entity) ?? []
        return below.map { EntityReference(scope: reference.scope, entity: $0.entity) }
    }

    /// Groups the items by destination; without a list or neighbour, each moves to the top, the bottom or out of its
    /// own place.
    private func groups(
        of items: [EntityReference],
        _ target: ItemTarget,
        _ caller: Principal
    ) throws(CommandError) -> [Group] {
        if target.list != nil || target.under != nil || target.anchor?.isRelative == false {
            guard let destination = try destination(of: target, for: caller) else { return [] }
            return [Group(destination: destination, items: items)]
        }
        var groups: [Group] = []
        for item in items {
            guard let space = library.scopes[item.scope]?.upcomingList?.spaces[item.entity] else { continue }
            let destination = self.destination(target.anchor, from: space, in: item.scope)
            if let index = groups.firstIndex(where: { $0.destination == destination }) {
                groups[index].items.append(item)
            } else {
                groups.append(Group(destination: destination, items: [item]))
            }
        }
        return groups
    }

    private func destination(_ anchor: ItemTarget.Anchor?, from space: PlaceSpace, in scope: ScopeID) -> Destination {
        guard anchor == .out, let parent = space.parent else {
            return Destination(scope: scope, space: space, anchor: anchor == .top ? .top : .bottom)
        }
        let above = library.scopes[scope]?.upcomingList?.spaces[parent] ?? PlaceSpace()
        return Destination(scope: scope, space: above, anchor: .after(parent))
    }

    private func checkNotBelowItself(_ group: Group) throws(CommandError) {
        guard let parent = group.destination.space.parent else { return }
        let target = EntityReference(scope: group.destination.scope, entity: parent)
        for item in group.items where item == target || descendants(of: item).contains(target) {
            throw .item(.belowItself(item))
        }
    }

    /// Throws if competing values would stay behind in a former list.
    private func checkAreSettled(_ group: Group) throws(CommandError) {
        let leaving = group.items.filter { $0.scope != group.destination.scope }
        for (scope, items) in Dictionary(grouping: leaving, by: \.scope).sorted(by: { $0.key < $1.key }) {
            guard let list = library.scopes[scope]?.upcomingList, !list.conflicts.isEmpty else { continue }
            try checkAreSettled((items + items.flatMap(descendants)).map(\.entity), in: list)
        }
    }

    // MARK: Within a list

    /// Places items of a list at a position in it, in their order.
    private func place(_ items: [EntityReference], at destination: Destination, _ action: inout Action) {
        guard let list = library.scopes[destination.scope]?.upcomingList, !items.isEmpty else { return }
        let entities = items.map(\.entity)
        let cut = destination.space.parent.flatMap { hiddenLink(from: $0, to: entities, in: list) }
        guard cut != nil || !isPlaced(entities, at: destination, in: list) else {
            return action.outcome.unchanged += items
        }
        if let cut { action.add([.write(cut.entity, [FieldWrite(.place, cut.place.encoded)])], in: destination.scope) }
        let placement = placement(of: items.count, at: destination, placing: Set(entities))
        action.add(placement.moves, in: destination.scope)
        for (item, key) in zip(entities, placement.keys) {
            let place = Place(section: destination.space.section, parent: destination.space.parent, key: key)
            action.write([FieldWrite(.place, place.encoded)], to: item, in: destination.scope)
        }
    }

    /// Finds the item at or above a new parent that is shown at top level because it is also below a moved item.
    ///
    /// Concurrent moves have made a cycle; with its link, which nobody sees, the move would only make another one.
    ///
    /// - Returns: The item, and its place as it is shown; nil if there is none.
    private func hiddenLink(
        from parent: EntityID,
        to items: [EntityID],
        in list: ListState
    ) -> (entity: EntityID, place: Place)? {
        guard let chain = chain(from: parent, to: items, in: list) else { return nil }
        let spaces = list.spaces
        for item in chain {
            guard let space = spaces[item.entity], space.parent == nil else { continue }
            return (item.entity, Place(section: space.section, parent: nil, key: item.place.key))
        }
        return nil
    }

    /// Returns an item and those above it, as they were placed, up to one right below some other items; nil if there is
    /// none.
    private func chain(from first: EntityID, to items: [EntityID], in list: ListState) -> [ItemState]? {
        var (chain, cursor, seen): ([ItemState], EntityID, Set<EntityID>) = ([], first, [])
        while seen.insert(cursor).inserted, let item = list.item(cursor), !item.isTrashed, let above = item.place.parent
        {
            chain.append(item)
            if items.contains(above) { return chain }
            cursor = above
        }
        return nil
    }

    /// Whether the items are there already, and stay there even if trashed ones come back.
    private func isPlaced(_ items: [EntityID], at destination: Destination, in list: ListState) -> Bool {
        let neighbours = list.neighbours(in: destination.space)
        guard items.allSatisfy(neighbours.isPlacedVisibly) else { return false }
        let behind = items.map { neighbours.first(behind: neighbours.neighbour($0), withTrash: false)?.entity }
        guard zip(behind, items.dropFirst()).allSatisfy({ $0 == $1 }) else { return false }
        let next = behind.last ?? nil
        let first = items.first.flatMap { neighbours.neighbour($0) }
        let previous = neighbours.last(before: first, withTrash: false)?.entity
        func isOther(_ entity: EntityID) -> Bool {
            !items.contains(entity) && neighbours.neighbour(entity) != nil && list.item(entity)?.isTrashed == false
        }
        switch destination.anchor {
        case .top: return previous == nil
        case .before(let entity) where isOther(entity): return next == entity
        case .after(let entity) where isOther(entity): return previous == entity
        case .bottom, .before, .after: return next == nil
        }
    }

    // MARK: To another list

    /// Copies items, with their descendants, to a place in another list, and trashes the old ones.
    private mutating func transfer(_ items: [EntityReference], to destination: Destination, _ action: inout Action) {
        guard !items.isEmpty else { return }
        let placement = placement(of: items.count, at: destination)
        action.add(placement.moves, in: destination.scope)
        var sources: [ScopeID: MoveSource] = [:]
        for (reference, key) in zip(items, placement.keys) {
            guard let list = library.scopes[reference.scope]?.upcomingList else { continue }
            let source = sources[reference.scope] ?? MoveSource(list)
            sources[reference.scope] = source
            action.outcome.leftInTrash.append(reference.entity)
            let place = Place(section: destination.space.section, parent: destination.space.parent, key: key)
            copy(reference.entity, of: source, to: place, in: destination.scope, &action)
        }
    }

    /// Copies an item and its descendants to another list, from the top down.
    ///
    /// Their new ids follow from the old ones, so that what two people move to one list apart is there once. An item
    /// that somebody changed while another one moved it there brings what was changed.
    private mutating func copy(
        _ entity: EntityID,
        of source: MoveSource,
        to place: Place,
        in scope: ScopeID,
        _ action: inout Action
    ) {
        let target = library.scopes[scope]?.upcomingList
        var pending = [(entity: entity, place: place)]
        while let (entity, place) = pending.popLast() {
            let copy = bring(entity, of: source.list, to: place, in: target, scope, &action)
            action.add([.write(entity, [FieldWrite(.life, Life.dead)])], in: source.list.scope)
            let children = source.below[entity] ?? []
            let keys = PlaceKey.place(children.count, among: [], at: 0, by: placeWriter).keys
            let places = keys.map { Place(section: place.section, parent: copy, key: $0) }
            pending += zip(children, places).reversed().map { (entity: $0, place: $1) }
        }
    }

    /// Makes an item in another list, or changes what it became there before; returns its id there.
    private mutating func bring(
        _ entity: EntityID,
        of source: ListState,
        to place: Place,
        in target: ListState?,
        _ scope: ScopeID,
        _ action: inout Action
    ) -> EntityID {
        if let target, let item = source.item(entity), let former = former(of: item, from: source, in: target, action),
            !former.isTrashed, former.state == item.state
        {
            action.write(source.fields(of: item, newerThanIn: former, of: target), to: former.entity, in: scope)
            return former.entity
        }
        let copy = moved(entity, from: source, to: scope) { target?.item($0) != nil }
        let fields = [FieldWrite(.life, Life.alive), FieldWrite(.place, place.encoded)]
        action.write(fields + source.contents(of: entity), to: copy, in: scope)
        return copy
    }

    /// Returns what an item became in another list; one that somebody changed while others moved it on may have come
    /// there through further lists.
    private func former(
        of item: ItemState,
        from source: ListState,
        in target: ListState,
        _ action: Action
    ) -> ItemState? {
        let direct = target.item(EntityID(moving: item.entity, from: source.scope, to: target.scope))
        guard direct == nil, item.rescue != nil else { return direct }
        let reference = EntityReference(scope: source.scope, entity: item.entity)
        let places = library.destinations(ofMoved: reference, for: action.caller)
        return places.first { $0.list.scope == target.scope }?.item
    }
}

/// A list that items leave, with the children of each item, computed once.
private struct MoveSource {
    let list: ListState
    /// The children of each item, in list order.
    let below: [EntityID: [EntityID]]

    init(_ list: ListState) {
        (self.list, below) = (list, list.subitems)
    }
}

extension ItemTarget.Anchor {
    /// Whether the anchor is relative to an item's own place.
    fileprivate var isRelative: Bool {
        switch self {
        case .top, .bottom, .out: true
        case .before, .after: false
        }
    }
}

extension Planner.Destination {
    /// The neighbour at which items are placed.
    fileprivate var neighbour: EntityReference? {
        switch anchor {
        case .before(let entity), .after(let entity): EntityReference(scope: scope, entity: entity)
        case .top, .bottom: nil
        }
    }
}

extension [EntityReference] {
    /// Splits the references into those that fit and the others, in order.
    fileprivate func split(where fits: (EntityReference) -> Bool) -> (fitting: Self, others: Self) {
        (filter(fits), filter { !fits($0) })
    }
}
