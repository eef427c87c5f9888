package import PhlistVocabulary

/// An item as a client sees it: its content, and what is known about it.
@dynamicMemberLookup
package struct ItemView: Sendable, Equatable {
    /// Its content; the percentage includes the items below it, an unknown assignee is nobody.
    package var record: ItemRecord
    package var facts: Facts

    /// Facts about an item besides its content.
    package struct Facts: Codable, Sendable, Equatable {
        /// The item's id: 16 letters from k to z, the same on every device.
        package var id: String
        /// The shortest prefix of the id, at least two letters, that is unique on this device.
        package var shortID: String
        package var listID: String
        package var listTitle: String
        package var isTrashed = false
        /// Milliseconds since 1970, by the clock of the device that made the change.
        package var createdAt: Int64
        package var updatedAt: Int64
        /// The names of the members who did it; nil for the house.
        package var createdBy: String?
        package var updatedBy: String?
        /// Fields that two devices changed concurrently.
        package var conflicts: [ConflictView] = []
        package var hasPhoto = false
        /// Details of the photo; nil for none, and for one of a later version.
        package var photo: PhotoView?
        /// The section it is in; nil for none.
        package var section: String?
        /// The id of its parent item; nil at top level.
        package var parentID: String?
        /// The number of its ancestors in the same reply.
        package var depth = 0
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
        /// Whether its assignee has an unanswered invitation to its list; nil if not.
        package var isAssigneeInvited: Bool?
        /// The members of its rotation who do not see its list, and so have no turn; nil for none.
        package var membersWithoutTurn: [String]?

        /// Creates what is known about an item outside the trash.
        package init(
            id: String,
            shortID: String,
            listID: String,
            listTitle: String,
            createdAt: Int64,
            updatedAt: Int64
        ) {
            (self.id, self.shortID, self.listID, self.listTitle) = (id, shortID, listID, listTitle)
            (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
        }
    }

    package init(_ record: ItemRecord, _ facts: Facts) {
        (self.record, self.facts) = (record, facts)
    }

    package var hasNote: Bool { !record.note.isEmpty }

    package subscript<Value>(dynamicMember path: WritableKeyPath<ItemRecord, Value>) -> Value {
        get { record[keyPath: path] }
        set { record[keyPath: path] = newValue }
    }

    package subscript<Value>(dynamicMember path: WritableKeyPath<Facts, Value>) -> Value {
        get { facts[keyPath: path] }
        set { facts[keyPath: path] = newValue }
    }
}

/// One flat object.
extension ItemView: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try ItemRecord(from: decoder), try Facts(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        try facts.encode(to: encoder)
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
