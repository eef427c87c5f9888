import PhlistControl
import PhlistVocabulary

/// Reads a table with one item per row, whose columns are identified by their headings.
struct CSVReader {
    private var file = PortableFile(lists: [])
    /// The meanings of the columns, by index; nil for an unknown heading.
    private var columns: [CSVColumn?] = []
    private var headings: [String] = []
    /// The index of the column that marks each row as a list, a task or a step; nil if no column does.
    private var kinds: Int?
    /// The list that the next rows belong to, in a table where some rows are lists.
    private var listOfRows: CSVTable.Cell?
    /// Whether the day comes first in dates such as 3/4/2026; nil if the file does not show it.
    private var isDayFirst: Bool?
    private let local: LocalTime
    /// The items of each list and section; `places` keeps the order of the file.
    private var tasks: [Place: [OutlinedTask]] = [:]
    private var places: [Place] = []
    private var ancestors: [Place: Ancestors] = [:]
    /// The ids read so far, each with the title of its list.
    private var ids: Set<[String]> = []
    /// Whether a row was left out, which may have been the parent of later rows.
    private var isRowLeftOut = false

    private struct Place: Hashable {
        var list: String
        /// The name of the section; nil outside sections.
        var section: String?
    }

    static func read(_ source: SourceText, local: @escaping LocalTime) throws(FormatError) -> PortableFile {
        let table = try CSVTable(source)
        guard let first = table.rows.first else { throw FormatError(Position(line: 1), "the file is empty") }
        guard !TodoistReader.reads(first.map(\.text)) else { return TodoistReader.read(table) }
        var reader = CSVReader(local: local)
        // A spreadsheet may have a title above its headings.
        let headNumber = table.rows.prefix(headRowsMax).firstIndex { reader.readHead($0) }
        guard let headNumber else {
            let found = first.map(\.text.trimmed).joined(separator: ", ")
            throw FormatError(Position(line: 1), "no column is called title, task, item or name; there are: \(found)")
        }
        for _ in 0..<headNumber { reader.file.countLeftOut("row above the headings") }
        let rows = table.rows.dropFirst(headNumber + 1)
        reader.findOrderOfDates(rows, table.separator)
        reader.findKinds(rows)
        for row in rows { reader.readRow(row) }
        reader.file.lists = reader.lists
        return reader.file
    }

    private static let headRowsMax = 10

    private init(local: @escaping LocalTime) {
        self.local = local
    }

    /// Takes a row as the headings; returns false if it has none for titles.
    private mutating func readHead(_ head: [CSVTable.Cell]) -> Bool {
        headings = head.map(\.text.trimmed)
        columns = []
        let hasStatus = headings.contains { ["status", "state"].contains($0.lowercased()) }
        for heading in headings {
            var column = CSVColumn(heading: heading)
            // Next to a status column, "completed" is the day.
            if hasStatus, heading.lowercased() == "completed" { column = .closed }
            columns.append(columns.contains(column) ? nil : column)
        }
        // Some programs call the title a description.
        if !columns.contains(.title), let note = columns.firstIndex(of: .note) { columns[note] = .title }
        return columns.contains(.title)
    }

    /// Determines whether days come before months: one unambiguous date settles it for all others.
    private mutating func findOrderOfDates(_ rows: ArraySlice<[CSVTable.Cell]>, _ separator: UInt8) {
        // Locales with a decimal comma separate cells by semicolons, and write days before months.
        let usual: Bool? = separator == UInt8(ascii: ";") ? true : nil
        guard let due = columns.firstIndex(of: .due) else { return }
        let told = Set(rows.compactMap { $0.count > due ? FoundWords.isDayFirst(in: $0[due].text) : nil })
        isDayFirst = told.count == 1 ? told.first : usual
    }

    private enum Kind: String {
        case list
        case task
        case step
    }

    private mutating func findKinds(_ rows: ArraySlice<[CSVTable.Cell]>) {
        guard let column = headings.firstIndex(where: { $0.lowercased() == "type" }) else { return }
        kinds = rows.allSatisfy { $0.count > column && Kind(rawValue: $0[column].text) != nil } ? column : nil
    }

    private func kind(of row: [CSVTable.Cell]) -> Kind? {
        kinds.flatMap { Kind(rawValue: row[$0].text) }
    }

    private mutating func readRow(_ row: [CSVTable.Cell]) {
        let (mark, faultCount) = (file.mark, file.faults.count)
        let (cells, kind) = (cells(of: row), kind(of: row))
        do throws(FormatError) {
            try checkWidth(of: row)
            guard kind != .list else { return try beginList(cells[.title]) }
            guard cells[.deleted].flatMap({ FoundWords.state($0.text) }) != .done else {
                file.countLeftOut("deleted task")
                return
            }
            guard let title = cells[.title] else { throw FormatError(row[0].position, "this row has no title") }
            var draft = try ItemDraft(title: title.text, at: title.position)
            fill(&draft, from: cells)
            keepRest(of: row, in: &draft)
            let item = try file.finished(draft)
            if file.faults.count == faultCount { try add(item, cells, depth(of: cells, kind)) }
        } catch {
            file.note(error)
        }
        guard file.faults.count > faultCount else { return }
        file.takeBack(since: mark)
        isRowLeftOut = true
        if kind != .list { ancestors[place(of: cells), default: Ancestors()].leaveOut(depth(of: cells, kind)) }
    }

    private mutating func beginList(_ title: CSVTable.Cell?) throws(FormatError) {
        guard let title else { return }
        let place = Place(list: try ItemDraft(title: title.text, at: title.position).item.title)
        listOfRows = title
        guard tasks[place] == nil else { return }
        tasks[place] = []
        places.append(place)
    }

    private func checkWidth(of row: [CSVTable.Cell]) throws(FormatError) {
        guard let extra = row.dropFirst(columns.count).first(where: { !$0.text.trimmed.isEmpty }) else { return }
        throw FormatError(extra.position, "this row has \(row.count) cells, the headings are \(columns.count)")
    }

    private func cells(of row: [CSVTable.Cell]) -> [CSVColumn: CSVTable.Cell] {
        var cells: [CSVColumn: CSVTable.Cell] = [:]
        for (column, cell) in zip(columns, row) {
            guard let column else { continue }
            cells[column] = CSVTable.Cell(text: FormulaGuard.unguarded(cell.text), position: cell.position)
        }
        if kinds != nil { cells[.list] = listOfRows }
        return cells
    }

    private func place(of cells: [CSVColumn: CSVTable.Cell]) -> Place {
        let section = cells[.section]?.text.trimmed ?? ""
        return Place(list: cells[.list]?.text.trimmed ?? "", section: section.isEmpty ? nil : section)
    }

    /// Returns the depth of a row in the file; nil if it cannot be read.
    private func depth(of cells: [CSVColumn: CSVTable.Cell], _ kind: Kind?) -> Int? {
        let text = cells[.depth]?.text.trimmed ?? ""
        guard text.isEmpty else { return Int(text) }
        return kind == .step ? 1 : 0
    }

    private mutating func keepRest(of row: [CSVTable.Cell], in draft: inout ItemDraft) {
        for (number, cell) in row.enumerated() where number < columns.count {
            let text = FormulaGuard.unguarded(cell.text).trimmed
            guard !text.isEmpty else { continue }
            switch columns[number] {
            case _ where number == kinds: break
            // Numbers and names that other programs use are not ids of phlist.
            case .id? where !ItemDraft.isID(text) && !columns.contains(.parent), .parent? where !columns.contains(.id):
                file.keep(text, as: headings[number], in: &draft)
            case nil where CSVColumn.isTechnical(heading: headings[number]): file.countLeftOut(headings[number])
            case nil: file.keep(text, as: headings[number], in: &draft)
            case .created?, .closed?: file.countLeftOut(headings[number])
            case .state? where FoundWords.isOnHold(text): file.keep(text, as: headings[number], in: &draft)
            default: break
            }
        }
    }

    /// Sets the fields of an item from the cells, and records the faults of each cell.
    private mutating func fill(_ draft: inout ItemDraft, from cells: [CSVColumn: CSVTable.Cell]) {
        for column in CSVColumn.all {
            guard let cell = cells[column], !cell.text.trimmed.isEmpty else { continue }
            do throws(FormatError) {
                try fill(&draft, column, cell)
            } catch {
                file.note(error)
            }
        }
    }

    private mutating func fill(_ draft: inout ItemDraft, _ column: CSVColumn, _ cell: CSVTable.Cell) throws(FormatError)
    {
        let (text, position) = (cell.text.trimmed, cell.position)
        switch column {
        case .list, .section, .title, .depth, .created, .closed, .parent, .deleted: break
        case .id where !ItemDraft.isID(text): break
        case .state: draft.set(state: try known(FoundWords.state(text), "state", text, position))
        case .due: draft.set(due: try date(text, position))
        case .assignee: draft.set(assignee: text)
        case .line(let field):
            if let line = ItemTextField.of(field) { try file.set(line, to: text, in: &draft) }
        case .priority: draft.set(priority: try known(FoundWords.priority(text), "priority", text, position))
        case .percent:
            let number = text.filter { $0 != "%" }.trimmed
            try draft.set(percent: try known(Int(number), "percentage", text, position), at: position)
        case .tags:
            for tag in CSVPrinter.tags(text) { try draft.add(tag: tag, at: position) }
        case .note: draft.add(note: cell.text)
        case .id: draft.set(id: text)
        }
    }

    private func known<Value>(
        _ value: Value?,
        _ what: String,
        _ text: String,
        _ position: Position
    ) throws(FormatError) -> Value {
        guard let value else { throw FormatError(position, "\"\(text)\" is not a \(what)") }
        return value
    }

    private func date(_ text: String, _ position: Position) throws(FormatError) -> CivilDate? {
        guard !FoundWords.saysNoDate(text) else { return nil }
        guard let date = FoundWords.date(text, isDayFirst: isDayFirst) ?? FoundWords.zoned(text, local) else {
            guard !FoundWords.namesNoDay(text) else { throw FoundWords.noSuchDay(text, at: position) }
            throw FormatError(position, "\"\(text)\" is not a clear date; write it as 2026-12-25")
        }
        return date
    }

    private mutating func add(
        _ item: PortableItem,
        _ cells: [CSVColumn: CSVTable.Cell],
        _ depth: Int?
    ) throws(FormatError) {
        let place = place(of: cells)
        let depthMax = ancestors[place]?.depthMax ?? 0
        let isFitting = depth.map { $0 >= 0 && ($0 <= depthMax || isRowLeftOut) } ?? false
        if let cell = cells[.depth], !isFitting {
            throw FormatError(cell.position, "the depth is 0 to \(depthMax) here, not \"\(cell.text)\"")
        }
        let title = place.list
        for (name, position) in [(title, cells[.list]?.position), (place.section ?? "", cells[.section]?.position)] {
            if let position, !name.isEmpty { _ = try ItemDraft(title: name, at: position) }
        }
        if let id = item.id, !ids.insert([title, id]).inserted {
            throw FormatError(cells[.id]?.position ?? Position(line: 1), "the id \(id) stands twice in this list")
        }
        if tasks[place] == nil { places.append(place) }
        var item = item
        item.depth = ancestors[place, default: Ancestors()].add(depth ?? 0)
        let (own, parent) = (cells[.id]?.text.trimmed, cells[.parent]?.text.trimmed)
        let task = OutlinedTask(item: item, id: own, parent: parent.flatMap { $0.isEmpty ? nil : $0 })
        tasks[place, default: []].append(task)
    }

    /// Returns the items of a list or a section, with children below the parents that they name.
    private func items(at place: Place) -> [PortableItem] {
        let tasks = tasks[place] ?? []
        guard tasks.contains(where: { $0.parent != nil }) else { return tasks.map(\.item) }
        return OutlinedTask.families(of: tasks).flatMap(\.items)
    }

    private var lists: [PortableList] {
        var lists: [PortableList] = []
        var numbers: [String: Int] = [:]
        for place in places {
            let number = numbers[place.list] ?? lists.count
            if number == lists.count { lists.append(PortableList(title: place.list)) }
            numbers[place.list] = number
            // Every place occurs once, so there is no need to look for an existing section.
            if let section = place.section {
                lists[number].append(PortableSection(name: section, items: items(at: place)))
            } else {
                lists[number].items = items(at: place)
            }
        }
        return lists
    }
}
