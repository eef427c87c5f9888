package import PhlistVocabulary

/// One item as its registers show it.
package struct ItemState: Sendable {
    package let entity: EntityID
    package let place: Place
    let entry: RegisterEntry

    /// Creates an item; nil if the entity is another thing or was purged: then it is neither alive nor in the trash,
    /// though somebody may have ticked it concurrently.
    package init?(_ entity: EntityID, _ entry: RegisterEntry) {
        let lives = entry.values(.life, as: Life.self)
        guard entry.value(.kind) ?? EntityKind.item == .item, !lives.isEmpty else { return nil }
        self.entity = entity
        self.entry = entry
        // An item whose place has not arrived, or is of a later version, comes first.
        place = entry.shown(.place).flatMap { try? Place(decoding: $0.value) } ?? Place(key: [])
    }

    package var title: String {
        entry.text(.title) ?? ""
    }

    /// Text of several lines; empty if there is none.
    package var note: String {
        entry.text(.note) ?? ""
    }

    package var state: WorkState {
        entry.value(.state) ?? .open
    }

    /// The author and the time of the shown state; nil until somebody sets one.
    package var stateAct: Act? {
        entry.shown(.state)?.act
    }

    package var due: CivilDate? {
        entry.due
    }

    /// The rule by which it comes back; nil for none, or one of a later version.
    package var recurrence: Recurrence? {
        entry.text(.recurrence).flatMap { Recurrence($0) }
    }

    /// When people are reminded of it; nil for never, or a reminder of a later version.
    package var reminder: Reminder? {
        entry.text(.reminder).flatMap { Reminder($0) }
    }

    /// The member it is assigned to; nil for nobody.
    package var assignee: MemberID? {
        entry.shown(.assignee).flatMap { MemberID(bytes: $0.value) }
    }

    /// The members who take turns with it; empty for none.
    package var rotation: Rotation {
        Rotation(decoding: entry.shown(.rotation)?.value ?? [])
    }

    /// The quantity, as it was typed; empty if there is none.
    package var quantity: String {
        entry.text(.quantity) ?? ""
    }

    package var priority: Priority {
        entry.value(.priority) ?? .none
    }

    /// The percentage done as entered by hand, 0 to 100; zero if nobody entered one.
    package var percent: Int {
        guard let value = entry.shown(.percent)?.value, value.count == 1, value[0] <= 100 else { return 0 }
        return Int(value[0])
    }

    /// The tags, sorted.
    package var tags: [String] {
        entry.elements(.tags).sorted()
    }

    /// The reference to its picture; nil if it has none.
    package var photo: [UInt8]? {
        entry.shown(.photo).flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// The details of its picture and who set it; nil if it has none, or one of a later version.
    package var photoReference: (photo: PhotoReference, act: Act)? {
        entry.shown(.photo).flatMap { shown in PhotoReference(decoding: shown.value).map { ($0, shown.act) } }
    }

    /// The content, with the percentage that was entered by hand, and without the members, whose names are in the
    /// household.
    package var record: ItemRecord {
        var record = ItemRecord(title: title)
        (record.state, record.due, record.priority) = (state, due, priority)
        (record.percent, record.tags) = (percent, tags)
        for text in ItemTextField.verbatim { record[keyPath: text.inRecord] = entry.text(text.field.id) ?? "" }
        return record
    }

    // MARK: Life

    /// Whether the item is in the trash; an edit beats a concurrent delete.
    package var isTrashed: Bool {
        entry.values(.life, as: Life.self).shown?.isAlive != true
    }

    /// The author and the time of the deletion; nil if the item is not in the trash.
    package var trashAct: Act? {
        isTrashed ? entry[.life].siblings.filter { !$0.value.isAlive }.map(\.act).max() : nil
    }

    package var created: Act {
        entry.created
    }

    package var updated: Act {
        entry.updated
    }

    /// The edit and the delete that met, if the item is visible although somebody deleted it; nil for nearly all items.
    package var rescue: Rescue? {
        Rescue(entry[.life])
    }

    // MARK: Conflicts

    /// The fields with competing values, in the order of their ids.
    package var conflicts: [FieldConflict] {
        entry.conflicts(of: entity)
    }

    /// Whether there are competing rules that differ in their start dates alone.
    ///
    /// They are no conflict of their own: the due dates compete, too.
    package var hasRulesOfSeveralDates: Bool {
        entry[.recurrence].siblings.count > 1 && !conflicts.contains { $0.field == .recurrence }
    }
}

extension ItemState: Comparable {
    /// Orders by place key, ties by item id, as the list shows them.
    package static func < (left: ItemState, right: ItemState) -> Bool {
        PlaceKey.isBefore((left.place.key, left.entity), (right.place.key, right.entity))
    }

    /// Whether both are the same item.
    package static func == (left: ItemState, right: ItemState) -> Bool {
        left.entity == right.entity
    }
}
