package import PhlistControl

/// The local day and time at an instant, in milliseconds since 1970.
package typealias LocalTime = (Int64) -> CivilDate

/// What a file says.
package struct PortableFile: Hashable, Sendable {
    /// A list without a title stands for what the file puts into none.
    package var lists: [PortableList]
    /// What an item of phlist has no place for and is a line of its note now: by name, how often.
    package var keptInNotes: [String: Int] = [:]
    /// What was left out: by name, how often.
    package var leftOut: [String: Int] = [:]
    /// The encoding of the file.
    package private(set) var encoding = TextEncoding.utf8
    /// The faults, in the order of the file; what has a fault is left out.
    package private(set) var faults: [FormatError] = []

    /// All that was counted, in the order of counting.
    private var remarks: [Remark] = []

    /// Creates what a file says.
    package init(lists: [PortableList]) {
        self.lists = lists
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - source: All of it.
    ///   - format: What it is.
    ///   - local: The calendar of the reader.
    /// - Throws: What is wrong, and where, when the rest of the file cannot be read because of it.
    package init(
        _ source: SourceText,
        as format: FileFormat,
        local: @escaping LocalTime
    ) throws(FormatError) {
        switch format {
        case .json: self = try JSONDocument.read(source, local: local)
        case .csv: self = try CSVReader.read(source, local: local)
        case .md: self = MarkdownReader.read(source)
        case .todotxt: self = TodoTextReader.read(source)
        case .ics: self = CalendarReader.read(source, local: local)
        }
        encoding = source.encoding
        faults.sort { $0.position < $1.position }
    }

    /// Lists as a file.
    ///
    /// - Parameters:
    ///   - lists: All of them with a title.
    ///   - format: What to print.
    ///   - local: The calendar of the reader.
    /// - Returns: The text, with an end of line at its end.
    package static func printed(
        _ lists: [PortableList],
        as format: FileFormat,
        local: @escaping LocalTime
    ) -> String {
        switch format {
        case .json: JSONDocument.printed(lists)
        case .csv: CSVPrinter(local: local).printed(lists)
        case .md: MarkdownPrinter.printed(lists)
        case .todotxt: TodoTextPrinter(local: local).printed(lists)
        case .ics: CalendarPrinter.printed(lists)
        }
    }
}

extension PortableFile {
    /// A name that was counted.
    fileprivate struct Remark: Hashable {
        var isKept: Bool
        var name: String
    }

    /// Makes a line of an item's note of what the item has no place for, and counts it.
    mutating func keep(_ value: String, as name: String, in draft: inout ItemDraft) {
        draft.keep(value, as: name)
        keptInNotes[name, default: 0] += 1
        remarks.append(Remark(isKept: true, name: name))
    }

    mutating func countLeftOut(_ name: String) {
        leftOut[name, default: 0] += 1
        remarks.append(Remark(isKept: false, name: name))
    }

    mutating func note(_ fault: FormatError) {
        faults.append(fault)
    }

    /// How much was counted; what comes later can be taken back.
    var mark: Int { remarks.count }

    /// Takes back what was counted since a mark.
    ///
    /// A copy of the counts for each item would take the square of the time of a file with many names.
    mutating func takeBack(since mark: Int) {
        for remark in remarks[mark...] {
            if remark.isKept {
                keptInNotes.countDown(remark.name)
            } else {
                leftOut.countDown(remark.name)
            }
        }
        remarks.removeLast(remarks.count - mark)
    }

    /// Makes lines of notes of the names of those whom nobody here knows.
    package mutating func keepAssignees(where isKnown: (String) -> Bool) {
        var count = 0
        for list in lists.indices {
            lists[list].changeItems { item in
                guard let name = item.assignee, !isKnown(name) else { return }
                item.note = (item.note.map { "\($0)\n" } ?? "") + "assignee: \(name)"
                item.assignee = nil
                count += 1
            }
        }
        if count > 0 { keptInNotes["assignee", default: 0] += count }
    }

    /// The same lists, those with one title as one, in the order in which they came.
    mutating func joinLists() {
        var joined: [PortableList] = []
        var numbers: [String: Int] = [:]
        for list in lists {
            guard let number = numbers[list.title] else {
                numbers[list.title] = joined.count
                joined.append(list)
                continue
            }
            joined[number].items.append(contentsOf: list.items ?? [])
            for section in list.sections ?? [] { joined[number].add(section.items ?? [], toSection: section.name) }
        }
        lists = joined
    }
}

extension PortableList {
    fileprivate mutating func changeItems(_ change: (inout PortableItem) -> Void) {
        func changed(_ items: [PortableItem]) -> [PortableItem] {
            items.map { item in
                var item = item
                change(&item)
                return item
            }
        }
        items = items.map(changed)
        sections = sections?.map { section in
            var section = section
            section.items = section.items.map(changed)
            return section
        }
    }

    /// Puts items behind those of a section, which is made when it is missing; nil stands for none.
    mutating func add(_ new: [PortableItem], toSection name: String?) {
        guard let name else {
            items.append(contentsOf: new)
            return
        }
        if let number = sections?.firstIndex(where: { $0.name == name }) {
            sections?[number].items.append(contentsOf: new)
        } else {
            append(PortableSection(name: name, items: new))
        }
    }

    /// Puts a section that the list does not have yet behind the others.
    mutating func append(_ section: PortableSection) {
        sections.append(contentsOf: [section])
    }
}

extension [String: Int] {
    fileprivate mutating func countDown(_ name: String) {
        let count = self[name, default: 0] - 1
        self[name] = count > 0 ? count : nil
    }
}

extension Optional where Wrapped: RangeReplaceableCollection {
    /// Appends in place: a copy of the whole for each element would take the square.
    fileprivate mutating func append(contentsOf new: some Sequence<Wrapped.Element>) {
        var all = take() ?? Wrapped()
        all.append(contentsOf: new)
        self = all
    }
}
