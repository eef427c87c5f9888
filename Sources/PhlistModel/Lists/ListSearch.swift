package import PhlistVocabulary

extension ListState {
    /// Returns the items in some states, visible, in the trash or both, in the order of the list; others cost little.
    package func items(_ lives: Set<Life>, in states: Set<WorkState>) -> [ItemState] {
        let rows = rows(.order)
        let found = rows.items.filter { row in
            let facts = rows.facts(of: row)
            return states.contains(facts.state) && lives.contains(facts.isVisible ? .alive : .dead)
        }
        return found.compactMap { rows.item($0) }
    }

    /// Returns the items with a matching title, note, URL or tag, in the order of the list.
    ///
    /// Examines every item, without copying anything of those that do not match.
    ///
    /// - Parameters:
    ///   - life: `alive` to search the visible items, anything else to search the trash.
    ///   - isMatch: Examines the UTF-8 of one text.
    /// - Returns: The items.
    package func items(_ life: Life = .alive, where isMatch: (UnsafeRawBufferPointer) -> Bool) -> [ItemState] {
        let rows = rows(.order)
        let found = rows.items.filter { row in
            rows.facts(of: row).isVisible == (life == .alive) && rows.hasText(row, where: isMatch)
        }
        return found.compactMap { rows.item($0) }
    }

    /// Returns the items with a matching title, in the trash or not, in the order of the list.
    ///
    /// - Parameter isMatch: Examines the UTF-8 of a title.
    /// - Returns: The items.
    package func items(whereTitle isMatch: (UnsafeRawBufferPointer) -> Bool) -> [ItemState] {
        let rows = rows(.order)
        return rows.items.filter { rows.withShown(.title, of: $0, isMatch) == true }.compactMap { rows.item($0) }
    }
}
