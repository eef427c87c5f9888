package import PhlistControl
package import PhlistVocabulary

/// Returns the local day and time at an instant, in milliseconds since 1970.
package typealias LocalTime = (Int64) -> CivilDate

/// The content of a file to import.
package struct PortableFile: Hashable, Sendable {
    /// The lists; one without a title has the items that are outside any list.
    package var lists: [PortableList]
    /// The number of values that became lines of notes because an item has no field for them, by name.
    package var keptInNotes: [String: Int] = [:]
    /// The number of things that were left out, by name.
    package var leftOut: [String: Int] = [:]
    /// The encoding of the file.
    package private(set) var encoding = TextEncoding.utf8
    /// The faults, in the order of the file; the parts with faults are left out.
    package private(set) var faults: [FormatError] = []

    /// Everything counted, in the order of counting.
    private var remarks: [Remark] = []

    package init(lists: [PortableList]) {
        self.lists = lists
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - format: The format of the file.
    ///   - local: Converts instants to local days and times.
    /// - Throws: A fault because of which the rest of the file cannot be read, with its position.
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

    /// Prints lists as the text of a file.
    ///
    /// - Parameters:
    ///   - lists: The lists, all of which must have a title.
    ///   - format: The format of the file.
    ///   - local: Converts instants to local days and times.
    /// - Returns: The text, ending with a line break.
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

    /// Adds a value that an item has no field for as a line of its note, and counts it.
    mutating func keep(_ value: String, as name: String, in draft: inout ItemDraft) {
        draft.keep(value, as: name)
        countKept(name)
    }

    private mutating func countKept(_ name: String) {
        keptInNotes[name, default: 0] += 1
        remarks.append(Remark(isKept: true, name: name))
    }

    /// Returns an item with its note, and counts the values in there that others took the place of.
    mutating func finished(_ draft: ItemDraft) throws(FormatError) -> PortableItem {
        let item = try draft.finished()
        for field in draft.replaced { countKept(field.rawValue) }
        return item
    }

    /// Sets a field of one line, or keeps in the note what is too long or not valid for its kind.
    mutating func set(_ text: ItemTextField, to value: String, in draft: inout ItemDraft) throws(FormatError) {
        do throws(TextFault) {
            try draft.set(text, to: value)
        } catch {
            switch error {
            case .tooLong, .notValid: keep(value, as: text.field.rawValue, in: &draft)
            case .emptyTitle, .controlCharacter: throw FormatError(draft.position, error.message)
            }
        }
    }

    mutating func countLeftOut(_ name: String) {
        leftOut[name, default: 0] += 1
        remarks.append(Remark(isKept: false, name: name))
    }

    mutating func note(_ fault: FormatError) {
        faults.append(fault)
    }

    /// The number of remarks so far, from which later ones can be taken back.
    var mark: Int { remarks.count }

    /// Takes back everything counted since a mark.
    ///
    /// Copying the counts for each item instead would take quadratic time in a file with many names.
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

    /// Moves members whom nobody knows into lines of notes, and a rotation in which not all are known and different, or
    /// which has no rule to go by.
    ///
    /// - Parameter id: Returns the id of the member whom a text stands for; nil if it stands for none or several.
    package mutating func keepMembers(_ id: (String) -> String?) {
        var kept: [String] = []
        for list in lists.indices {
            lists[list].changeItems { item in
                if let name = item.assignee, id(name) == nil {
                    item.keep(name, of: .assignee)
                    item.assignee = nil
                    kept.append(ItemField.assignee.rawValue)
                }
                guard !item.rotation.isEmpty, item.recurrence.isEmpty || !Self.isRotation(item.rotation, id) else {
                    return
                }
                item.keep(item.rotation, of: .rotation)
                item.rotation = ""
                kept.append(ItemField.rotation.rawValue)
            }
        }
        for name in kept { keptInNotes[name, default: 0] += 1 }
    }

    /// Makes rules of dates that recur and were kept as lines of notes, such as `date: every monday` of Todoist.
    ///
    /// - Parameter rule: Returns the rule for a text that begins with `every`; nil if it says none.
    package mutating func takeRules(_ rule: (String) -> String?) {
        let name = "date"
        var taken = 0
        for list in lists.indices where keptInNotes[name] != nil {
            lists[list].changeItems { item in
                var lines = item.record.note.split(separator: "\n", omittingEmptySubsequences: false)
                guard item.recurrence.isEmpty,
                    let index = lines.lastIndex(where: { $0.hasPrefix("\(name): every") }),
                    let rule = rule(String(lines[index].dropFirst(name.count + 2)))
                else { return }
                lines.remove(at: index)
                item.record.note = lines.joined(separator: "\n")
                item.record.recurrence = rule
                taken += 1
            }
        }
        let left = keptInNotes[name, default: 0] - taken
        keptInNotes[name] = left > 0 ? left : nil
    }

    private static func isRotation(_ text: String, _ id: (String) -> String?) -> Bool {
        let members = text.split(separator: ",").map { id(String($0).trimmed) }
        return members.count > 1 && !members.contains(nil) && Set(members).count == members.count
    }

    /// Joins lists with the same title, in the order of their first occurrence.
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

    /// Appends items to a section, which is created if it is missing; nil appends outside sections.
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

    /// Appends a section that the list does not have yet.
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
    /// Appends in place: copying the whole for each element would take quadratic time.
    fileprivate mutating func append(contentsOf new: some Sequence<Wrapped.Element>) {
        var all = take() ?? Wrapped()
        all.append(contentsOf: new)
        self = all
    }
}

extension PortableItem {
    /// Adds a line to the note for a value that no field can have.
    fileprivate mutating func keep(_ value: String, of field: ItemField) {
        record.note += (record.note.isEmpty ? "" : "\n") + "\(field.rawValue): \(value)"
    }
}
