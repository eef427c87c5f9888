/// The items of a file that the next one may stand below, with those that were left out, by their depths in the file.
struct Ancestors {
    /// Each with the number of items down to it that were not left out.
    private var path: [(depth: Int, count: Int)] = []

    /// The greatest depth that the next item can have in the file.
    var depthMax: Int { path.last.map { min($0.depth, Int.max - 1) + 1 } ?? 0 }

    /// Adds an item; returns its depth without the ancestors that were left out.
    mutating func add(_ depth: Int) -> Int {
        removeAll(from: depth)
        let count = path.last?.count ?? 0
        path.append((depth, count + 1))
        return count
    }

    /// Adds an item that is left out; one whose depth cannot be read changes nothing.
    mutating func leaveOut(_ depth: Int?) {
        guard let depth, depth >= 0 else { return }
        removeAll(from: depth)
        path.append((depth, path.last?.count ?? 0))
    }

    private mutating func removeAll(from depth: Int) {
        while let last = path.last, last.depth >= depth { path.removeLast() }
    }
}
