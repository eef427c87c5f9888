import PhlistControl
import PhlistFormats
import PhlistVocabulary

/// Exports and imports as text and as fields.
enum PortableText {
    /// Returns the results of an import.
    static func page(_ reply: ImportReply) -> Page {
        let words = reply.lists.map { list -> TerminalText in
            let audience: TerminalText =
                list.list.visibility == .household ? "which everybody sees" : AudienceText.words(list.list)
            let title: TerminalText =
                list.isNew ? "the new list \(list.list.title), \(audience)" : "\(list.list.title)"
            let restored = list.restoredCount ?? 0
            let back: TerminalText = restored == 0 ? "" : "; \(restored) back from the trash"
            let existing: TerminalText =
                list.existingCount == 0 ? "" : "; \(list.existingCount) already there, left as they were"
            return "imported \(TerminalText.count(list.addedCount - restored, "item")) into \(title)\(back)\(existing)"
        }
        let rows = reply.lists.map { list in
            [
                list.list.id, list.list.title, list.isNew ? "new" : "", "\(list.addedCount)", "\(list.existingCount)",
            ]
        }
        return Page(words: shortened(words), rows: rows, ids: reply.lists.map(\.list.id))
    }

    /// Returns the first lines and the number of the others.
    private static func shortened(_ lines: [TerminalText]) -> [TerminalText] {
        let count = lines.count - Limits.importLinesShownMax
        return lines.prefix(Limits.importLinesShownMax) + (count > 0 ? ["and \(count) more"] : [])
    }

    /// Returns the error for a file of which nothing is imported.
    static func refusal(of name: String, _ faults: [FormatError], hasRest: Bool) -> ControlError {
        let hint = hasRest ? "nothing was changed; with --skip-invalid the rest is imported" : "nothing was changed"
        if faults.count == 1 { return ControlError(.invalid, "\(name), \(text(of: faults[0]))", hint: hint) }
        let lines = shortened(faults.map { "\(text(of: $0))" }).map(\.string)
        return ControlError(.invalid, "\(name) has \(faults.count) faults", hint: hint, details: lines)
    }

    /// Returns the parts of a file that were left out because of faults.
    static func skipped(_ faults: [FormatError]) -> [TerminalText] {
        guard !faults.isEmpty else { return [] }
        return ["left out, for \(TerminalText.count(faults.count, "fault")):"]
            + shortened(faults.map { "\(text(of: $0))" }).map { "  \($0)" }
    }

    private static func text(of fault: FormatError) -> String {
        "\(fault.position): \(fault.message)"
    }

    /// Returns the parts of a file that were changed or left out on import.
    static func remarks(_ contents: PortableFile) -> [TerminalText] {
        let isGuessed = contents.encoding == .windows1252
        let counts = [("kept as lines of notes", contents.keptInNotes), ("left out", contents.leftOut)]
        return (isGuessed ? ["read as windows-1252, because it is not UTF-8"] : [])
            + counts.compactMap { what, counts in
                let names = counts.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" as TerminalText }
                return names.isEmpty ? nil : "\(what): \(shortened(names).map(\.string).joined(separator: ", "))"
            }
    }

    /// Returns the results of an export.
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
