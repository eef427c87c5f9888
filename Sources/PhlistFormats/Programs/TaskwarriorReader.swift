import PhlistControl
import PhlistVocabulary

/// Reads the output of `task export`: an array of tasks, or one task per line.
///
/// Projects become sections.
struct TaskwarriorReader: TolerantReader {
    private let local: LocalTime
    var file = PortableFile(lists: [])
    private var ids: Set<String> = []
    /// The UUIDs of the recurring templates that have tasks in the file.
    private var parents: Set<String> = []

    init(local: @escaping LocalTime) {
        self.local = local
    }

    mutating func read(_ nodes: [JSONNode]) -> PortableFile {
        var list = PortableList(title: "")
        parents = Set(nodes.compactMap(Self.parent))
        for node in nodes {
            take { reader throws(FormatError) in
                if let (item, project) = try reader.task(node) { list.add([item], toSection: project) }
            }
        }
        if list.itemCount > 0 { file.lists = [list] }
        return file
    }

    private static func parent(of node: JSONNode) -> String? {
        guard case .object(let members) = node.value, let parent = members.first(where: { $0.name == "parent" }),
            case .text(let uuid) = parent.node.value
        else { return nil }
        return uuid
    }

    /// Members that Taskwarrior computes from the rest, or that are valid only until its next command.
    private static let computed = ["id", "urgency", "modified", "imask", "mask", "rtype"]

    private mutating func task(_ node: JSONNode) throws(FormatError) -> (PortableItem, project: String?)? {
        var object = try JSONObject(node, "the file has no \"lists\", and a task of Taskwarrior")
        guard let title = try object.text("description") else {
            throw FormatError(
                object.position,
                "this has no \"description\", as a task of Taskwarrior has, nor \"lists\""
            )
        }
        let status = try object.text("status") ?? "pending"
        let uuid = try object.text("uuid")
        // A template without tasks is kept, as the only trace of the recurring task.
        guard status != "recurring" || !(uuid.map(parents.contains) ?? false) else {
            file.countLeftOut("recurring template")
            return nil
        }
        var draft = try ItemDraft(title: title, at: object.position)
        draft.set(state: ["completed": .done, "deleted": .cancelled][status] ?? .open)
        draft.set(due: try instant("due", &object))
        let priorities: [String: Priority] = ["H": .high, "M": .medium, "L": .low]
        draft.set(priority: try object.text("priority").flatMap { priorities[$0] } ?? .none)
        for (tag, position) in try object.texts("tags") { try draft.add(tag: tag, at: position) }
        for node in try object.elements("annotations") {
            var annotation = try JSONObject(node, "an annotation")
            draft.add(note: try annotation.text("description") ?? "")
        }
        let project = try object.text("project").flatMap { $0.isEmpty ? nil : $0 }
        if let uuid {
            if let id = Self.id(uuid: uuid), ids.insert(id).inserted { draft.set(id: id) }
            // Other tasks may refer to it as a dependency.
            file.keep(uuid, as: "uuid", in: &draft)
        }
        for name in Self.computed { _ = object.take(name) }
        try keepRest(of: &object, in: &draft)
        return (try file.finished(draft), project)
    }

    /// Returns the first half of a UUID as an item id, so that a renamed task stays the same item.
    static func id(uuid: String) -> String? {
        let digits = uuid.filter { $0 != "-" }.compactMap(\.hexDigitValue)
        guard digits.count == 32 else { return nil }
        return String(decoding: digits.prefix(16).map { UInt8(ascii: "k") + UInt8($0) }, as: UTF8.self)
    }

    /// Reads an instant as in `20261124T230000Z`; local midnight becomes a day.
    private func instant(_ name: String, _ object: inout JSONObject) throws(FormatError) -> CivilDate? {
        guard let text = try object.text(name) else { return nil }
        guard let date = Self.instant(text).map(local) else {
            throw FormatError(object.position, "\"\(name)\" is not a time like 20261124T230000Z: \"\(text)\"")
        }
        return date.minute == 0 ? date.withoutTime : date
    }

    private static func instant(_ text: String) -> Int64? {
        guard text.utf8.count == 16, text.hasSuffix("Z") else { return nil }
        return FoundWords.basicDate(text.dropLast())?.milliseconds
    }

    private mutating func keepRest(of object: inout JSONObject, in draft: inout ItemDraft) throws(FormatError) {
        for name in object.rest.sorted() {
            guard let node = object.take(name) else { continue }
            let value =
                switch node.value {
                case .text(let text): Self.instant(text).map { Self.text(of: local($0)) } ?? text
                case .number(let text): text
                case .flag(let flag): "\(flag)"
                case .array(let nodes): nodes.map(Self.text).joined(separator: " ")
                case .object, .null: ""
                }
            file.keep(value, as: name, in: &draft)
        }
    }

    private static func text(of date: CivilDate) -> String {
        (date.minute == 0 ? date.withoutTime : date).description
    }

    private static func text(of node: JSONNode) -> String {
        switch node.value {
        case .text(let text), .number(let text): text
        case .null, .flag, .array, .object: ""
        }
    }
}
