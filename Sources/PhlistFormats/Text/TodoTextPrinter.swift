import PhlistControl
import PhlistVocabulary

/// Prints lists as a todo.txt.
///
/// Fields that todo.txt has no syntax for become pairs, so that an import restores them.
struct TodoTextPrinter {
    let local: LocalTime

    func printed(_ lists: [PortableList]) -> String {
        var text = ""
        var number = 0
        for list in lists {
            for group in list.groups {
                // The numbers of the ancestors of the next item, by depth.
                var path: [Int] = []
                for (index, item) in group.items.enumerated() {
                    let depth = item.depth
                    path.removeLast(path.count - min(depth, path.count))
                    number += 1
                    let isParent = index + 1 < group.items.count && group.items[index + 1].depth > depth
                    let family = [isParent ? "id:\(number)" : nil, path.last.map { "p:\($0)" }].compactMap(\.self)
                    path.append(number)
                    text += line(item, place(list.title, group.section?.name) + family) + "\n"
                }
            }
        }
        return text
    }

    private func place(_ list: String?, _ section: String?) -> [String] {
        [pair(.list, list), section.flatMap { pair(.section, $0) }].compactMap(\.self)
    }

    private func pair(_ key: TodoTextKey, _ value: String?) -> String? {
        value.flatMap { pair(key.rawValue, $0) }
    }

    private func pair(_ key: String, _ value: String) -> String? {
        value.isEmpty ? nil : "\(key):\(TodoTextWord.escaped(value))"
    }

    private func line(_ item: PortableItem, _ place: [String]) -> String {
        let plain = line(item, [item.title] + tags(item.tags, in: item.title), place)
        if Self.isRead(plain, as: item) { return plain }
        let shown = item.title.replacingScalars("\(TodoTextKey.title.rawValue):", with: TodoTextKey.title.rawValue)
        let title = ["\"\(shown)\"", pair(.title, item.title)].compactMap(\.self)
        return line(item, title + tags(item.tags, in: ""), place)
    }

    /// Whether a line reads back as the item: a title may look like the beginning or the end of a line.
    private static func isRead(_ line: String, as item: PortableItem) -> Bool {
        guard let source = try? SourceText(Array(line.utf8)) else { return false }
        let found = TodoTextReader.read(source).lists.flatMap(\.groups).flatMap(\.items).first
        return found?.title == item.title && found?.due == item.due && Set(found?.tags ?? []) == Set(item.tags)
    }

    private func line(_ item: PortableItem, _ title: [String], _ place: [String]) -> String {
        var (note, extras) = Self.parts(of: item)
        let (created, closed) = (item.createdAt.map(day), item.closedAt.map(day))
        let kept = extras.firstIndex { $0.name == TodoTextReader.priorityName }.map { extras.remove(at: $0).value }
        let letter = letter(item.priority, kept)
        if note.trimmed.isEmpty { note = "" }
        let state = item.state
        let isOpen = state == .open
        var words: [String?] = isOpen ? [letter.map { "(\($0))" }] : ["x", closed]
        // After the x, the first date is the completion date.
        let isDated = isOpen || closed != nil
        words.append(isDated ? created : nil)
        words += title
        words += [
            pair(.due, item.due?.description),
            isOpen ? nil : pair(.priority, letter),
            state == .cancelled ? pair(.status, state.name) : nil,
            pair(.assignee, item.assignee),
            pair(.percent, item.percent == 0 ? nil : "\(item.percent)"),
            pair(.note, note),
        ]
        words += ItemTextField.lines.map { pair($0.shortName, $0.value(of: item)) }
        words += extras.map { "\($0.name):\($0.value)" }
        words.append(isDated ? nil : pair(.created, created))
        words += place
        return words.compactMap(\.self).joined(separator: " ")
    }

    private func day(_ milliseconds: Int64) -> String {
        local(milliseconds).withoutTime.description
    }

    private func letter(_ priority: Priority, _ kept: String?) -> String? {
        switch priority {
        case .none: nil
        case .high: "A"
        case .medium: "B"
        case .low: kept ?? "C"
        }
    }

    /// Returns projects and contexts, unless the title has them, as words, and all other tags as one pair.
    private func tags(_ tags: [String], in title: String) -> [String] {
        let words = Set(title.scalars.split(separator: " ").map(String.init))
        let labels = tags.filter { TodoTextWord($0.scalars).isLabel }
        let others = tags.filter { !labels.contains($0) }.joined(separator: " ")
        return labels.filter { !words.contains($0) } + [pair(.tags, others)].compactMap(\.self)
    }

    /// Splits a note into its text and the lines at its end that can be written as pairs.
    private static func parts(of item: PortableItem) -> (note: String, extras: [(name: String, value: String)]) {
        var lines = item.note.lines
        var extras: [(name: String, value: String)] = []
        while let line = lines.last, let extra = extra(line.unicodeScalars) {
            // A letter below C belongs to a low priority only.
            let isLetter = extra.name == TodoTextReader.priorityName
            guard !isLetter || item.priority == .low && isLowLetter(extra.value) else { break }
            extras.insert(extra, at: 0)
            lines.removeLast()
        }
        return (lines.joined(separator: "\n"), extras)
    }

    private static func isLowLetter(_ text: String) -> Bool {
        text.utf8.count == 1 && ("D"..."Z").contains(text)
    }

    private static func extra(_ line: Scalars) -> (name: String, value: String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let (name, value) = (String(line[..<colon]), line[line.index(after: colon)...])
        let word = value.dropFirst()
        guard TodoTextWord.isKey(name), value.first == " ", !word.isEmpty,
            !word.contains(where: \.properties.isWhitespace)
        else { return nil }
        // A pair must not be misread as a field of ours or as an address.
        let isOurs =
            (TodoTextKey(rawValue: name) != nil || ItemTextField.line(shortName: name) != nil)
            && name != TodoTextReader.priorityName
        return isOurs || word.hasPrefix("//") ? nil : (name, String(word))
    }
}
