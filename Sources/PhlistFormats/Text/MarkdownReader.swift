import PhlistControl
import PhlistVocabulary

/// Reads lists in Markdown: a level 1 heading is a list, any other heading a section, and a list item an item.
struct MarkdownReader: TolerantReader {
    var file = PortableFile(lists: [])
    private var list = PortableList(title: "")
    private var section: String?
    private var items: [PortableItem] = []
    /// Whether a section has begun, which is kept even without items.
    private var isSectionBegun = false
    /// The indents of the possible parents of the next item, by depth.
    private var path: [Int] = []
    /// The last item, to whose note the next lines may belong.
    private var open: OpenItem?
    private var description: [String] = []
    /// Whether the item that the next lines belong to is left out.
    private var isLeftOut = false
    /// The fenced block being read.
    private var block: Block?
    /// Whether the reader is inside an HTML comment.
    private var isComment = false
    /// The level of the heading that the next line makes of this one, if that can be one; nil if it does not.
    private var levelBelow: Int?
    /// Whether the line above was text that this one continues.
    private var isParagraph = false
    /// Whether the line turns the one above into a heading.
    private var isUnderline = false

    private enum Block {
        /// Neither headings nor items.
        case code
        /// A tasklist block, as GitHub had from 2022 to 2025.
        case tasks
    }

    private struct OpenItem {
        var draft: ItemDraft
        var indent: Int
        /// The column where its text begins.
        var content: Int
        var note: [String] = []
    }

    static func read(_ source: SourceText) -> PortableFile {
        var reader = MarkdownReader()
        let lines = source.lines
        let frontCount = frontMatterCount(lines)
        for _ in 0..<frontCount { reader.file.countLeftOut("text that is not an item") }
        for (number, line) in lines.enumerated().dropFirst(frontCount) {
            reader.levelBelow = number + 1 < lines.count ? MarkdownLine.underlinedLevel(lines[number + 1]) : nil
            reader.take { reader throws(FormatError) in try reader.read(line, number: number + 1) }
        }
        reader.endList()
        reader.file.joinLists()
        return reader.file
    }

    /// Returns the number of lines that say something about the file in YAML, between rows of hyphens at its beginning.
    private static func frontMatterCount(_ lines: [String]) -> Int {
        func isEnd(_ line: String) -> Bool { line.trimmed == "---" }
        guard lines.count > 1, isEnd(lines[0]), let end = lines.dropFirst().firstIndex(where: isEnd),
            case let key = lines[1].scalars.prefix(while: { $0 != ":" }), key.count < lines[1].unicodeScalars.count,
            TodoTextWord.isKey(String(key))
        else { return 0 }
        return end + 1
    }

    private mutating func read(_ text: String, number: Int) throws(FormatError) {
        let line = MarkdownLine(text)
        let isFirst = !isParagraph
        isParagraph = line.isParagraph
        guard !isComment, block == .code || !line.beginsComment else {
            (isComment, isParagraph) = (!line.endsComment, false)
            file.countLeftOut("line of a comment")
            return
        }
        switch line.kind {
        case .fence(let isOfTasks): readFence(line, isOfTasks)
        case _ where block == .code: readText(line)
        case _ where isUnderline: (isUnderline, isParagraph) = (false, false)
        case .text where isFirst && line.indent <= open?.indent ?? line.indent && levelBelow != nil:
            isUnderline = true
            try begin(levelBelow ?? 1, line.whole.trimmed, Position(line: number, column: line.indent + 1))
        case .blank:
            open?.note.append("")
            if open == nil, !description.isEmpty { description.append("") }
        case .heading(let level, let title):
            try begin(level, title, Position(line: number, column: line.indent + level + 2))
        case .item(let box, let text, let column):
            endItem()
            isLeftOut = true
            // As in most programs, two spaces are a level, whatever the marker of the item above.
            while let above = path.last, line.indent < above + 2 { path.removeLast() }
            guard !text.trimmed.isEmpty else {
                file.countLeftOut("item without text")
                return
            }
            try begin(box, text, indent: line.indent, content: column, Position(line: number, column: column + 1))
        case .rule: endItem()
        case .text: readText(line)
        }
    }

    private mutating func readFence(_ line: MarkdownLine, _ isOfTasks: Bool) {
        if block == .code || block == nil && !isOfTasks { readText(line) }
        let opened: Block = isOfTasks ? .tasks : .code
        block = block == nil ? opened : nil
    }

    private mutating func readText(_ line: MarkdownLine) {
        if let indent = open?.indent, line.indent > indent || open?.note.isEmpty == true {
            let content = open?.content ?? 0
            open?.note.append(Self.withoutIndent(line.whole, upTo: content))
        } else if !isLeftOut, items.isEmpty, open == nil, section == nil, !list.title.isEmpty {
            description.append(MarkdownText.unescaped(line.whole))
        } else {
            file.countLeftOut("text that is not an item")
        }
    }

    private static func withoutIndent(_ line: String, upTo count: Int) -> String {
        let blanks = line.scalars.prefix { $0 == " " }.count
        return MarkdownText.unescaped(String(line.scalars.dropFirst(min(blanks, count))))
    }

    private mutating func begin(_ level: Int, _ title: String, _ position: Position) throws(FormatError) {
        let name = try ItemDraft(title: MarkdownText.unescaped(title), at: position).item.title
        if level == 1 {
            endList()
            list = PortableList(title: name)
        } else {
            endSection()
            section = name
            isSectionBegun = true
        }
    }

    private mutating func begin(
        _ box: Character?,
        _ text: String,
        indent: Int,
        content: Int,
        _ position: Position
    ) throws(FormatError) {
        let inline = MarkdownInline(text)
        var (title, state) = (inline.text.scalars, MarkdownReader.states[box ?? " "] ?? .open)
        if title.hasPrefix("~~"), title.hasSuffix("~~"), title.count > 4, !title.hasSuffix("\\~~") {
            title = title.dropFirst(2).dropLast(2)
            state = .cancelled
        }
        var draft = try ItemDraft(title: MarkdownText.unescaped(String(title)), at: position)
        draft.set(state: state)
        for mark in inline.marks { try read(mark, &draft) }
        draft.set(depth: path.count)
        path.append(indent)
        isLeftOut = false
        open = OpenItem(draft: draft, indent: indent, content: content)
    }

    /// The states for the characters in a check box; items with any other character are open.
    private static let states: [Character: WorkState] = ["x": .done, "X": .done, "-": .cancelled, "~": .cancelled]

    private mutating func read(_ mark: MarkdownMark, _ draft: inout ItemDraft) throws(FormatError) {
        let position = draft.position
        switch mark {
        case .tag(let tag): try draft.add(tag: tag, at: position)
        case .field("due", let value):
            guard let date = CivilDate(value) else {
                throw FormatError(position, "\"\(value)\" is not a date like 2026-12-25 or 2026-12-25T18:00")
            }
            draft.set(due: date)
        case .field("priority", let value):
            guard let priority = FoundWords.priority(value) else {
                throw FormatError(position, "\"\(value)\" is not a priority")
            }
            draft.set(priority: priority)
        case .field("assignee", let value): draft.set(assignee: value)
        case .field("percent", let value) where Int(value) != nil:
            try draft.set(percent: Int(value) ?? 0, at: position)
        case .field("tags", let value):
            for tag in value.scalars.split(separator: " ") { try draft.add(tag: String(tag), at: position) }
        case .field(let name, let value):
            if let line = ItemTextField.line(shortName: name) { return try file.set(line, to: value, in: &draft) }
            file.keep(value, as: name, in: &draft)
        }
    }

    // MARK: Ends

    private mutating func endItem() {
        isLeftOut = false
        guard var item = open else { return }
        open = nil
        while item.note.last?.isEmpty == true { item.note.removeLast() }
        item.draft.add(note: item.note.joined(separator: "\n"))
        do throws(FormatError) {
            items.append(try file.finished(item.draft))
        } catch {
            file.note(error)
            // The next items cannot be children of an item that was left out.
            path.removeLast()
        }
    }

    private mutating func endSection() {
        endItem()
        if isSectionBegun || !items.isEmpty { list.add(items, toSection: section) }
        (section, isSectionBegun, items, path) = (nil, false, [], [])
    }

    private mutating func endList() {
        endSection()
        let text = description.joined(separator: "\n").trimmed
        list.description = text.isEmpty ? nil : text
        description = []
        guard list != PortableList(title: "") else { return }
        file.lists.append(list)
        list = PortableList(title: "")
    }
}

/// A line of Markdown, classified by its beginning.
struct MarkdownLine {
    enum Kind {
        case blank
        case heading(level: Int, title: String)
        /// A list item with the character in its check box, if any, and the column where its text begins.
        case item(box: Character?, text: String, column: Int)
        /// A thematic break.
        case rule
        /// The start or the end of a code block or a tasklist block.
        case fence(isOfTasks: Bool)
        case text
    }

    let kind: Kind
    /// The width of the leading white space, in columns; a tab extends to the next multiple of four.
    let indent: Int
    /// The line with its leading tabs expanded to spaces.
    let whole: String

    init(_ line: String) {
        var indent = 0
        let rest = line.scalars.drop { scalar in
            guard scalar == " " || scalar == "\t" else { return false }
            indent += scalar == " " ? 1 : 4 - indent % 4
            return true
        }
        self.indent = indent
        whole = String(repeating: " ", count: indent) + String(rest)
        kind = Self.kind(rest, indent)
    }

    /// Whether a line of text may continue it.
    var isParagraph: Bool {
        switch kind {
        case .text, .item: true
        case .blank, .heading, .rule, .fence: false
        }
    }

    /// Returns the level of the heading that a line underlines (a setext heading); nil if it underlines none.
    static func underlinedLevel(_ line: String) -> Int? {
        let rest = line.scalars.drop { $0 == " " }
        guard let last = rest.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return nil }
        let (marks, indent) = (rest[...last], line.unicodeScalars.count - rest.count)
        guard indent < 4, marks.count >= 2, let sign = marks.first, marks.allSatisfy({ $0 == sign }) else { return nil }
        return sign == "=" ? 1 : sign == "-" ? 2 : nil
    }

    /// Whether the line begins an HTML comment.
    var beginsComment: Bool { whole.scalars.drop { $0 == " " }.hasPrefix("<!--") }

    /// Whether an HTML comment ends in the line.
    var endsComment: Bool { whole.unicodeScalars.contains("-->".unicodeScalars) }

    private static func kind(_ rest: Scalars, _ indent: Int) -> Kind {
        guard !rest.trimmed.isEmpty else { return .blank }
        let level = rest.prefix { $0 == "#" }.count
        if (1...6).contains(level), rest.dropFirst(level).first.map({ $0 == " " || $0 == "\t" }) ?? true {
            return .heading(level: level, title: withoutEnd(rest.dropFirst(level).trimmed))
        }
        if isRule(rest) { return .rule }
        if isFence(rest) { return .fence(isOfTasks: String(rest.drop { $0 == "`" }.trimmed) == "[tasklist]") }
        guard let marker = marker(of: rest) else { return .text }
        let behind = rest.dropFirst(marker)
        let blanks = behind.prefix { $0 == " " || $0 == "\t" }.count
        let text = behind.dropFirst(blanks)
        let column = indent + marker + (1...4).clamped(blanks)
        let box = String(text.dropFirst().prefix { $0 != "]" })
        let end = text.dropFirst(1 + box.unicodeScalars.count)
        guard text.first == "[", box.count == 1, end.first == "]",
            end.dropFirst().first.map({ $0 == " " || $0 == "\t" }) ?? true
        else { return .item(box: nil, text: String(text), column: column) }
        return .item(box: box.first, text: String(end.dropFirst().trimmed), column: column)
    }

    /// Returns a heading without its closing hashes.
    private static func withoutEnd(_ title: Scalars) -> String {
        let hashes = title.reversed().prefix { $0 == "#" }.count
        let rest = title.dropLast(hashes)
        return String(hashes > 0 && (rest.last == " " || rest.isEmpty) ? rest.trimmed : title)
    }

    private static func isRule(_ text: Scalars) -> Bool {
        guard let sign = text.first, "-*_".unicodeScalars.contains(sign) else { return false }
        let marks = text.filter { !$0.properties.isWhitespace }
        return marks.count >= 3 && marks.allSatisfy { $0 == sign }
    }

    private static func isFence(_ text: Scalars) -> Bool {
        text.hasPrefix("~~~") || text.hasPrefix("```") && !text.drop { $0 == "`" }.contains("`")
    }

    /// Returns the length of a list marker; nil if the text is not a list item.
    private static func marker(of text: Scalars) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }.count
        let sign = text.dropFirst(digits).first
        let isOrdered = (1...9).contains(digits) && (sign == "." || sign == ")")
        let isBullet = text.first.map("-*+".unicodeScalars.contains) ?? false
        guard isOrdered || isBullet else { return nil }
        let size = isOrdered ? digits + 1 : 1
        guard let next = text.dropFirst(size).first else { return size }
        return next == " " || next == "\t" ? size : nil
    }
}

extension ClosedRange<Int> {
    fileprivate func clamped(_ number: Int) -> Int {
        Swift.min(Swift.max(number, lowerBound), upperBound)
    }
}
