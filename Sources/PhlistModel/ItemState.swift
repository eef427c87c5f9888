/// One item as its registers show it.
package struct ItemState: Sendable {
    package let entity: EntityID
    package let place: Place
    private let entry: RegisterEntry

    /// Creates an item; nil when the entity is another thing, or was purged: then it is neither alive nor in the trash,
    /// though somebody may have ticked it meanwhile.
    package init?(_ entity: EntityID, _ entry: RegisterEntry) {
        guard entry.value(.kind) ?? EntityKind.item == .item, entry.shown(.life) != nil else { return nil }
        self.entity = entity
        self.entry = entry
        // An item whose place has not come, or is of a later version, stands first.
        place = entry.shown(.place).flatMap { try? Place(decoding: $0.value) } ?? Place(key: [])
    }

    package var title: String {
        entry.text(.title) ?? ""
    }

    package var state: WorkState {
        entry.value(.state) ?? .open
    }

    /// An edit beats a concurrent delete: the item is there while any value says so.
    package var isTrashed: Bool {
        !entry.values(.life, as: Life.self).contains(.alive)
    }

    package var created: Act {
        entry.created
    }

    package var updated: Act {
        entry.updated
    }

    /// The values that compete for the title, the shown one first; empty when they agree.
    package var titleConflict: [Sibling] {
        let register = entry[.title]
        guard let shown = register.shown else { return [] }
        guard register.siblings.contains(where: { $0.value != shown.value }) else { return [] }
        return [shown] + register.siblings.filter { $0 != shown }
    }
}

extension ItemState: Comparable {
    /// The order of the list: by key, ties by item id.
    package static func < (left: ItemState, right: ItemState) -> Bool {
        if left.place.key == right.place.key {
            return left.entity < right.entity
        }
        return left.place.key.lexicographicallyPrecedes(right.place.key)
    }

    /// The same item.
    package static func == (left: ItemState, right: ItemState) -> Bool {
        left.entity == right.entity
    }
}
