package import PhlistModel
package import PhlistVocabulary

/// Changes to items; nil leaves a field as it is.
package struct ItemChange: Hashable, Sendable {
    package var state: WorkState?
    package var title: String?
    package var isTrashed: Bool?
    /// Empty to clear it.
    package var note: String?
    package var due: DueChange?
    /// A member's name; empty for nobody.
    package var assignee: String?
    package var tagsAdded: [String]
    package var tagsRemoved: [String]
    /// Empty to clear it.
    package var quantity: String?
    package var priority: Priority?
    /// Between 0 and 100.
    package var percent: Int?
    package var photo: Photo?

    /// The photo to set, whose bytes are stored already, or none.
    package enum Photo: Hashable, Sendable {
        case none
        case reference(PhotoReference)
    }

    /// Creates a change.
    package init(
        state: WorkState? = nil,
        title: String? = nil,
        isTrashed: Bool? = nil,
        note: String? = nil,
        due: DueChange? = nil,
        assignee: String? = nil,
        tagsAdded: [String] = [],
        tagsRemoved: [String] = [],
        quantity: String? = nil,
        priority: Priority? = nil,
        percent: Int? = nil,
        photo: Photo? = nil
    ) {
        self.state = state
        self.title = title
        self.isTrashed = isTrashed
        self.note = note
        self.due = due
        self.assignee = assignee
        self.tagsAdded = tagsAdded
        self.tagsRemoved = tagsRemoved
        self.quantity = quantity
        self.priority = priority
        self.percent = percent
        self.photo = photo
    }
}

/// The field writes of a change, after its texts have been checked.
struct ItemWrites {
    var isTrashed: Bool?
    /// State and percent: an item that somebody removes at the same time stays removed.
    var progress: [FieldWrite] = []
    /// All other fields, which keep an item that somebody removes at the same time.
    var contents: [FieldWrite] = []

    /// Whether the change does more than remove or restore an item.
    var isEdit: Bool { !contents.isEmpty || !progress.isEmpty }

    /// Returns the writes that change the item.
    ///
    /// An edit of content also writes *alive*, so that it beats a concurrent delete; a tick does not.
    func fields(for item: ItemState) -> [FieldWrite] {
        let edits = contents.filter(item.isChanged)
        var fields = progress.filter(item.isChanged) + edits
        if !edits.isEmpty {
            fields.append(FieldWrite(.life, Life.alive))
        } else if let isTrashed, isTrashed != item.isTrashed {
            fields.append(FieldWrite(.life, isTrashed ? Life.dead : Life.alive))
        }
        return fields
    }

    /// All writes, whatever the item holds.
    var allFields: [FieldWrite] {
        progress + contents
    }

    /// The writes for a new item.
    var fieldsOfNew: [FieldWrite] {
        allFields.filter { !$0.value.isEmpty && $0.value != [0] }
    }
}
