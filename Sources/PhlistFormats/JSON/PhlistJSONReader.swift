import PhlistControl
import PhlistVocabulary

/// Reads the output of `phlistctl export`.
struct PhlistJSONReader: TolerantReader {
    var file = PortableFile(lists: [])

    mutating func read(_ node: JSONNode) throws(FormatError) -> PortableFile {
        var document = try JSONObject(node, "the file")
        let version = try document.number("schemaVersion") ?? schemaVersion
        guard version == schemaVersion else {
            let known = "this one reads \(schemaVersion)"
            throw FormatError(document.position, "schemaVersion \(version) is of another phlist; \(known)")
        }
        _ = document.take("photoCount")
        let nodes = try document.elements("lists") + [document.take("list")].compactMap(\.self)
        for node in nodes {
            take { reader throws(FormatError) in reader.file.lists.append(try reader.list(node)) }
        }
        note(document.rest)
        return file
    }

    private mutating func note(_ unknown: [String]) {
        for name in unknown { file.countLeftOut(name) }
    }

    private mutating func list(_ node: JSONNode) throws(FormatError) -> PortableList {
        var object = try JSONObject(node, "a list")
        var list = PortableList(title: try name("title", &object, "list"))
        list.id = try id(of: &object, letters: 32)
        list.description = try object.text("description")
        list.state = try object.word("state", WorkState.self)
        list.due = try object.date("due")
        list.deletion = try object.word("deletion", DeletionPolicy.self)
        list.isPrivate = try object.flag("isPrivate")
        list.view = try object.take("view").map { node throws(FormatError) in try view(node) }
        var ids: Set<String> = []
        if let items = object.take("items") { list.items = try self.items(items, &ids) }
        if let sections = object.take("sections") {
            guard case .array(let nodes) = sections.value else {
                throw FormatError(sections.position, "\"sections\" must be a list")
            }
            list.sections = []
            for node in nodes { list.sections?.append(try section(node, &ids)) }
        }
        note(object.rest)
        return list
    }

    private func name(_ name: String, _ object: inout JSONObject, _ what: String) throws(FormatError) -> String {
        guard let text = try object.text(name) else {
            throw FormatError(object.position, "the \(what) has no \"\(name)\"")
        }
        return try ItemDraft(title: text, at: object.position).item.title
    }

    private func id(of object: inout JSONObject, letters count: Int) throws(FormatError) -> String? {
        guard let id = try object.text("id") else { return nil }
        guard ItemDraft.isID(id, letters: count) else {
            throw FormatError(object.position, "\"\(id)\" is not an id of \(count) letters from k to z")
        }
        return id
    }

    private mutating func view(_ node: JSONNode) throws(FormatError) -> ListView.View {
        var object = try JSONObject(node, "\"view\"")
        let view = ListView.View(
            sort: try object.word("sort", ItemSort.self) ?? .manual,
            isReversed: try object.flag("isReversed") ?? false,
            showsDone: try object.flag("showsDone") ?? false
        )
        note(object.rest)
        return view
    }

    private mutating func section(_ node: JSONNode, _ ids: inout Set<String>) throws(FormatError) -> PortableSection {
        var object = try JSONObject(node, "a section")
        var section = PortableSection(name: try name("name", &object, "section"))
        section.id = try id(of: &object, letters: 16)
        if let id = section.id, !ids.insert(id).inserted {
            throw FormatError(object.position, "the id \(id) stands twice in this list")
        }
        if let items = object.take("items") { section.items = try self.items(items, &ids) }
        note(object.rest)
        return section
    }

    private mutating func items(
        _ node: JSONNode,
        _ ids: inout Set<String>
    ) throws(FormatError) -> [PortableItem] {
        guard case .array(let nodes) = node.value else {
            throw FormatError(node.position, "\"items\" must be a list")
        }
        var (items, ancestors, isItemLeftOut): ([PortableItem], Ancestors, Bool) = ([], Ancestors(), false)
        for node in nodes {
            let isTaken = take { reader throws(FormatError) in
                var item = try reader.item(node)
                // The parent of this item may be the item that was left out.
                let depthMax = max(ancestors.depthMax, isItemLeftOut ? item.depth : 0)
                try reader.check(item, at: node.position, depthMax, &ids)
                item.depth = ancestors.add(item.depth)
                items.append(item)
            }
            guard !isTaken else { continue }
            isItemLeftOut = true
            ancestors.leaveOut(depth(of: node))
        }
        return items
    }

    private func depth(of node: JSONNode) -> Int? {
        guard var object = try? JSONObject(node, "an item") else { return nil }
        return (try? object.number("depth")) ?? 0
    }

    private func check(
        _ item: PortableItem,
        at position: Position,
        _ depthMax: Int,
        _ ids: inout Set<String>
    ) throws(FormatError) {
        guard (0...depthMax).contains(item.depth) else {
            throw FormatError(position, "the depth \(item.depth) is too much here; at most \(depthMax) fits")
        }
        if let id = item.id, !ids.insert(id).inserted {
            throw FormatError(position, "the id \(id) stands twice in this list")
        }
    }

    private mutating func item(_ node: JSONNode) throws(FormatError) -> PortableItem {
        var object = try JSONObject(node, "an item")
        guard let title = try object.text("title") else {
            throw FormatError(object.position, "the item has no \"title\"")
        }
        var draft = try ItemDraft(title: title, at: object.position)
        draft.set(id: try id(of: &object, letters: 16))
        draft.set(depth: try object.number("depth") ?? 0)
        draft.set(state: try object.word("state", WorkState.self) ?? .open)
        draft.set(due: try object.date("due"))
        draft.add(note: try object.text("note") ?? "")
        draft.set(assignee: try object.text("assignee") ?? "")
        for text in ItemTextField.lines {
            try file.set(text, to: try object.text(text.field.rawValue) ?? "", in: &draft)
        }
        draft.set(priority: try object.word("priority", Priority.self) ?? .none)
        try draft.set(percent: try object.number("percent") ?? 0, at: object.position)
        for (tag, position) in try object.texts("tags") { try draft.add(tag: tag, at: position) }
        // They come back with a restored list; an import does not use them, so the report counts them.
        let (created, closed) = (try object.number("createdAt"), try object.number("closedAt"))
        note([created.map { _ in "createdAt" }, closed.map { _ in "closedAt" }].compactMap(\.self) + object.rest)
        var item = try file.finished(draft)
        item.createdAt = created.map(Int64.init)
        item.closedAt = closed.map(Int64.init)
        return item
    }
}
