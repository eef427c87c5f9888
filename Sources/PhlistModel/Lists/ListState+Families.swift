import PhlistVocabulary

/// Items with their subitems and neighbours.
extension ListState {
    /// Returns a section; nil if the id is not a section, or was deleted.
    package func section(_ entity: EntityID) -> SectionState? {
        guard let entry = entry(of: entity), EntityFacts(of: entity, entry).isVisible(.section) else { return nil }
        return SectionState(entity, entry)
    }

    /// The displayed positions of the items that are not in the trash.
    package var standings: [EntityID: Standing] {
        let rows = rows(.order)
        var standings: [EntityID: Standing] = [:]
        for section in outline(of: rows) {
            var ancestors: [EntityID] = []
            for row in section.rows {
                ancestors.removeSubrange(row.depth...)
                let entity = rows.entity(of: row.row)
                standings[entity] = Standing(
                    space: PlaceSpace(section: section.section?.entity, parent: ancestors.last),
                    depth: row.depth,
                    position: standings.count + 1
                )
                ancestors.append(entity)
            }
        }
        return standings
    }

    /// Returns the displayed subitems of an item at all depths, in the order of the list.
    ///
    /// Costs time for the visible items that are below others, not for the rest of the list.
    package func items(below entity: EntityID) -> [ItemState] {
        let rows = rows()
        guard let row = rows.row(of: entity) else { return [] }
        let below = Nesting(rows).below
        var (found, stack): ([ItemState], [UInt32]) = ([], [row])
        while let row = stack.popLast() {
            if let item = rows.item(row), item.entity != entity { found.append(item) }
            stack += (below[row] ?? []).sorted { rows.isBefore($1, $0) }
        }
        return found
    }

    /// The subitems of each item that has some, in the order of the list.
    package var subitems: [EntityID: [EntityID]] {
        let rows = rows()
        let below = Nesting(rows).below.map { parent, children in
            (rows.entity(of: parent), children.sorted { rows.isBefore($0, $1) }.map { rows.entity(of: $0) })
        }
        return Dictionary(uniqueKeysWithValues: below)
    }

    /// Returns the number of open items below another one at all depths, by the subitems of the list.
    package func openItems(below entity: EntityID, in subitems: [EntityID: [EntityID]]) -> Int {
        var (count, stack) = (0, subitems[entity] ?? [])
        while let entity = stack.popLast() {
            if item(entity)?.state == .open { count += 1 }
            stack += subitems[entity] ?? []
        }
        return count
    }

    /// Returns the items in the trash below another one there that were put there by the same action.
    ///
    /// Covers only the applied state: a draft belongs to no action yet.
    package func trashedTogether(with entity: EntityID) -> [EntityID] {
        let groups = groupsOfDeath(of: entity)
        let rows = rows()
        let nested = rows[.trash].filter { rows.facts(of: $0).hasParent }.compactMap { rows.item($0) }.sorted()
        let below = Dictionary(grouping: nested) { $0.place.parent }
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
            table.field(of: $0) == .life && table.value(of: $0).isDead
        }
        return Set(deaths.map { ledger.batches[Int($0.batch)].group })
    }

    /// The spaces in which the visible items are displayed.
    package var spaces: DisplayedSpaces {
        DisplayedSpaces(rows())
    }

    /// Returns the items that are in a space, or would be after being restored.
    package func neighbours(in space: PlaceSpace) -> Neighbours {
        Neighbours(space, rows(.spaces))
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

    /// The space in a place.
    package init(_ place: Place) {
        self.init(section: place.section, parent: place.parent)
    }

    /// The bytes with which the places in the space begin, and no others.
    var prefix: [UInt8] { Place(section: section, parent: parent, key: []).encoded }

    /// The first byte of places in sections, but below no item.
    static var flagOfSection: UInt8 { PlaceSpace(section: .root).prefix[0] }
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
