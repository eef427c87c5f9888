/// The spaces in which the visible items of a list are displayed.
///
/// The space of an item is not that of its place if its parent or its section is not visible, or its parent was moved
/// to another section. Costs time for the visible items that are below others, not for the rest of the list.
package struct DisplayedSpaces {
    private let rows: ListRows
    private let nesting: Nesting
    private let sections: Set<EntityID>

    init(_ rows: ListRows) {
        self.rows = rows
        nesting = Nesting(rows)
        sections = Set(rows[.sections].map { rows.entity(of: $0) })
    }

    /// The space of an item; nil if it is not visible.
    package subscript(entity: EntityID) -> PlaceSpace? {
        rows.row(of: entity).flatMap { self[$0] }
    }

    subscript(row: UInt32) -> PlaceSpace? {
        guard rows.facts(of: row).isVisibleItem else { return nil }
        var top = row
        while let parent = nesting.parents[top] { top = parent }
        let section = rows.place(of: top)?.section
        return PlaceSpace(
            section: section.flatMap { sections.contains($0) ? $0 : nil },
            parent: nesting.parents[row].map { rows.entity(of: $0) }
        )
    }

    /// Returns items that are displayed in a space, but placed in another one, and those of a draft in either way;
    /// needs the part `spaces`.
    func strays(in space: PlaceSpace) -> Set<UInt32> {
        var strays = Set(rows[.nested].filter { self[$0] == space && rows.space(of: $0) != space })
        if space == PlaceSpace() {
            strays.formUnion(rows.items(inSectionsWhere: { !sections.contains($0) }))
        }
        strays.formUnion(rows.draftedItems.filter { self[$0] == space || rows.space(of: $0) == space })
        return strays
    }
}

extension ListRows {
    /// The space in the place of an item.
    func space(of row: UInt32) -> PlaceSpace {
        place(of: row).map { PlaceSpace($0) } ?? PlaceSpace()
    }
}
