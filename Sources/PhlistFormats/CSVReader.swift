import PhlistControl

/// Reads a table of items: one on each row, what is what by the headings.
struct CSVReader {
    private var file = PortableFile(lists: [])
    /// By number of the column.
    private var columns: [CSVColumn?] = []
    private var headings: [String] = []
    private let separator: UInt8
    private let local: LocalTime
    /// The items of each list and section; the places in the order in which they came.
    private var items: [Place: [PortableItem]] = [:]
    private var places: [Place] = []
    /// With the titles of their lists.
    private var ids: Set<[String]> = []
    /// Whether a row was left out, below which later rows may stand.
    private var isRowLeftOut = false

    private struct Place: Hashable {
        var list: String
        /// Nil for none.
        var section: String?
    }

    static func read(_ source: SourceText, local: @escaping LocalTime) throws(FormatError) -> PortableFile {
        let table = try CSVTable(source)
        guard let head = table.rows.first else { throw FormatError(Position(line: 1), "the file is empty") }
        guard !TodoistReader.reads(head.map(\.text)) else { return TodoistReader.read(table) }
        var reader = CSVReader(separator: table.separator, local: local)
        try reader.readHead(head)
        for row in table.rows.dropFirst() { reader.readRow(row) }
        reader.file.lists = reader.lists
        return reader.file
    }

    private init(separator: UInt8, local: @escaping LocalTime) {
        (self.separator, self.local) = (separator, local)
    }

    private mutating func readHead(_ head: [CSVTable.Cell]) throws(FormatError) {
        headings = head.map(\.text.trimmed)
        for cell in head {
            let column = CSVColumn(heading: cell.text)
            columns.append(columns.contains(column) ? nil : column)
        }
        // Some programs call that a description what others call a title.
        if !columns.contains(.title), let note = columns.firstIndex(of: .note) { columns[note] = .title }
        guard columns.contains(.title) else {
            let found = headings.joined(separator: ", ")
            throw FormatError(Position(line: 1), "no column is called title, task, item or name; there are: \(found)")
        }
    }

    private mutating func readRow(_ row: [CSVTable.Cell]) {
        let (mark, faultCount) = (file.mark, file.faults.count)
        do throws(FormatError) {
            let cells = try cells(of: row)
            guard let title = cells[.title] else { throw FormatError(row[0].position, "this row has no title") }
            var draft = try ItemDraft(title: title.text, at: title.position)
            fill(&draft, from: cells)
            keepRest(of: row, in: &draft)
            let item = try draft.finished()
            if file.faults.count == faultCount { try add(item, cells) }
        } catch {
            file.note(error)
        }
        guard file.faults.count > faultCount else { return }
        file.takeBack(since: mark)
        isRowLeftOut = true
    }

    private func cells(of row: [CSVTable.Cell]) throws(FormatError) -> [CSVColumn: CSVTable.Cell] {
        if let extra = row.dropFirst(columns.count).first(where: { !$0.text.trimmed.isEmpty }) {
            throw FormatError(extra.position, "this row has \(row.count) cells, the headings are \(columns.count)")
        }
        var cells: [CSVColumn: CSVTable.Cell] = [:]
        for (column, cell) in zip(columns, row) {
            guard let column else { continue }
            cells[column] = CSVTable.Cell(text: FormulaGuard.unguarded(cell.text), position: cell.position)
        }
        return cells
    }

    private mutating func keepRest(of row: [CSVTable.Cell], in draft: inout ItemDraft) {
        for (number, cell) in row.enumerated() where number < columns.count {
            let text = FormulaGuard.unguarded(cell.text).trimmed
            guard !text.isEmpty else { continue }
            switch columns[number] {
            // Numbers and names of other programs are no ids of ours.
            case .id? where !ItemDraft.isID(text): file.keep(text, as: headings[number], in: &draft)
            case nil: file.keep(text, as: headings[number], in: &draft)
            case .created?, .closed?: file.countLeftOut(headings[number])
            default: break
            }
        }
    }

    /// Takes what the cells say, and notes the fault of each.
    private mutating func fill(_ draft: inout ItemDraft, from cells: [CSVColumn: CSVTable.Cell]) {
        for column in CSVColumn.allCases {
            guard let cell = cells[column], !cell.text.trimmed.isEmpty else { continue }
            do throws(FormatError) {
                try fill(&draft, column, cell)
            } catch {
                file.note(error)
            }
        }
    }

    private func fill(_ draft: inout ItemDraft, _ column: CSVColumn, _ cell: CSVTable.Cell) throws(FormatError) {
        let (text, position) = (cell.text.trimmed, cell.position)
        switch column {
        case .list, .section, .title, .depth, .created, .closed: break
        case .id where !ItemDraft.isID(text): break
        case .state: draft.set(state: try known(FoundWords.state(text), "state", text, position))
        case .due: draft.set(due: try date(text, position))
        case .assignee: draft.set(assignee: text)
        case .quantity: try draft.set(quantity: text, at: position)
        case .priority: draft.set(priority: try known(FoundWords.priority(text), "priority", text, position))
        case .percent:
            let number = text.filter { $0 != "%" }.trimmed
            try draft.set(percent: try known(Int(number), "percentage", text, position), at: position)
        case .tags:
            for tag in text.split(whereSeparator: { $0.isWhitespace || ",;".contains($0) }) {
                try draft.add(tag: String(tag), at: position)
            }
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
        guard let value else { throw FormatError(position, "\"\(text)\" is no \(what)") }
        return value
    }

    private func date(_ text: String, _ position: Position) throws(FormatError) -> CivilDate {
        // Where the comma parts decimals, semicolons part cells, and days come before months.
        let isDayFirst = separator == UInt8(ascii: ";") ? true : nil
        guard let date = FoundWords.date(text, isDayFirst: isDayFirst) ?? FoundWords.zoned(text, local) else {
            throw FormatError(position, "\"\(text)\" is no date that is clear; write it as 2026-12-25")
        }
        return date
    }

    private mutating func add(_ item: PortableItem, _ cells: [CSVColumn: CSVTable.Cell]) throws(FormatError) {
        var item = item
        let title = cells[.list]?.text.trimmed ?? ""
        let section = cells[.section].map(\.text.trimmed).flatMap { $0.isEmpty ? nil : $0 }
        let place = Place(list: title, section: section)
        if let cell = cells[.depth], !cell.text.trimmed.isEmpty {
            let depthMax = items[place]?.last.map { ($0.depth ?? 0) + 1 } ?? 0
            let depth = Int(cell.text.trimmed)
            guard let depth, depth >= 0, depth <= depthMax || isRowLeftOut else {
                throw FormatError(cell.position, "the depth is 0 to \(depthMax) here, not \"\(cell.text)\"")
            }
            item.depth = min(depth, depthMax) == 0 ? nil : min(depth, depthMax)
        }
        for (name, position) in [(title, cells[.list]?.position), (section ?? "", cells[.section]?.position)] {
            if let position, !name.isEmpty { _ = try ItemDraft(title: name, at: position) }
        }
        if let id = item.id, !ids.insert([title, id]).inserted {
            throw FormatError(cells[.id]?.position ?? Position(line: 1), "the id \(id) stands twice in this list")
        }
        if items[place] == nil { places.append(place) }
        items[place, default: []].append(item)
    }

    private var lists: [PortableList] {
        var lists: [PortableList] = []
        var numbers: [String: Int] = [:]
        for place in places {
            let number = numbers[place.list] ?? lists.count
            if number == lists.count { lists.append(PortableList(title: place.list)) }
            numbers[place.list] = number
            // Every place comes once, so nobody need look for the section.
            if let section = place.section {
                lists[number].append(PortableSection(name: section, items: items[place]))
            } else {
                lists[number].items = items[place]
            }
        }
        return lists
    }
}
