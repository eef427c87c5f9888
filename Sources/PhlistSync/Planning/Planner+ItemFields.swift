import PhlistModel
import PhlistVocabulary

/// Checking the fields of items.
extension Planner {
    /// Checks a change and returns its writes.
    func writes(of change: ItemChange) throws(CommandError) -> ItemWrites {
        var writes = ItemWrites(isTrashed: change.isTrashed)
        writes.progress = change.state.map { [FieldWrite(.state, $0)] } ?? []
        if let title = change.title {
            writes.contents.append(FieldWrite(.title, text: try checkedTitle(title)))
        }
        if let note = change.note {
            writes.contents.append(
                FieldWrite(.note, text: try checkedText(note, .note, bytesMax: Limits.noteBytesMax))
            )
        }
        if let due = change.due {
            writes.contents.append(FieldWrite(.due, due.date?.encoded ?? []))
        }
        if let name = change.assignee {
            let member = try name.trimmed.isEmpty ? nil : library.member(named: name)
            writes.contents.append(FieldWrite(.assignee, member?.bytes ?? []))
        }
        switch change.photo {
        case nil: break
        case .none?: writes.contents.append(FieldWrite(.photo, []))
        case .reference(let photo)?: writes.contents.append(FieldWrite(.photo, photo.encoded))
        }
        if let quantity = change.quantity {
            let text = try checkedLine(quantity, .quantity, bytesMax: Limits.quantityBytesMax)
            writes.contents.append(FieldWrite(.quantity, text: text))
        }
        if let priority = change.priority {
            writes.contents.append(FieldWrite(.priority, priority))
        }
        if let percent = change.percent {
            guard let byte = UInt8(exactly: percent), byte <= 100 else { throw .item(.percentOutOfRange(percent)) }
            writes.progress.append(FieldWrite(.percent, [byte]))
        }
        for tag in change.tagsAdded {
            writes.contents.append(.insert(try checkedTag(tag), into: .tags))
        }
        for tag in change.tagsRemoved {
            writes.contents.append(.remove(try checkedTag(tag), from: .tags))
        }
        return writes
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
        guard tags.count <= max(Limits.itemTagsMax, item?.tags.count ?? 0) else {
            throw .item(.tooManyTags(tags.count))
        }
    }

    /// Checks a multi-line text, which keeps line breaks and tabs; trailing white space is removed.
    func checkedText(_ text: String, _ kind: TextKind, bytesMax: Int) throws(CommandError) -> String {
        let unix = text.replacing("\r\n", with: "\n")
        let end = unix.lastIndex { !$0.isWhitespace }
        let text = end.map { String(unix[...$0]) } ?? ""
        guard text.utf8.count <= bytesMax else {
            throw .text(.tooLong(kind, bytes: text.utf8.count, bytesMax: bytesMax))
        }
        try checkControls(text, kind, except: ["\t", "\n", "\u{2028}", "\u{2029}"])
        return text
    }

    /// Checks a tag, which is one word; a leading `#` is removed.
    private func checkedTag(_ text: String) throws(CommandError) -> String {
        let word = text.trimmed
        let tag = word.hasPrefix("#") ? String(word.dropFirst()) : word
        guard !tag.isEmpty, !tag.contains(where: { $0.isWhitespace || $0 == "," }) else { throw .item(.notATag(text)) }
        return try checkedLine(tag, .tag, bytesMax: Limits.tagBytesMax)
    }

    func checkedLine(_ text: String, _ kind: TextKind, bytesMax: Int) throws(CommandError) -> String {
        let line = text.trimmed
        guard line.utf8.count <= bytesMax else {
            throw .text(.tooLong(kind, bytes: line.utf8.count, bytesMax: bytesMax))
        }
        try checkControls(line, kind, except: [])
        return line
    }

    private func checkControls(
        _ text: String,
        _ kind: TextKind,
        except allowed: Set<Unicode.Scalar>
    ) throws(CommandError) {
        let control = text.unicodeScalars.first { $0.isControl && !allowed.contains($0) }
        if let control { throw .text(.controlCharacter(control.value, in: kind)) }
    }
}

/// Kinds of text that can be refused.
package enum TextKind: String, Hashable, Sendable {
    case description
    case note
    case quantity
    case tag
}
