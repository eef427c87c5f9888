package import PhlistModel

/// The items that a caller wants to see.
extension Library {
    /// The items of some lists that a query finds, list by list, or all in one sequence for a flat query.
    ///
    /// - Parameters:
    ///   - query: What to find; what it leaves open follows the default view of each list.
    ///   - spots: The lists, each with a section when only that is wanted.
    /// - Returns: The items in the order in which they are shown.
    package func items(_ query: (ListState) -> ItemQuery, in spots: [Spot]) -> [FoundItem] {
        var flat: ItemArrangement?
        var found: [FoundItem] = []
        for spot in spots {
            guard let list = scopes[spot.scope]?.state.list else { continue }
            let query = query(list)
            guard query.isFlat else {
                var arrangement = ItemArrangement(query)
                arrangement.add(list, section: spot.section)
                found += arrangement.arranged()
                continue
            }
            flat = flat ?? ItemArrangement(query)
            flat?.add(list, section: spot.section)
        }
        return found + (flat?.arranged() ?? [])
    }

    /// One item, and with it the one that it stands below and those that stand below it; nil when it is gone.
    package func family(of reference: EntityReference) -> (item: FoundItem, others: [FoundItem])? {
        guard let list = scopes[reference.scope]?.state.list, let item = list.item(reference.entity) else { return nil }
        let (standings, progress) = (list.standings, list.progress)
        func found(_ item: ItemState, depth: Int) -> FoundItem {
            var found = FoundItem(
                list: reference.scope,
                item: item,
                standing: standings[item.entity],
                percent: progress.percent(of: item)
            )
            found.depth = depth
            return found
        }
        let standing = standings[item.entity]
        let parent = standing?.space.parent.flatMap { list.item($0) }
        let below = list.items(below: item.entity).map {
            found($0, depth: (standings[$0.entity]?.depth ?? 0) - (standing?.depth ?? 0))
        }
        return (found(item, depth: 0), [parent].compactMap(\.self).map { found($0, depth: 0) } + below)
    }
}
