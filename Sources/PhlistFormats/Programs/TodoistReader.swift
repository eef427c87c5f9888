import PhlistControl
import PhlistVocabulary

/// Reads a project exported by Todoist to CSV.
///
/// Each row has a type: a task with its level, a section, a note of the task above it, or a setting of the view.
struct TodoistReader: TolerantReader {
    var file = PortableFile(lists: [])
    private var list = PortableList(title: "")
    /// The indices of the columns, by heading in lower case.
    private var columns: [String: Int] = [:]
    private var headingCount = 0
    private var section: String?
    private var items: [PortableItem] = []
    private var ancestors = Ancestors()
    /// The last task, to which the next notes belong.
    private var open: ItemDraft?
    /// Whether the task that the next notes belong to is left out.
    private var isLeftOut = false
    private var description: [String] = []

    private typealias Row = [CSVTable.Cell]

    /// Whether a table with these headings comes from Todoist.
    static func reads(_ headings: [String]) -> Bool {
        Set(["type", "content", "priority", "indent"]).isSubset(of: headings.map { $0.trimmed.lowercased() })
    }

    static func read(_ table: CSVTable) -> PortableFile {
        var reader = TodoistReader()
        reader.headingCount = table.rows.first?.count ?? 0
        for (number, cell) in (table.rows.first ?? []).enumerated() {
            reader.columns[cell.text.trimmed.lowercased()] = number
        }
        for row in table.rows.dropFirst() { reader.read(row) }
        reader.endSection()
        let text = reader.description.joined(separator: "\n")
        reader.list.description = text.isEmpty ? nil : text
        if reader.list != PortableList(title: "") { reader.file.lists = [reader.list] }
        return reader.file
    }

    private func text(_ name: String, _ row: Row) -> String {
        columns[name].flatMap { $0 < row.count ? row[$0].text.trimmed : nil } ?? ""
    }

    private func position(_ name: String, _ row: Row) -> Position {
        columns[name].flatMap { $0 < row.count ? row[$0].position : nil } ?? row[0].position
    }

    private mutating func read(_ row: Row) {
        switch text("type", row).lowercased() {
        case "task":
            take { reader throws(FormatError) in try reader.readTask(row) }
            if isLeftOut { ancestors.leaveOut(level(row).map { max($0, 1) - 1 }) }
        case "section": take { reader throws(FormatError) in try reader.readSection(row) }
        case "note": take { reader throws(FormatError) in try reader.readNote(row) }
        case "meta": break
        case let type: file.countLeftOut("row of the type \"\(type)\"")
        }
    }

    // MARK: Rows

    /// Refuses a row with more cells than there are headings, because a comma without quotes moves all after it.
    private func checkWidth(of row: Row) throws(FormatError) {
        guard let extra = row.dropFirst(headingCount).first(where: { !$0.text.trimmed.isEmpty }) else { return }
        throw FormatError(extra.position, "this row has \(row.count) cells, the headings are \(headingCount)")
    }

    private mutating func readSection(_ row: Row) throws(FormatError) {
        try checkWidth(of: row)
        let name = try ItemDraft(title: text("content", row), at: position("content", row)).item.title
        endSection()
        section = name
    }

    private mutating func readNote(_ row: Row) throws(FormatError) {
        try checkWidth(of: row)
        let text = text("content", row)
        if isLeftOut {
            file.countLeftOut("note")
        } else if open != nil {
            open?.add(note: text)
        } else {
            description.append(text)
        }
    }

    private mutating func readTask(_ row: Row) throws(FormatError) {
        endItem()
        isLeftOut = true
        try checkWidth(of: row)
        let place = position("content", row)
        var words = text("content", row).scalars.split(separator: " ", omittingEmptySubsequences: false)
        // An asterisk marks a task that cannot be ticked off.
        if words.count > 1, words.first.map(String.init) == "*" { words.removeFirst() }
        var labels: [String] = []
        while words.count > 1, let word = words.last, word.hasPrefix("@"), word.count > 1 {
            labels.append(String(word.dropFirst()))
            words.removeLast()
        }
        var draft = try ItemDraft(title: words.map(String.init).joined(separator: " "), at: place)
        for label in labels { try draft.add(tag: label, at: place) }
        draft.add(note: text("description", row))
        // Both are named if both are wrong.
        let hasPriority = take { reader throws(FormatError) in draft.set(priority: try reader.priority(row)) }
        draft.set(depth: try depth(row))
        guard hasPriority else { return }
        draft.set(assignee: Self.withoutNumber(text("responsible", row)))
        try readDates(row, &draft)
        if !text("author", row).isEmpty { file.countLeftOut("author") }
        (open, isLeftOut) = (draft, false)
    }

    private func priority(_ row: Row) throws(FormatError) -> Priority {
        let text = text("priority", row)
        guard let priority = FoundWords.priority(text) else {
            throw FormatError(position("priority", row), "\"\(text)\" is not a priority")
        }
        return priority
    }

    private func level(_ row: Row) -> Int? {
        let text = text("indent", row)
        return text.isEmpty ? 1 : Int(text)
    }

    /// Returns the depth for a level, which counts from 1.
    private func depth(_ row: Row) throws(FormatError) -> Int {
        let levelMax = max(Self.levelsMax, min(ancestors.depthMax, Int.max - 1) + 1)
        guard let level = level(row), (1...levelMax).contains(level) else {
            let text = text("indent", row)
            throw FormatError(position("indent", row), "\"\(text)\" is not a level from 1 to \(levelMax)")
        }
        return level - 1
    }

    /// The levels that Todoist has; a level may be missing, because a project is exported without its closed tasks.
    private static let levelsMax = 5

    /// Returns a person's name without the number after it, as in `Ann (1234567)`.
    private static func withoutNumber(_ name: String) -> String {
        guard name.hasSuffix(")"), let bracket = name.lastIndex(of: "("),
            name[bracket...].dropFirst().dropLast().allSatisfy(\.isNumber)
        else { return name }
        return name[..<bracket].trimmed
    }

    /// Reads the dates; a recurrence such as "every sat", or a word in any language, is kept in the note.
    private mutating func readDates(_ row: Row, _ draft: inout ItemDraft) throws(FormatError) {
        for name in ["date", "deadline"] {
            let text = text(name, row)
            guard !FoundWords.namesNoDay(text) else { throw FoundWords.noSuchDay(text, at: position(name, row)) }
            if draft.item.due == nil, let date = FoundWords.date(text) {
                draft.set(due: date)
            } else {
                keep(text, as: name, in: &draft)
            }
        }
        let duration = [text("duration", row), text("duration_unit", row)].filter { !$0.isEmpty && $0 != "None" }
        keep(duration.joined(separator: " "), as: "duration", in: &draft)
    }

    private mutating func keep(_ value: String, as name: String, in draft: inout ItemDraft) {
        guard !value.isEmpty else { return }
        file.keep(value, as: name, in: &draft)
    }

    // MARK: Ends

    private mutating func endItem() {
        isLeftOut = false
        guard let draft = open else { return }
        open = nil
        do throws(FormatError) {
            var item = try file.finished(draft)
            item.depth = ancestors.add(item.depth)
            items.append(item)
        } catch {
            file.note(error)
            ancestors.leaveOut(draft.item.depth)
        }
    }

    private mutating func endSection() {
        endItem()
        if section != nil || !items.isEmpty { list.add(items, toSection: section) }
        (section, items, ancestors) = (nil, [], Ancestors())
    }
}
