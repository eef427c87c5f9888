extension ListState {
    /// The items of which a title, a note or a tag matches, in the order of the list.
    ///
    /// Looks at every item, without making anything of those that do not match.
    ///
    /// - Parameters:
    ///   - life: Whether to look among what is there, or in the trash.
    ///   - isMatch: Looks at the UTF-8 of one text.
    /// - Returns: The items.
    package func items(_ life: Life = .alive, where isMatch: (UnsafeRawBufferPointer) -> Bool) -> [ItemState] {
        let rows = rows(.order)
        let found = rows.items.filter { row in
            rows.facts(of: row).isVisible == (life == .alive) && rows.hasText(row, where: isMatch)
        }
        return found.compactMap { rows.item($0) }
    }

    /// The items of which the title matches, in the trash or not, in the order of the list.
    ///
    /// - Parameter isMatch: Looks at the UTF-8 of a title.
    /// - Returns: The items.
    package func items(whereTitle isMatch: (UnsafeRawBufferPointer) -> Bool) -> [ItemState] {
        let rows = rows(.order)
        return rows.items.filter { rows.withShown(.title, of: $0, isMatch) == true }.compactMap { rows.item($0) }
    }
}
