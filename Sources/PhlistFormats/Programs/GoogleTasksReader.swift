import PhlistControl
import PhlistVocabulary

/// Reads the lists of Google Tasks, as exported by Google Takeout or returned by its API.
struct GoogleTasksReader: TolerantReader {
    private let local: LocalTime
    var file = PortableFile(lists: [])

    init(local: @escaping LocalTime) {
        self.local = local
    }

    /// Whether a document comes from Google Tasks.
    static func reads(_ members: [JSONNode.Member]) -> Bool {
        members.contains { member in
            if member.name == "kind", case .text(let kind) = member.node.value {
                kind.hasPrefix("tasks#")
            } else {
                false
            }
        }
    }

    mutating func read(_ node: JSONNode) throws(FormatError) -> PortableFile {
        var document = try JSONObject(node, "the file")
        let isOfLists = try document.text("kind") == "tasks#taskLists"
        let nodes = isOfLists ? try document.elements("items") : [node]
        for node in nodes {
            take { reader throws(FormatError) in
                reader.file.lists.append(try reader.list(node))
            }
        }
        file.joinLists()
        return file
    }

    private mutating func list(_ node: JSONNode) throws(FormatError) -> PortableList {
        var object = try JSONObject(node, "a list of tasks")
        let title = try object.text("title") ?? ""
        let name = title.isEmpty ? "" : try ItemDraft(title: title, at: object.position).item.title
        var tasks: [OutlinedTask] = []
        for node in try object.elements("items") {
            take { reader throws(FormatError) in
                if let task = try reader.task(node) { tasks.append(task) }
            }
        }
        return PortableList(title: name, items: OutlinedTask.families(of: tasks).flatMap(\.items))
    }

    /// Members that are of use only to Google's programs.
    private static let technical = [
        "kind", "etag", "selfLink", "webViewLink", "updated", "created", "position", "task_type", "hidden",
    ]

    private mutating func task(_ node: JSONNode) throws(FormatError) -> OutlinedTask? {
        var object = try JSONObject(node, "a task")
        let title = try object.text("title")?.trimmed ?? ""
        guard try object.flag("deleted") != true else { return leaveOut("deleted task") }
        guard !title.isEmpty else { return leaveOut("task without a title") }
        var draft = try ItemDraft(title: title, at: object.position)
        draft.add(note: try object.text("notes") ?? "")
        draft.set(state: try object.text("status") == "completed" ? .done : .open)
        draft.set(due: try date(&object))
        let (id, parent) = (try object.text("id"), try object.text("parent"))
        for name in Self.technical { _ = object.take(name) }
        for name in object.rest { file.countLeftOut(name) }
        return OutlinedTask(item: try file.finished(draft), id: id, parent: parent)
    }

    private mutating func leaveOut(_ what: String) -> OutlinedTask? {
        file.countLeftOut(what)
        return nil
    }

    /// Reads the due day, ignoring the time that Google writes with it, or the start of a scheduled time.
    private func date(_ object: inout JSONObject) throws(FormatError) -> CivilDate? {
        let due = try object.text("due")
        var texts = [due.map { String($0.prefix { $0 != "T" }) }].compactMap(\.self)
        for node in try object.elements("scheduled_time") {
            var time = try JSONObject(node, "a time")
            if let start = try time.text("start") { texts.insert(start, at: 0) }
        }
        guard let text = texts.first else { return nil }
        guard let date = FoundWords.zoned(text, local) ?? FoundWords.date(text) else {
            throw FormatError(object.position, "\"\(text)\" is not a time like 2026-12-25T18:00:00Z")
        }
        return date
    }
}
