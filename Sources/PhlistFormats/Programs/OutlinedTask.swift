import PhlistControl

/// A task of a program whose tasks name their parents.
struct OutlinedTask {
    var item = PortableItem(title: "")
    var id: String?
    var parent: String?
    var section: String?

    /// Returns top-level tasks with their descendants, in the order of the file; a task whose parent is missing is
    /// top-level.
    static func families(of tasks: [OutlinedTask]) -> [(top: OutlinedTask, items: [PortableItem])] {
        let ids = Set(tasks.compactMap(\.id))
        var below: [String: [OutlinedTask]] = [:]
        for task in tasks.reversed() {
            if let parent = task.parent, ids.contains(parent) { below[parent, default: []].append(task) }
        }
        return tasks.filter { $0.parent.map { !ids.contains($0) } ?? true }.map { ($0, items(from: $0, &below)) }
    }

    private static func items(from top: OutlinedTask, _ below: inout [String: [OutlinedTask]]) -> [PortableItem] {
        var (stack, items) = ([(task: top, depth: 0)], [PortableItem]())
        while let (task, depth) = stack.popLast() {
            var item = task.item
            item.depth = depth
            items.append(item)
            let children = task.id.flatMap { below.removeValue(forKey: $0) } ?? []
            stack += children.map { ($0, depth + 1) }
        }
        return items
    }
}
