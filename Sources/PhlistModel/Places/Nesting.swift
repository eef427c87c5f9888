/// The parents of items: as they were placed, except that an item that cannot be there is at top level.
///
/// An item whose parent is not visible, or is not an item, is at top level; so is every item of a cycle made by
/// concurrent moves.
struct Nesting {
    /// The parent of each item; an item at top level has none.
    private(set) var parents: [UInt32: UInt32] = [:]
    /// The items that have a parent, each after all its subitems.
    private(set) var bottomUp: [UInt32] = []

    /// The items below each item that has some, in no particular order.
    var below: [UInt32: [UInt32]] {
        parents.reduce(into: [:]) { $0[$1.value, default: []].append($1.key) }
    }

    /// Reads the parents of the nested items.
    init(_ rows: ListRows) {
        for row in rows[.nested] {
            guard let entity = rows.place(of: row)?.parent, let parent = rows.row(of: entity) else { continue }
            guard rows.facts(of: parent).isVisibleItem else { continue }
            parents[row] = parent
        }
        cutCycles()
        bottomUp = sortedFromBelow()
    }

    /// Follows every item upwards once; a walk that returns to its own trail has found a cycle.
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
