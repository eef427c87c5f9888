import PhlistModel

/// Where items come to stand.
extension Replica {
    /// Keys behind all items of a list, and what has to be moved for them.
    func placement(of count: Int, atEndOf scope: ScopeID) -> (keys: [[UInt8]], moves: [Op]) {
        let feed = ownOrigin(in: scope).feed
        let list = scopes[scope]?.upcomingList
        // Behind a short key there is room, whatever stands before it; a long list need not be gone through.
        let last = list?.lastKey ?? []
        if list == nil || last.count <= PhlistModel.Limits.placeKeyBytesMax / 2 {
            let neighbours: [PlaceKey.Neighbour] = last.isEmpty ? [] : [(.root, last)]
            let placement = PlaceKey.place(count, among: neighbours, at: neighbours.count, by: feed)
            if placement.moves.isEmpty { return (placement.keys, []) }
        }
        let items = list?.items ?? []
        let places = Dictionary(uniqueKeysWithValues: items.map { ($0.entity, $0.place) })
        let neighbours = items.map { (entity: $0.entity, key: $0.place.key) }
        let placement = PlaceKey.place(count, among: neighbours, at: items.count, by: feed)
        let moves = placement.moves.map { entity, key in
            let place = Place(section: places[entity]?.section, parent: places[entity]?.parent, key: key)
            return Op.write(entity, [FieldWrite(.place, place.encoded)])
        }
        return (placement.keys, moves)
    }
}
