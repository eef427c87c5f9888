package import PhlistModel

/// What to change of items; nil leaves as it is.
package struct ItemChange: Hashable, Sendable {
    package var state: WorkState?
    package var title: String?
    package var isTrashed: Bool?
    /// Empty for none.
    package var note: String?
    package var due: DueChange?
    /// A member's name; empty for nobody.
    package var assignee: String?
    package var tagsAdded: [String]
    package var tagsRemoved: [String]
    /// Empty for nothing said.
    package var quantity: String?
    package var priority: Priority?
    /// Up to 100.
    package var percent: Int?
    package var photo: Photo?

    /// What photo to have; its bytes are here already.
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

/// The writes that a change stands for, once its texts are found to be good.
struct ItemWrites {
    var state: WorkState?
    var isTrashed: Bool?
    /// What makes an item stay that somebody deletes meanwhile.
    var contents: [FieldWrite] = []
    var others: [FieldWrite] = []

    /// Whether anything but the state and the trash is asked for.
    var isEdit: Bool { !contents.isEmpty || !others.isEmpty }

    /// The fields that the writes really change.
    ///
    /// Content writes *alive* along, so that an edit beats a concurrent delete; a tick does not.
    func fields(for item: ItemState) -> [FieldWrite] {
        let edits = contents.filter(item.isChanged)
        var fields = (state.map { [FieldWrite(.state, $0)] } ?? []).filter(item.isChanged)
        fields += edits + others.filter(item.isChanged)
        if !edits.isEmpty {
            fields.append(FieldWrite(.life, Life.alive))
        } else if let isTrashed, isTrashed != item.isTrashed {
            fields.append(FieldWrite(.life, isTrashed ? Life.dead : Life.alive))
        }
        return fields
    }

    /// All fields, whatever was there before.
    var allFields: [FieldWrite] {
        (state.map { [FieldWrite(.state, $0)] } ?? []) + contents + others
    }

    /// The fields of a new item.
    var fieldsOfNew: [FieldWrite] {
        allFields.filter { !$0.value.isEmpty && $0.value != [0] }
    }
}
