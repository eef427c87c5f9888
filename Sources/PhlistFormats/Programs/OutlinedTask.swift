import PhlistControl

/// A task of a program whose tasks name their parents.
struct OutlinedTask {
    var item = PortableItem(title: "")
    var id: String?
    var parent: String?
    var list = ""
    var section: String?

    /// Returns top-level tasks with their descendants, in the order of the file.
    static func families(of tasks: [OutlinedTask]) -> [(top: OutlinedTask, items: [PortableItem])] {
        let parents = parents(of: tasks)
        var below = tasks.map { _ in [Int]() }
        for (index, parent) in parents.enumerated() {
            if let parent { below[parent].append(index) }
        }
        return tasks.indices.filter { parents[$0] == nil }.map { (tasks[$0], items(from: $0, tasks, below)) }
    }

    private static func items(from top: Int, _ tasks: [OutlinedTask], _ below: [[Int]]) -> [PortableItem] {
        var (stack, items) = ([(index: top, depth: 0)], [PortableItem]())
        while let (index, depth) = stack.popLast() {
            var item = tasks[index].item
            item.depth = depth
            items.append(item)
            stack += below[index].reversed().map { ($0, depth + 1) }
        }
        return items
    }

    /// Returns the parents by index; a task has none if its parent is missing, or if it is the first one of a loop.
    private static func parents(of tasks: [OutlinedTask]) -> [Int?] {
        var numbers: [String: Int] = [:]
        for (index, task) in tasks.enumerated() {
            if let id = task.id { numbers[id] = numbers[id] ?? index }
        }
        var parents = tasks.map { $0.parent.flatMap { numbers[$0] } }
        // The task from which the way up passed each one first.
        var passed = tasks.map { _ in Int?.none }
        for start in tasks.indices {
            var cursor: Int? = start
            while let index = cursor, passed[index] == nil { (passed[index], cursor) = (start, parents[index]) }
            guard let index = cursor, passed[index] == start else { continue }
            parents[firstOfLoop(through: index, parents)] = nil
        }
        return parents
    }

    private static func firstOfLoop(through start: Int, _ parents: [Int?]) -> Int {
        var (first, cursor) = (start, parents[start])
        while let index = cursor, index != start { (first, cursor) = (min(first, index), parents[index]) }
        return first
    }
}
