import PhlistModel
import PhlistVocabulary

/// Checking the fields of items.
extension Planner {
    /// Checks a change and returns its writes.
    func writes(of change: ItemChange) throws(CommandError) -> ItemWrites {
        var writes = ItemWrites(isTrashed: change.isTrashed)
        let state = change.occurrence == .skip ? .cancelled : change.state
        writes.progress = state.map { [FieldWrite(.state, $0)] } ?? []
        if change.occurrence == .once { writes.contents.append(FieldWrite(.recurrence, [])) }
        if let title = change.title { writes.contents.append(FieldWrite(.title, text: try checked(title, as: .title))) }
        try add(change.fields, to: &writes)
        switch change.photo {
        case nil: break
        case .none?: writes.contents.append(FieldWrite(.photo, []))
        case .reference(let photo)?: writes.contents.append(FieldWrite(.photo, photo.encoded))
        }
        return writes
    }

    private func add(_ fields: ItemPatch, to writes: inout ItemWrites) throws(CommandError) {
        for text in ItemTextField.all {
            guard let value = fields[keyPath: text.inPatch] else { continue }
            writes.contents.append(FieldWrite(text.field.id, try stored(value, as: text.kind)))
        }
        if let due = fields.due { writes.contents.append(FieldWrite(.due, due.date?.encoded ?? [])) }
        if let name = fields.assignee {
            let member = try name.trimmed.isEmpty ? nil : library.member(named: name)
            writes.contents.append(FieldWrite(.assignee, member?.bytes ?? []))
        }
        if let priority = fields.priority { writes.contents.append(FieldWrite(.priority, priority)) }
        if let percent = fields.percent {
            guard let byte = UInt8(exactly: percent), byte <= 100 else { throw .item(.percentOutOfRange(percent)) }
            writes.progress.append(FieldWrite(.percent, [byte]))
        }
        for tag in fields.addTags ?? [] { writes.contents.append(.insert(try checked(tag, as: .tag), into: .tags)) }
        for tag in fields.removeTags ?? [] { writes.contents.append(.remove(try checked(tag, as: .tag), from: .tags)) }
    }

    /// Throws if a text is neither the one that the caller saw before replacing it, nor the new one.
    func checkSeen(_ change: ItemChange, of item: ItemState, _ target: EntityReference) throws(CommandError) {
        let record = item.record
        let title = (ItemField.title, change.seen.title, change.title, record.title)
        let others = ItemTextField.verbatim.map { text in
            let (seen, new) = (change.seen.fields[keyPath: text.inPatch], change.fields[keyPath: text.inPatch])
            return (text.field, seen, new, record[keyPath: text.inRecord])
        }
        for (field, seen, new, present) in [title] + others {
            // What is added to an amount replaces nothing.
            let isSum = field == .quantity && new?.trimmed.hasPrefix("+") == true
            guard let seen, let new, !isSum, present != seen, present != new else { continue }
            throw .item(.replacedMeanwhile(target, field))
        }
    }

    /// Throws if an item would have too many tags.
    func checkTagCount(_ writes: ItemWrites, of item: ItemState?) throws(CommandError) {
        var tags = Set(item?.tags ?? [])
        for write in writes.contents where write.field == .tags {
            let tag = String(decoding: write.value.dropFirst(), as: UTF8.self)
            if write.value.first == SetChange.insert.rawValue {
                tags.insert(tag)
            } else {
                tags.remove(tag)
            }
        }
        guard tags.count <= max(TextLimits.itemTagsMax, item?.tags.count ?? 0) else {
            throw .item(.tooManyTags(tags.count))
        }
    }

    /// Returns the bytes of a text in the log; throws if it is not valid for its kind.
    func stored(_ text: String, as kind: TextKind) throws(CommandError) -> [UInt8] {
        let text = try checked(text, as: kind)
        return kind == .rotation ? try library.rotation(named: text).encoded : Array(text.utf8)
    }

    /// Throws if writes give an item a reminder before its due date, and it will have none.
    func checkReminder(
        _ writes: ItemWrites,
        of item: ItemState?,
        _ reference: EntityReference?
    ) throws(CommandError) {
        let written = writes.contents.last { $0.field == .reminder }
        guard let written, Reminder(String(decoding: written.value, as: UTF8.self))?.isRelative == true else { return }
        let due = writes.contents.last { $0.field == .due }.map { CivilDate(decoding: $0.value) } ?? item?.due
        guard due != nil else { throw .item(.reminderWithoutDate(reference)) }
    }

    /// Returns a text as it is stored; throws if it is not valid for its kind.
    func checked(_ text: String, as kind: TextKind) throws(CommandError) -> String {
        try kind.accepted(text)
    }
}

extension TextKind {
    /// Returns a text as it is stored; throws its fault as the refusal of a command.
    func accepted(_ text: String) throws(CommandError) -> String {
        do {
            return try checked(text)
        } catch {
            throw .text(error)
        }
    }
}
