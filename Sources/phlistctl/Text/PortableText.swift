import PhlistControl
import PhlistFormats

/// Lists that go out and come in, in words and in fields.
enum PortableText {
    /// What became of an import.
    static func page(_ reply: ImportReply) -> Page {
        let words = reply.lists.map { list -> TerminalText in
            let title: TerminalText = list.isNew ? "the new list \(list.list.title)" : "\(list.list.title)"
            let existing: TerminalText =
                list.existingCount == 0 ? "" : "; \(list.existingCount) there already, and as they were"
            return "imported \(TerminalText.count(list.addedCount, "item")) into \(title)\(existing)"
        }
        let rows = reply.lists.map { list in
            [
                list.list.id, list.list.title, list.isNew ? "new" : "", "\(list.addedCount)", "\(list.existingCount)",
            ]
        }
        return Page(words: words, rows: rows, ids: reply.lists.map(\.list.id))
    }

    /// What of a file has come in otherwise than it stood there.
    static func remarks(_ contents: PortableFile) -> [TerminalText] {
        [("kept as lines of notes", contents.keptInNotes), ("left out", contents.leftOut)].compactMap { what, counts in
            guard !counts.isEmpty else { return nil }
            let names = counts.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
            return "\(what): \(names)"
        }
    }

    /// What was written to a file.
    static func page(_ lists: [PortableList], _ file: String) -> Page {
        let count = lists.reduce(0) { $0 + $1.itemCount }
        let contents: TerminalText = "\(TerminalText.count(lists.count, "list")), \(TerminalText.count(count, "item"))"
        return Page(
            words: ["exported \(contents) to \(file)"],
            rows: [["file", file], ["lists", "\(lists.count)"], ["items", "\(count)"]],
            ids: [file]
        )
    }
}
