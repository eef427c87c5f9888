import PhlistControl
import PhlistVocabulary

/// Reads a todo.txt, as todo.txt-cli and similar programs write it.
///
/// Projects and contexts become tags, with their signs. At the beginning and the end of a line they are removed from
/// the text; one in the middle also stays a word of the sentence.
struct TodoTextReader: TolerantReader {
    var file = PortableFile(lists: [])
    private var tasks: [OutlinedTask] = []

    static func read(_ source: SourceText) -> PortableFile {
        var reader = TodoTextReader()
        for (number, text) in source.lines.enumerated() where !text.trimmed.isEmpty {
            let line = text.replacing("\t", with: " ").replacing(lineBreak, with: " \(lineBreak) ")
            reader.take { reader throws(FormatError) in try reader.read(line, number: number + 1) }
        }
        reader.collect()
        return reader.file
    }

    /// The line break inside a task as sleek writes it (ASCII data link escape).
    private static let lineBreak = "\u{10}"

    private mutating func read(_ text: String, number: Int) throws(FormatError) {
        let line = TodoTextLine(text)
        let position = Position(line: number, column: line.column)
        guard !line.text.trimmed.isEmpty else {
            file.countLeftOut("line without text")
            return
        }
        let parts = TodoTextParts(line.text)
        let lines = parts.title.split(separator: Self.lineBreak).map(\.trimmed).filter { !$0.isEmpty }
        var draft = try ItemDraft(title: lines.first ?? "", at: position)
        draft.add(note: lines.dropFirst().joined(separator: "\n"))
        if line.isDone { draft.set(state: .done) }
        if let priority = line.priority { set(priority, in: &draft) }
        for label in parts.labels { try draft.add(tag: label, at: position) }
        var task = OutlinedTask()
        for (key, value) in parts.pairs { try read(key, value, &draft, &task) }
        let created = line.created.map(Self.noon) ?? task.item.createdAt
        task.item = try file.finished(draft)
        (task.item.createdAt, task.item.closedAt) = (created, line.completed.map(Self.noon))
        // As in every other format, an import does not keep the days.
        if created != nil { file.countLeftOut("creation date") }
        if line.completed != nil { file.countLeftOut("completion date") }
        tasks.append(task)
    }

    /// Returns noon UTC, an instant that falls on the day in nearly every time zone.
    private static func noon(_ day: CivilDate) -> Int64 {
        Int64(day.dayNumber) * 86_400_000 + 43_200_000
    }

    /// The name of a priority below C in a note.
    static let priorityName = TodoTextKey.priority.rawValue

    private mutating func set(_ priority: Character, in draft: inout ItemDraft) {
        draft.set(priority: ["A": .high, "B": .medium][priority] ?? .low)
        if priority > "C" { keep(String(priority), as: Self.priorityName, in: &draft) }
    }

    private mutating func keep(_ value: String?, as name: String, in draft: inout ItemDraft) {
        guard let value else { return }
        file.keep(value, as: name, in: &draft)
    }

    private mutating func read(
        _ key: String,
        _ text: String,
        _ draft: inout ItemDraft,
        _ task: inout OutlinedTask
    ) throws(FormatError) {
        let (value, position) = (TodoTextWord.unescaped(text), draft.position)
        if let line = ItemTextField.line(shortName: key) { return try file.set(line, to: value, in: &draft) }
        switch TodoTextKey(rawValue: key) {
        case .due?: draft.set(due: CivilDate(value))
        case .recurrence? where Self.rule(value) != nil:
            try file.set(.recurrence, to: Self.rule(value)?.description ?? "", in: &draft)
        case .priority? where value.utf8.count == 1 && ("A"..."Z").contains(value):
            set(Character(value), in: &draft)
        case .status? where WorkState(name: value) != nil:
            draft.set(state: WorkState(name: value) ?? .open)
        case .assignee?: draft.set(assignee: value)
        case .percent? where Int(value) != nil: try draft.set(percent: Int(value) ?? 0, at: position)
        case .tags?:
            for tag in value.scalars.split(separator: " ") { try draft.add(tag: String(tag), at: position) }
        case .note?: draft.add(note: value)
        case .list?: task.list = try ItemDraft(title: value, at: position).item.title
        case .section?: task.section = try ItemDraft(title: value, at: position).item.title
        case .created? where CivilDate(value)?.minute == nil && CivilDate(value) != nil:
            task.item.createdAt = CivilDate(value).map(Self.noon)
        case .number?: task.id = value
        case .parent?: task.parent = value
        case .recurrence?, .priority?, .status?, .percent?, .title?, .created?, nil: keep(text, as: key, in: &draft)
        }
    }

    /// Parses a rule as other programs write it: `2w` counts from completion, `+2w` from the due date.
    private static func rule(_ text: String) -> Recurrence? {
        let isStrict = text.hasPrefix("+")
        let digits = text.dropFirst(isStrict ? 1 : 0).dropLast()
        let units: [Character: Recurrence.Unit] = ["d": .day, "w": .week, "m": .month, "y": .year]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(digits),
            (1...Recurrence.intervalMax).contains(count)
        else { return nil }
        var rule = Recurrence(every: unit)
        (rule.interval, rule.isFromCompletion) = (count, !isStrict)
        return rule
    }

    private mutating func collect() {
        for (top, items) in OutlinedTask.families(of: tasks) {
            let number = file.lists.firstIndex { $0.title == top.list } ?? file.lists.count
            if number == file.lists.count { file.lists.append(PortableList(title: top.list)) }
            file.lists[number].add(items, toSection: top.section)
        }
    }
}

/// The text of a line, split into title, labels and pairs.
struct TodoTextParts {
    private(set) var title = ""
    private(set) var labels: [String] = []
    private(set) var pairs: [(key: String, value: String)] = []

    init(_ text: String) {
        var words = text.scalars.split(separator: " ", omittingEmptySubsequences: false)[...]
        if let index = words.firstIndex(where: Self.isTitle), case .pair(_, let value) = TodoTextWord(words[index]) {
            title = TodoTextWord.unescaped(value)
            take(words[(index + 1)...].map { TodoTextWord($0) })
            return
        }
        var behind: [TodoTextWord] = []
        while let word = words.last, take(word, alone: words.count == 1) {
            behind.append(TodoTextWord(word))
            words.removeLast()
        }
        var before: [TodoTextWord] = []
        while let word = words.first, words.count > 1 {
            if !word.isEmpty {
                guard case .label = TodoTextWord(word) else { break }
                before.append(TodoTextWord(word))
            }
            words.removeFirst()
        }
        let middle = words.map { TodoTextWord($0) }
        title = words.map(String.init).joined(separator: " ").trimmed
        // In the middle of a sentence labels count too, and a pair is just a word.
        take(before + middle.filter(\.isLabel) + behind.reversed())
    }

    private mutating func take(_ words: [TodoTextWord]) {
        var known = Set(labels)
        for word in words {
            switch word {
            case .text: break
            case .label(let label): if known.insert(label).inserted { labels.append(label) }
            case .pair(let key, let value): pairs.append((key, value))
            }
        }
    }

    private static func isTitle(_ word: Scalars) -> Bool {
        if case .pair(TodoTextKey.title.rawValue, _) = TodoTextWord(word) { true } else { false }
    }

    /// Whether a word at the end does not belong to the title; the only word left always does.
    private func take(_ word: Scalars, alone isAlone: Bool) -> Bool {
        guard !isAlone else { return false }
        switch TodoTextWord(word) {
        case .text: return word.isEmpty
        // An invalid date is a word of the sentence.
        case .pair("due", let value): return CivilDate(TodoTextWord.unescaped(value)) != nil
        case .label, .pair: return true
        }
    }
}
