package import PhlistHousehold
import PhlistModel
package import PhlistVocabulary

extension ItemChange {
    /// Creates a change of a field that is text.
    package init(_ field: ItemField, _ text: String) {
        self.init()
        let rows = ItemTextField.all.filter { $0.field == field }
        invariant(!rows.isEmpty, "\(field) is not text")
        for row in rows { fields[keyPath: row.inPatch] = text }
    }

    /// Creates a change of some fields.
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
        recurrence: String? = nil,
        rotation: String? = nil,
        reminder: String? = nil,
        photo: Photo? = nil
    ) {
        var fields = ItemPatch()
        fields.note = note
        fields.due = due
        fields.assignee = assignee
        fields.addTags = tagsAdded
        fields.removeTags = tagsRemoved
        fields.quantity = quantity
        fields.priority = priority
        fields.percent = percent
        fields.recurrence = recurrence
        fields.rotation = rotation
        fields.reminder = reminder
        self.init(state: state, title: title, isTrashed: isTrashed, fields: fields, photo: photo)
    }
}
