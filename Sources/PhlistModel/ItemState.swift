/// One item as its registers show it.
package struct ItemState: Sendable {
    package let entity: EntityID
    package let place: Place
    let entry: RegisterEntry

    /// Creates an item; nil when the entity is another thing, or was purged: then it is neither alive nor in the trash,
    /// though somebody may have ticked it meanwhile.
    package init?(_ entity: EntityID, _ entry: RegisterEntry) {
        let lives = entry.values(.life, as: Life.self)
        guard entry.value(.kind) ?? EntityKind.item == .item, !lives.isEmpty else { return nil }
        self.entity = entity
        self.entry = entry
        // An item whose place has not come, or is of a later version, stands first.
        place = entry.shown(.place).flatMap { try? Place(decoding: $0.value) } ?? Place(key: [])
    }

    package var title: String {
        entry.text(.title) ?? ""
    }

    /// Text of several lines; empty for none.
    package var note: String {
        entry.text(.note) ?? ""
    }

    package var state: WorkState {
        entry.value(.state) ?? .open
    }

    /// Who set the state that is shown, and when; nil while nobody has.
    package var stateAct: Act? {
        entry.shown(.state)?.act
    }

    package var due: DueDate? {
        entry.due
    }

    /// Who shall do it; nil for nobody.
    package var assignee: MemberID? {
        entry.shown(.assignee).flatMap { MemberID(bytes: $0.value) }
    }

    /// How much of it, as it was typed; empty for nothing said.
    package var quantity: String {
        entry.text(.quantity) ?? ""
    }

    package var priority: Priority {
        entry.value(.priority) ?? .none
    }

    /// How much of it is done, set by hand; zero when nobody has.
    package var percent: Int {
        guard let value = entry.shown(.percent)?.value, value.count == 1, value[0] <= 100 else { return 0 }
        return Int(value[0])
    }

    /// The words that it is found by, sorted.
    package var tags: [String] {
        entry.elements(.tags).sorted()
    }

    /// The reference to its picture; nil for none.
    package var photo: [UInt8]? {
        entry.shown(.photo).flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// What is known of its picture, and who has set it; nil for none, and for one of a later version.
    package var photoReference: (photo: PhotoReference, act: Act)? {
        entry.shown(.photo).flatMap { shown in PhotoReference(decoding: shown.value).map { ($0, shown.act) } }
    }

    // MARK: Life

    /// An edit beats a concurrent delete: the item is there while any value says so.
    package var isTrashed: Bool {
        !entry.values(.life, as: Life.self).contains(.alive)
    }

    /// Who has put it into the trash, and when; nil when nobody has, or when it is back.
    package var trashAct: Act? {
        isTrashed ? entry[.life].siblings.map(\.act).max() : nil
    }

    package var created: Act {
        entry.created
    }

    package var updated: Act {
        entry.updated
    }

    /// Why an item is there although somebody has deleted it; nil for nearly all.
    package var rescue: Rescue? {
        Rescue(entry[.life])
    }

    /// An edit that won over a delete that did not know of it.
    package struct Rescue: Hashable, Sendable {
        package var edited: Act
        package var deleted: Act

        fileprivate init?(_ life: Register) {
            let edits = life.siblings.filter { $0.value == [Life.alive.rawValue] }
            let deletes = life.siblings.filter { $0.value == [Life.dead.rawValue] }
            guard let edited = edits.map(\.act).max(), let deleted = deletes.map(\.act).max() else { return nil }
            (self.edited, self.deleted) = (edited, deleted)
        }
    }

    // MARK: Conflicts

    /// The fields for which values compete, in the order of their ids.
    package var conflicts: [FieldConflict] {
        entry.conflicts(of: entity)
    }
}

extension ItemState: Comparable {
    /// The order of the list: by key, ties by item id.
    package static func < (left: ItemState, right: ItemState) -> Bool {
        PlaceKey.isBefore((left.place.key, left.entity), (right.place.key, right.entity))
    }

    /// The same item.
    package static func == (left: ItemState, right: ItemState) -> Bool {
        left.entity == right.entity
    }
}
