package import PhlistVocabulary

/// An item as a client sees it.
package struct ItemView: Codable, Sendable, Equatable {
    /// The item's id: 16 letters from k to z, the same on every device.
    package var id: String
    /// The shortest prefix of the id, at least two letters, that is unique on this device.
    package var shortID: String
    package var listID: String
    package var listTitle: String
    package var title: String
    package var state: WorkState
    package var isTrashed: Bool
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var createdAt: Int64
    package var updatedAt: Int64
    /// The names of the members who did it; nil for the house.
    package var createdBy: String?
    package var updatedBy: String?
    /// Fields that two devices changed concurrently.
    package var conflicts: [ConflictView]

    /// Text of several lines; empty for none.
    package var note: String
    package var due: CivilDate?
    /// The name of the member it is assigned to; nil for nobody, or for an unknown member.
    package var assignee: String?
    /// The quantity as typed; empty for none.
    package var quantity: String
    package var priority: Priority
    /// Progress in percent, including the items below it.
    package var percent: Int
    package var tags: [String]
    package var hasPhoto: Bool
    /// Details of the photo; nil for none.
    package var photo: PhotoView?
    /// The section it is in; nil for none.
    package var section: String?
    /// The id of its parent item; nil at top level.
    package var parentID: String?
    /// The number of its ancestors in the same reply.
    package var depth: Int
    /// Its line in its list, counted from one; nil in the trash, and when the request asks for no order.
    package var position: Int?
    /// When and by whom it was last closed or opened again; nil if never.
    package var stateAt: Int64?
    package var stateBy: String?
    /// When and by whom it was put into the trash; nil when it is not there.
    package var trashedAt: Int64?
    package var trashedBy: String?
    /// The reason why it still exists although somebody deleted it; usually nil.
    package var rescue: RescueView?
    /// Whether its assignee does not see its list; nil if they do.
    package var isHiddenFromAssignee: Bool?

    package var hasNote: Bool { !note.isEmpty }

    package init(
        id: String,
        shortID: String,
        listID: String,
        listTitle: String,
        title: String,
        state: WorkState,
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

/// An edit that won over a concurrent delete.
package struct RescueView: Codable, Sendable, Equatable {
    /// The names of the members; nil for the house.
    package var editedBy: String?
    package var editedAt: Int64
    package var deletedBy: String?
    package var deletedAt: Int64

    package init(editedBy: String?, editedAt: Int64, deletedBy: String?, deletedAt: Int64) {
        self.editedBy = editedBy
        self.editedAt = editedAt
        self.deletedBy = deletedBy
        self.deletedAt = deletedAt
    }
}
