/// An item as a client sees it.
package struct ItemView: Codable, Sendable, Equatable {
    /// The item's id: 16 letters from k to z, the same on every device.
    package var id: String
    /// The shortest prefix of the id, at least two letters, that is unique on this device.
    package var shortID: String
    package var listID: String
    package var listTitle: String
    package var title: String
    package var state: ItemState
    package var isTrashed: Bool
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var createdAt: Int64
    package var updatedAt: Int64
    /// The names of the members who did it; nil stands for the house.
    package var createdBy: String?
    package var updatedBy: String?
    /// Fields that were changed on two devices without one knowing of the other.
    package var conflicts: [ConflictView]

    /// Text of several lines; empty for none.
    package var note: String
    package var due: CivilDate?
    /// The name of the member who shall do it; nil for nobody, or for one who is not known.
    package var assignee: String?
    /// How much of it, as it was typed; empty for nothing said.
    package var quantity: String
    package var priority: Priority
    /// How much of it is done, what stands below it included.
    package var percent: Int
    package var tags: [String]
    package var hasPhoto: Bool
    /// What is known of the photo; nil for none.
    package var photo: PhotoView?
    /// The section that it stands in; nil for none.
    package var section: String?
    /// The id of the item that it stands below; nil at top level.
    package var parentID: String?
    /// Below how many other items of the same reply it stands.
    package var depth: Int
    /// Its line in its list, counted from one; nil in the trash, and where nobody asked for an order.
    package var position: Int?
    /// When it was closed or opened again, and by whom; nil while nobody has.
    package var stateAt: Int64?
    package var stateBy: String?
    /// When it was put into the trash, and by whom; nil when it is not there.
    package var trashedAt: Int64?
    package var trashedBy: String?
    /// Why it is there although somebody has deleted it; nil for nearly all.
    package var rescue: RescueView?

    package var hasNote: Bool { !note.isEmpty }

    /// Creates a view of an item.
    package init(
        id: String,
        shortID: String,
        listID: String,
        listTitle: String,
        title: String,
        state: ItemState,
        isTrashed: Bool,
        createdAt: Int64,
        updatedAt: Int64,
        createdBy: String?,
        updatedBy: String?,
        conflicts: [ConflictView],
        note: String = "",
        due: CivilDate? = nil,
        assignee: String? = nil,
        quantity: String = "",
        priority: Priority = .none,
        percent: Int = 0,
        tags: [String] = [],
        hasPhoto: Bool = false,
        photo: PhotoView? = nil,
        section: String? = nil,
        parentID: String? = nil,
        depth: Int = 0,
        position: Int? = nil,
        stateAt: Int64? = nil,
        stateBy: String? = nil,
        trashedAt: Int64? = nil,
        trashedBy: String? = nil,
        rescue: RescueView? = nil
    ) {
        self.id = id
        self.shortID = shortID
        self.listID = listID
        self.listTitle = listTitle
        self.title = title
        self.state = state
        self.isTrashed = isTrashed
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.createdBy = createdBy
        self.updatedBy = updatedBy
        self.conflicts = conflicts
        self.note = note
        self.due = due
        self.assignee = assignee
        self.quantity = quantity
        self.priority = priority
        self.percent = percent
        self.tags = tags
        self.hasPhoto = hasPhoto
        self.photo = photo
        self.section = section
        self.parentID = parentID
        self.depth = depth
        self.position = position
        self.stateAt = stateAt
        self.stateBy = stateBy
        self.trashedAt = trashedAt
        self.trashedBy = trashedBy
        self.rescue = rescue
    }
}

/// How much an item matters.
package enum Priority: String, Codable, Sendable, CaseIterable {
    case none
    case low
    case medium
    case high
}

/// An edit that won over a delete that did not know of it.
package struct RescueView: Codable, Sendable, Equatable {
    /// The names of the members; nil stands for the house.
    package var editedBy: String?
    package var editedAt: Int64
    package var deletedBy: String?
    package var deletedAt: Int64

    /// Creates a view of a rescue.
    package init(editedBy: String?, editedAt: Int64, deletedBy: String?, deletedAt: Int64) {
        self.editedBy = editedBy
        self.editedAt = editedAt
        self.deletedBy = deletedBy
        self.deletedAt = deletedAt
    }
}

/// Whether an item is still to do.
package enum ItemState: String, Codable, Sendable, CaseIterable {
    case open
    case done
    case cancelled
}
