/// Which items stand below which: as they were put, except that what cannot stand there stands at top level.
///
/// An item whose parent is not visible, or is no item, stands at top level; so does every item of a cycle that
/// concurrent moves have made.
struct Nesting {
    /// By item: the one that it stands below; none for an item at top level.
    private(set) var parents: [UInt32: UInt32] = [:]
    /// The items that stand below others, each behind all that stand below it.
    private(set) var bottomUp: [UInt32] = []

    /// Looks at the items that were put below others.
    init(_ rows: ListRows) {
        for row in rows[.nested] {
            guard let entity = rows.place(of: row)?.parent, let parent = rows.row(of: entity) else { continue }
            guard rows.facts(of: parent).isVisibleItem else { continue }
            parents[row] = parent
        }
        cutCycles()
        bottomUp = sortedFromBelow()
    }

    /// Follows every item upwards once; who comes back to where the walk began is in a cycle.
    private mutating func cutCycles() {
        var walks: [UInt32: UInt32] = [:]
        var cut: [UInt32] = []
        for start in parents.keys {
            var cursor = start
            while let parent = parents[cursor], walks[cursor] == nil {
                walks[cursor] = start
                cursor = parent
            }
            guard walks[cursor] == start else { continue }
            cut += cycle(through: cursor)
        }
        cut.forEach { parents[$0] = nil }
    }

    private func cycle(through first: UInt32) -> [UInt32] {
        var (cycle, cursor) = ([first], parents[first])
        while let row = cursor, row != first {
            cycle.append(row)
            cursor = parents[row]
        }
        return cycle
    }

    private func sortedFromBelow() -> [UInt32] {
        var pending: [UInt32: Int] = [:]
        for parent in parents.values {
            pending[parent, default: 0] += 1
        }
        var sorted = parents.keys.filter { pending[$0] == nil }.sorted()
        var next = 0
        while next < sorted.count {
            if let parent = parents[sorted[next]] {
                pending[parent, default: 0] -= 1
                if pending[parent] == 0, parents[parent] != nil {
                    sorted.append(parent)
                }
            }
            next += 1
        }
        return sorted
    }
}
