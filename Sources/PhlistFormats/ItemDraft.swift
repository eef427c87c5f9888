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
        item = PortableItem(title: first)
        head = lines.dropFirst().map(String.init)
        let isVisible = first.unicodeScalars.contains {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }
        guard isVisible else { throw FormatError(position, "the title is empty") }
        guard first.utf8.count <= Limits.titleSizeMax else {
            throw FormatError(position, "a title has \(first.utf8.count) bytes; at most \(Limits.titleSizeMax)")
        }
        try checkControls(first, "title", at: position)
    }

    private func checkControls(
        _ text: String,
        _ what: String,
        at position: Position,
        except allowed: Set<Unicode.Scalar> = []
    ) throws(FormatError) {
        let found = text.unicodeScalars.first { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: !allowed.contains(scalar)
            default: false
            }
        }
        guard let found else { return }
        let digits = String(found.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        throw FormatError(position, "a \(what) has the control character \(code)")
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
        item.depth = depth == 0 ? nil : depth
    }

    mutating func set(state: WorkState) {
        item.state = state == .open ? nil : state
    }

    mutating func set(due: CivilDate?) {
        item.due = due
    }

    mutating func set(assignee: String) {
        item.assignee = assignee.isEmpty ? nil : assignee
    }

    mutating func set(quantity text: String, at position: Position) throws(FormatError) {
        let quantity = text.trimmed
        guard quantity.utf8.count <= Limits.quantitySizeMax else {
            let size = quantity.utf8.count
            throw FormatError(position, "a quantity has \(size) bytes; at most \(Limits.quantitySizeMax)")
        }
        try checkControls(quantity, "quantity", at: position)
        item.quantity = quantity.isEmpty ? nil : quantity
    }

    mutating func set(priority: Priority) {
        item.priority = priority == .none ? nil : priority
    }

    mutating func set(percent: Int, at position: Position) throws(FormatError) {
        guard (0...100).contains(percent) else {
            throw FormatError(position, "\(percent) percent is not between 0 and 100")
        }
        item.percent = percent == 0 ? nil : percent
    }

    mutating func add(tag text: String, at position: Position) throws(FormatError) {
        let tag = text.hasPrefix("#") ? String(text.dropFirst()) : text
        guard !tag.isEmpty, !tag.contains(where: { $0.isWhitespace || $0 == "," }) else {
            throw FormatError(position, "\"\(text)\" is not a valid tag: a tag is one word without spaces or commas")
        }
        guard tag.utf8.count <= Limits.tagSizeMax else {
            throw FormatError(position, "a tag has \(tag.utf8.count) bytes; at most \(Limits.tagSizeMax)")
        }
        try checkControls(tag, "tag", at: position)
        let tags = item.tags ?? []
        guard !tags.contains(tag) else { return }
        guard tags.count < Limits.itemTagsMax else {
            throw FormatError(position, "an item has more than \(Limits.itemTagsMax) tags")
        }
        item.tags = (tags + [tag]).sorted()
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

    /// Returns the item with its note; throws if the note is too long or has control characters.
    func finished() throws(FormatError) -> PortableItem {
        var item = item
        let text = (head + note + extras).joined(separator: "\n").replacing("\r\n", with: "\n")
        let end = text.lastIndex { !$0.isWhitespace }
        let note = end.map { String(text[...$0]) } ?? ""
        guard note.utf8.count <= Limits.noteSizeMax else {
            throw FormatError(position, "a note has \(note.utf8.count) bytes; at most \(Limits.noteSizeMax)")
        }
        try checkControls(note, "note", at: position, except: ["\t", "\n", "\u{2028}", "\u{2029}"])
        item.note = note.isEmpty ? nil : note
        return item
    }
}
