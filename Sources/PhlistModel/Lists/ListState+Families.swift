/// Items with their subitems and neighbours.
extension ListState {
    /// Returns a section; nil if the id is not a section, or was deleted.
    package func section(_ entity: EntityID) -> SectionState? {
        guard let entry = entry(of: entity), EntityFacts(of: entity, entry).isVisible(.section) else { return nil }
        return SectionState(entity, entry)
    }

    /// The displayed positions of the items that are not in the trash.
    package var standings: [EntityID: Standing] {
        var standings: [EntityID: Standing] = [:]
        for section in outline {
            var ancestors: [EntityID] = []
            for row in section.items {
                ancestors.removeSubrange(row.depth...)
                standings[row.item.entity] = Standing(
                    space: PlaceSpace(section: section.section?.entity, parent: ancestors.last),
                    depth: row.depth,
                    position: standings.count + 1
                )
                ancestors.append(row.item.entity)
            }
        }
        return standings
    }

    /// Returns the displayed subitems of an item at all depths, in the order of the list.
    package func items(below entity: EntityID) -> [ItemState] {
        for section in outline {
            guard let index = section.items.firstIndex(where: { $0.item.entity == entity }) else { continue }
            let depth = section.items[index].depth
            return section.items[(index + 1)...].prefix { $0.depth > depth }.map(\.item)
        }
        return []
    }

    /// Returns the items in the trash below another one there that were put there by the same action.
    ///
    /// Covers only the applied state: a draft belongs to no action yet.
    package func trashedTogether(with entity: EntityID) -> [EntityID] {
        let groups = groupsOfDeath(of: entity)
        let below = Dictionary(grouping: trash) { $0.place.parent }
        var family = [entity]
        var next = 0
        while next < family.count {
            let children = below[family[next], default: []].map(\.entity).filter { !family.contains($0) }
            family += children.filter { !groupsOfDeath(of: $0).isDisjoint(with: groups) }
            next += 1
        }
        return Array(family.dropFirst())
    }

    private func groupsOfDeath(of entity: EntityID) -> Set<UInt64> {
        let (table, ledger) = (state.table, state.ledger)
        guard let row = table.row(of: entity) else { return [] }
        let deaths = table.currentWrites(of: row).filter {
            table.field(of: $0) == .life && table.value(of: $0) == [Life.dead.rawValue]
        }
        return Set(deaths.map { ledger.batches[Int($0.batch)].group })
    }

    /// Returns the items that are in a space, or would be after being restored: by key, then by id.
    package func neighbours(in space: PlaceSpace) -> [ItemState] {
        let standings = standings
        return items.filter { item in
            let own = PlaceSpace(section: item.place.section, parent: item.place.parent)
            return own == space || standings[item.entity]?.space == space
        }
    }
}

/// The items that share one order: those of one section, or the subitems of one item.
package struct PlaceSpace: Hashable, Sendable {
    package var section: EntityID?
    package var parent: EntityID?

    package init(section: EntityID? = nil, parent: EntityID? = nil) {
        self.section = section
        self.parent = parent
    }
}

/// The displayed position of an item in its list.
package struct Standing: Hashable, Sendable {
    /// The space of the item, ignoring sections and parents that no longer exist.
    package var space: PlaceSpace
    /// The number of its ancestors; zero at top level.
    package var depth: Int
    /// Its line in the list, counted from one.
    package var position: Int
}
