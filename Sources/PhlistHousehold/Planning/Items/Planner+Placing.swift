import PhlistModel
import PhlistVocabulary

/// Positions of items.
extension Planner {
    /// A position in a list.
    struct Destination: Hashable {
        var scope: ScopeID
        var space = PlaceSpace()
        var anchor = Anchor.bottom

        /// The position within the space.
        enum Anchor: Hashable {
            case top
            case bottom
            case before(EntityID)
            case after(EntityID)
        }
    }

    /// Resolves a target; nil for the default list if there is none.
    func destination(of target: ItemTarget, for caller: Principal) throws(CommandError) -> Destination? {
        let spot = try target.list.map { name throws(CommandError) in try library.spot(named: name, for: caller) }
        if let name = target.under {
            let parent = try standingItem(name, in: spot?.scope, for: caller)
            let section = library.scopes[parent.scope]?.upcomingList?.spaces[parent.entity]?.section
            let space = PlaceSpace(section: section, parent: parent.entity)
            return Destination(scope: parent.scope, space: space, anchor: try anchor(target.anchor, caller))
        }
        if let name = target.anchor?.neighbour {
            let neighbour = try standingItem(name, in: spot?.scope, for: caller)
            let space = library.scopes[neighbour.scope]?.upcomingList?.spaces[neighbour.entity] ?? PlaceSpace()
            return Destination(scope: neighbour.scope, space: space, anchor: try anchor(target.anchor, caller))
        }
        if let spot, library.scopes[spot.scope]?.upcomingList?.kind == .form { throw .list(.notChecklist(spot.scope)) }
        let chosen = spot == nil ? try library.defaultList(for: caller).map { Library.Spot(scope: $0) } : nil
        guard let found = spot ?? chosen else { return nil }
        let space = PlaceSpace(section: found.section)
        return Destination(scope: found.scope, space: space, anchor: try anchor(target.anchor, caller))
    }

    private func anchor(_ anchor: ItemTarget.Anchor?, _ caller: Principal) throws(CommandError) -> Destination.Anchor {
        switch anchor {
        case .top?: .top
        case .bottom?, .out?, nil: .bottom
        case .before(let name)?: .before(try standingItem(name, in: nil, for: caller).entity)
        case .after(let name)?: .after(try standingItem(name, in: nil, for: caller).entity)
        }
    }

    /// Resolves a neighbour or parent item, which must not be in the trash.
    private func standingItem(
        _ name: String,
        in scope: ScopeID?,
        for caller: Principal
    ) throws(CommandError) -> EntityReference {
        let reference = try library.item(matching: name, for: caller, purpose: .look)
        guard let item = item(upcoming: reference), !item.isTrashed else { throw .item(.inTrash(reference)) }
        guard scope == nil || scope == reference.scope else { throw .item(.elsewhere(reference)) }
        return reference
    }

    // MARK: Keys

    /// Returns keys for items at a position, and the moves that they require.
    ///
    /// - Parameters:
    ///   - count: The number of items.
    ///   - destination: The position.
    ///   - placed: The items to place, if they are in the list already.
    /// - Returns: One key for each item, and the moves that must be written with them.
    func placement(
        of count: Int,
        at destination: Destination,
        placing placed: Set<EntityID> = []
    ) -> (keys: [[UInt8]], moves: [Op]) {
        guard count > 0 else { return ([], []) }
        let list = library.scopes[destination.scope]?.upcomingList
        if destination.anchor == .bottom, let keys = keysBehindAll(count, list?.lastKey ?? []) {
            return (keys, [])
        }
        guard let list else {
            return (PlaceKey.place(count, among: [], at: 0, by: placeWriter).keys, [])
        }
        let neighbours = list.neighbours(in: destination.space)
        let (left, right) = destination.anchor.gap(among: neighbours, without: placed)
        if let keys = PlaceKey.keys(count, between: left, and: right, by: placeWriter) { return (keys, []) }
        let items = neighbours.all.filter { !placed.contains($0.entity) }
        let index = right.flatMap { right in items.firstIndex { $0.entity == right.entity } } ?? items.count
        return placement(of: count, among: items.compactMap { list.item($0.entity) }, at: index)
    }

    /// Returns keys after all items of a list, for items in any sections and below any items.
    func placement(of count: Int, atEndOf scope: ScopeID) -> (keys: [[UInt8]], moves: [Op]) {
        let list = library.scopes[scope]?.upcomingList
        if let keys = keysBehindAll(count, list?.lastKey ?? []) { return (keys, []) }
        let items = list?.items ?? []
        return placement(of: count, among: items, at: items.count)
    }

    private func placement(of count: Int, among items: [ItemState], at index: Int) -> (keys: [[UInt8]], moves: [Op]) {
        let places = Dictionary(uniqueKeysWithValues: items.map { ($0.entity, $0.place) })
        let neighbours = items.map { (entity: $0.entity, key: $0.place.key) }
        let placement = PlaceKey.place(count, among: neighbours, at: index, by: placeWriter)
        let moves = placement.moves.map { entity, key in
            let place = Place(section: places[entity]?.section, parent: places[entity]?.parent, key: key)
            return Op.write(entity, [FieldWrite(.place, place.encoded)])
        }
        return (placement.keys, moves)
    }

    /// Returns keys after the last item of a list: after a short key there is room, whatever precedes it, so a long
    /// list need not be scanned.
    private func keysBehindAll(_ count: Int, _ last: [UInt8]) -> [[UInt8]]? {
        guard last.count <= Limits.placeKeyBytesMax / 2 else { return nil }
        let neighbours: [PlaceKey.Neighbour] = last.isEmpty ? [] : [(.root, last)]
        let placement = PlaceKey.place(count, among: neighbours, at: neighbours.count, by: placeWriter)
        return placement.moves.isEmpty ? placement.keys : nil
    }
}

extension ItemTarget.Anchor {
    /// The neighbour at which items are placed.
    fileprivate var neighbour: String? {
        switch self {
        case .before(let name), .after(let name): name
        case .top, .bottom, .out: nil
        }
    }
}

extension Planner.Destination.Anchor {
    /// Returns the items between which to insert: at the end if the other item is not among them.
    func gap(
        among neighbours: Neighbours,
        without placed: Set<EntityID>
    ) -> (left: Neighbours.Neighbour?, right: Neighbours.Neighbour?) {
        switch self {
        case .top: (nil, neighbours.first(without: placed))
        case .before(let entity):
            if !placed.contains(entity), let right = neighbours.neighbour(entity) {
                (neighbours.last(before: right, without: placed), right)
            } else {
                (neighbours.last(without: placed), nil)
            }
        case .after(let entity):
            if !placed.contains(entity), let left = neighbours.neighbour(entity) {
                (left, neighbours.first(behind: left, without: placed))
            } else {
                (neighbours.last(without: placed), nil)
            }
        case .bottom: (neighbours.last(without: placed), nil)
        }
    }
}
