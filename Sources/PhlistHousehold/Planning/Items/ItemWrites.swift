import PhlistModel
import PhlistVocabulary

/// The field writes of a change, after its texts have been checked.
struct ItemWrites {
    var isTrashed: Bool?
    /// State and percent: an item that somebody removes at the same time stays removed, unless it is opened again.
    var progress: [FieldWrite] = []
    /// All other fields, which keep an item that somebody removes at the same time.
    var contents: [FieldWrite] = []

    /// Returns these writes and others, which replace those to the same registers.
    func merging(_ others: ItemWrites) -> ItemWrites {
        var merged = self
        merged.progress = progress.filter { write in !others.progress.contains { $0.field == write.field } }
        merged.contents = contents.filter { write in
            write.field.mergeClass == .set || !others.contents.contains { $0.field == write.field }
        }
        merged.progress += others.progress
        merged.contents += others.contents
        return merged
    }

    /// Returns these writes and those of the same title once more, whose amount is added.
    func addingUp(_ others: ItemWrites) -> ItemWrites {
        let amounts = [quantity, others.quantity].compactMap(\.self).filter { !$0.isEmpty }
        var merged = merging(others)
        guard amounts.count == 2, !amounts.contains(where: { $0.hasPrefix("+") }),
            let index = merged.contents.firstIndex(where: { $0.field == .quantity })
        else { return merged }
        let sum = Quantity.text(typed: "+\(amounts[1])", former: amounts[0], keepsUnit: false)
        merged.contents[index] = FieldWrite(.quantity, text: sum)
        return merged
    }

    private var quantity: String? {
        contents.last { $0.field == .quantity }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// Whether the change does more than remove or restore an item.
    var isEdit: Bool { !contents.isEmpty || !progress.isEmpty }

    /// Returns the writes that change the item.
    ///
    /// An edit of content also writes *alive*, so that it beats a concurrent delete; so does opening the item again,
    /// because it is needed once more. A tick does not.
    func fields(for item: ItemState) -> [FieldWrite] {
        let (edits, steps) = (contents.filter(item.isChanged), progress.filter(item.isChanged))
        var fields = steps + edits
        if !edits.isEmpty {
            fields.append(FieldWrite(.life, Life.alive))
        } else if steps.contains(where: \.reopens), isTrashed == nil {
            fields.append(FieldWrite(.life, Life.reopened))
        } else if let isTrashed, isTrashed != item.isTrashed {
            fields.append(FieldWrite(.life, isTrashed ? Life.dead : Life.alive))
        }
        return fields
    }

    /// Returns the writes that change the item, and one that keeps it from a removal at the same time.
    func fieldsKeeping(_ item: ItemState) -> [FieldWrite] {
        [FieldWrite(.life, Life.alive)] + fields(for: item).filter { $0.field != .life }
    }

    /// The day that is asked for.
    var due: CivilDate? {
        contents.last { $0.field == .due }.flatMap { CivilDate(decoding: $0.value) }
    }

    /// Whether both can be for one item: they do not name different days.
    func areForOneDay(with others: ItemWrites) -> Bool {
        guard let day = due?.withoutTime, let other = others.due?.withoutTime else { return true }
        return day == other
    }

    /// All writes, whatever the item holds.
    var allFields: [FieldWrite] {
        progress + contents
    }

    /// The writes for a new item.
    var fieldsOfNew: [FieldWrite] {
        allFields.filter { !$0.value.isEmpty && $0.value != [0] }
    }

    /// Returns writes whose quantity is counted from the one that an item has.
    ///
    /// - Parameters:
    ///   - item: The item; nil for a new one.
    ///   - keepsUnit: Whether a number without a unit takes the former one, as the item is added again.
    /// - Returns: The writes.
    /// - Throws: A fault if the quantity becomes too long.
    func counted(from item: ItemState?, keepsUnit: Bool = false) throws(CommandError) -> ItemWrites {
        guard let index = contents.firstIndex(where: { $0.field == .quantity }) else { return self }
        let typed = String(decoding: contents[index].value, as: UTF8.self)
        let text = Quantity.text(typed: typed, former: item?.quantity ?? "", keepsUnit: keepsUnit)
        var counted = self
        counted.contents[index] = FieldWrite(.quantity, text: try TextKind.quantity.accepted(text))
        return counted
    }
}
