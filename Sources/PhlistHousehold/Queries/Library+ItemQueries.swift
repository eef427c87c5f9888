package import PhlistModel

/// Item queries of a caller.
extension Library {
    /// Returns the items that a query finds in some lists, list by list, or all in one sequence for a flat query.
    ///
    /// - Parameters:
    ///   - query: The query for each list; its open settings follow the default view of that list.
    ///   - spots: The lists, each with a section if only that is wanted.
    /// - Returns: The items in the order shown.
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
            // Which states show is each list's own choice, as for lists that are shown one by one.
            flat?.add(list, section: spot.section, finding: query)
        }
        return found + (flat?.arranged() ?? [])
    }

    /// Returns an item with its parent and descendants; nil if it is gone.
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
