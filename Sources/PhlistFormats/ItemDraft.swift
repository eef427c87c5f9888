import PhlistControl
import PhlistVocabulary

/// An item being read, whose fields are checked as they are set.
struct ItemDraft {
    private(set) var item: PortableItem
    /// The first lines of the note: the lines of a title after its first.
    private var head: [String] = []
    private var note: [String] = []
    /// Lines for values that an item of phlist has no field for.
    private var extras: [String] = []
    /// The fields of which such a line has a value that another one took the place of.
    private(set) var replaced: [ItemField] = []
    let position: Position

    /// Starts an item.
    ///
    /// - Parameters:
    ///   - title: The title; if it has several lines, all but the first go into the note.
    ///   - position: The position in the file.
    /// - Throws: An error if the title is empty, too long, or has control characters.
    init(title: String, at position: Position) throws(FormatError) {
        self.position = position
        let text = title.trimmed
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let first = lines.first?.trimmed ?? ""
        head = lines.dropFirst().map(String.init)
        item = PortableItem(title: try Self.checked(first, as: .title, at: position))
    }

    /// Returns a text as it is stored; throws if it is not valid for its kind.
    private static func checked(_ text: String, as kind: TextKind, at position: Position) throws(FormatError) -> String
    {
        do {
            return try kind.checked(text)
        } catch {
            throw FormatError(position, error.message)
        }
    }

    // MARK: Fields

    /// Sets an id, which the caller has checked.
    mutating func set(id: String?) {
        item.id = id
    }

    /// Whether a text is an id of phlist; those of items have sixteen letters.
    static func isID(_ text: String, letters count: Int = 16) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (UInt8(ascii: "k")...UInt8(ascii: "z")).contains($0) }
    }

    mutating func set(depth: Int) {
        item.depth = depth
    }

    mutating func set(state: WorkState) {
        item.state = state
    }

    mutating func set(due: CivilDate?) {
        replace(item.due?.description, by: due?.description, in: .due)
        item.due = due
    }

    mutating func set(assignee: String) {
        replace(item.assignee, by: assignee, in: .assignee)
        item.assignee = assignee.isEmpty ? nil : assignee
    }

    mutating func set(_ text: ItemTextField, to value: String) throws(TextFault) {
        let value = try text.kind.checked(value)
        replace(text.value(of: item), by: value, in: text.field)
        item.record[keyPath: text.inRecord] = value
    }

    mutating func set(priority: Priority) {
        replace(item.priority == .none ? nil : item.priority.name, by: priority.name, in: .priority)
        item.priority = priority
    }

    mutating func set(percent: Int, at position: Position) throws(FormatError) {
        guard (0...100).contains(percent) else {
            throw FormatError(position, "\(percent) percent is not between 0 and 100")
        }
        replace(item.percent == 0 ? nil : "\(item.percent)", by: "\(percent)", in: .percent)
        item.percent = percent
    }

    mutating func add(tag text: String, at position: Position) throws(FormatError) {
        let tag = try Self.checked(text, as: .tag, at: position)
        guard !item.tags.contains(tag) else { return }
        guard item.tags.count < TextLimits.itemTagsMax else {
            throw FormatError(position, "an item has more than \(TextLimits.itemTagsMax) tags")
        }
        item.tags = (item.tags + [tag]).sorted()
    }

    mutating func add(note text: String) {
        guard !text.isEmpty else { return }
        note.append(text)
    }

    /// Keeps a value without a field of its own as a line of the note.
    mutating func keep(_ value: String, as name: String) {
        guard !value.isEmpty else { return }
        extras.append("\(name): \(value)")
    }

    /// Keeps a value of a field that stands twice as a line of the note; the last one counts.
    private mutating func replace(_ old: String?, by new: String?, in field: ItemField) {
        guard let old, !old.isEmpty, old != new else { return }
        keep(old, as: field.rawValue)
        replaced.append(field)
    }

    /// Returns the item with its note; throws if the note is too long or has control characters.
    func finished() throws(FormatError) -> PortableItem {
        var item = item
        item.note = try Self.checked((head + note + extras).joined(separator: "\n"), as: .note, at: position)
        return item
    }
}
