import PhlistModel

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
