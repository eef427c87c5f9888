package import PhlistControl
import PhlistVocabulary

/// The formats in which lists are exported and imported.
package enum FileFormat: String, CaseIterable, Sendable {
    case json
    case csv
    case md
    case todotxt
    case ics
}

extension FileFormat {
    /// Whether a file of the format has a place for a list: some formats have none for a list without items.
    package func keeps(_ list: PortableList) -> Bool {
        switch self {
        case .json, .md: true
        case .csv, .todotxt, .ics: list.itemCount > 0
        }
    }

    /// Names what lists have that the format has no place for, by kind; a section as `LIST/SECTION`.
    package func leftOut(of lists: [PortableList]) -> [(kind: String, names: [String])] {
        let written = lists.filter(keeps)
        let sections = written.flatMap { list in
            (list.sections ?? []).filter { ($0.items ?? []).isEmpty }.map { "\(list.title)/\($0.name)" }
        }
        let described = written.filter { $0.description != nil }.map(\.title)
        let names = [
            ("empty lists", lists.filter { !keeps($0) }.map(\.title)),
            ("empty sections", [.json, .md].contains(self) ? [] : sections),
            ("descriptions of lists", [.csv, .todotxt].contains(self) ? described : []),
            ("due dates of lists", self == .json ? [] : written.filter { $0.due != nil }.map(\.title)),
        ]
        return names.filter { !$0.1.isEmpty }
    }

    /// Recognises the format of a file by its content, and by its name if the content is ambiguous.
    ///
    /// - Parameters:
    ///   - source: The content of the file.
    ///   - name: The name of the file, with or without directories; empty for the standard input.
    package init?(recognising source: SourceText, named name: String) {
        let head = source.head
        guard !FormatSigns.isJSON(head) else {
            self = .json
            return
        }
        guard !FormatSigns.isCalendar(head) else {
            self = .ics
            return
        }
        let ending = Self.ending(of: name)
        guard let found = Self.certain[ending] ?? Self.byContent(head) ?? Self.likely[ending] else { return nil }
        self = found
    }

    /// Recognises the format of a file by its name alone.
    package init?(ending name: String) {
        let ending = Self.ending(of: name)
        guard let format = Self.certain[ending] ?? Self.likely[ending] else { return nil }
        self = format
    }

    /// Whether a file is binary: it has null bytes and is not UTF-16.
    package static func isBinary(_ bytes: [UInt8]) -> Bool {
        bytes.contains(0) && !TextEncoding.isUTF16(bytes)
    }

    /// Returns the extension in lower case; `todotxt` for `todo.txt` and `done.txt`.
    private static func ending(of name: String) -> String {
        let last = (name.split(separator: "/").last ?? "").lowercased()
        guard last != "todo.txt", last != "done.txt" else { return "todotxt" }
        return last.lastIndex(of: ".").map { String(last[last.index(after: $0)...]) } ?? ""
    }

    /// Extensions that belong to one format.
    private static let certain: [String: FileFormat] = [
        "csv": .csv, "tsv": .csv, "md": .md, "markdown": .md, "todotxt": .todotxt,
        "ics": .ics, "ical": .ics,
    ]

    /// Extensions of files whose content may be of another format.
    private static let likely: [String: FileFormat] = ["json": .json, "txt": .todotxt]

    private static func byContent(_ head: [String]) -> FileFormat? {
        if FormatSigns.isTable(head) { return .csv }
        if FormatSigns.isMarkdown(head) { return .md }
        return FormatSigns.isTodoText(head) ? .todotxt : nil
    }
}

/// Recognises formats by the first lines of a file.
private enum FormatSigns {
    /// Whether an object or an array of objects begins; brackets alone may be a Markdown check box.
    static func isJSON(_ head: [String]) -> Bool {
        let signs = head.lazy.joined().filter { !$0.isWhitespace }.prefix(2)
        return ["{\"", "{}", "[{", "[]"].contains(String(signs)) && !(head.first ?? "").hasPrefix("[ ]")
    }

    static func isCalendar(_ head: [String]) -> Bool {
        head.first?.trimmed.uppercased() == "BEGIN:VCALENDAR"
    }

    /// Whether the first row has several cells, one of which is a heading for titles or notes.
    static func isTable(_ head: [String]) -> Bool {
        guard let first = head.first, let source = try? SourceText(Array(first.utf8)),
            let cells = (try? CSVTable(source))?.rows.first, cells.count > 1
        else { return false }
        let columns = cells.map { CSVColumn(heading: $0.text) }
        return columns.contains(.title) || columns.contains(.note)
    }

    /// Whether there is a heading at the beginning, a check box, or bullets on most lines.
    static func isMarkdown(_ head: [String]) -> Bool {
        let kinds = head.map { MarkdownLine($0).kind }
        if case .heading(1...2, _)? = kinds.first { return true }
        let hasBox = kinds.contains {
            if case .item(.some, _, _) = $0 { true } else { false }
        }
        let itemCount = kinds.count {
            if case .item = $0 { true } else { false }
        }
        return hasBox || itemCount * 2 > kinds.count
    }

    /// Whether at least half of the lines have priorities, dates, projects, contexts or pairs.
    static func isTodoText(_ head: [String]) -> Bool {
        let count = head.count { text in
            let line = TodoTextLine(text)
            let parts = TodoTextParts(line.text)
            return line.priority != nil || line.created != nil || line.completed != nil || !parts.labels.isEmpty
                || !parts.pairs.isEmpty
        }
        return count > 0 && count * 2 >= head.count
    }
}
