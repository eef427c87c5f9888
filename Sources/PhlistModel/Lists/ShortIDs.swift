/// The short ids of items: the shortest prefix of an id, at least two letters, that no item with more seniority has.
///
/// An item that is created later never takes over a short id, so a short id stands for its item until that is in the
/// trash. An item that was created earlier, but arrives later from another device, does take it over.
package struct ShortIDs {
    /// Walks over the rows with the ids of a range, in no particular order, until the second function returns true.
    private let walk: (ClosedRange<EntityID>, (Entry) -> Bool) -> Void

    /// A row of a list.
    private struct Entry {
        var scope: ScopeID
        var rows: ListRows
        var row: UInt32
    }

    /// Creates the short ids of the items in the lists of a directory.
    ///
    /// A query looks only at lists that have an id like the one in question. The value should be released soon.
    ///
    /// - Parameters:
    ///   - directory: The items of all lists.
    ///   - drafted: The lists with drafts, which may have more items.
    ///   - list: Returns a list; nil for one whose items do not count.
    package init(_ directory: ItemDirectory, drafted: some Sequence<ScopeID>, list: @escaping (ScopeID) -> ListState?) {
        let (items, drafted, lists) = (directory.sorted, Array(drafted), FoundLists(list))
        walk = { range, isEnough in
            var isDone = false
            items.walk(range) { scope, entity, row in
                guard let rows = lists[scope], rows.has(entity, in: row) else { return false }
                isDone = isEnough(Entry(scope: scope, rows: rows, row: row))
                return isDone
            }
            for scope in drafted where !isDone {
                guard let rows = lists[scope] else { continue }
                rows.walkNew(range) { row in
                    isDone = isEnough(Entry(scope: scope, rows: rows, row: row))
                    return isDone
                }
            }
        }
    }

    /// Lists that a query has met.
    private final class FoundLists {
        private let list: (ScopeID) -> ListState?
        private var found: [ScopeID: ListRows?] = [:]
        /// The list of the last row: mostly that of the next one, too.
        private var last: (scope: ScopeID, rows: ListRows?)?

        init(_ list: @escaping (ScopeID) -> ListState?) {
            self.list = list
        }

        subscript(scope: ScopeID) -> ListRows? {
            if let last, last.scope == scope { return last.rows }
            let rows = found[scope] ?? list(scope)?.rows()
            found[scope] = .some(rows)
            last = (scope, rows)
            return rows
        }
    }

    /// The order in which items get a short id: items that are not in the trash first, then older ones.
    struct Seniority: Comparable {
        var isTrashed: Bool
        var created: Stamp
        var entity: EntityID

        static func < (left: Seniority, right: Seniority) -> Bool {
            guard left.isTrashed == right.isTrashed else { return right.isTrashed }
            return (left.created, left.entity) < (right.created, right.entity)
        }
    }

    /// Returns the short ids of items; for an id in none of the lists, one that no item there has.
    package func shortIDs(of entities: [EntityID]) -> [EntityID: String] {
        Dictionary(entities.map { ($0, shortID(of: $0)) }) { first, _ in first }
    }

    private func shortID(of entity: EntityID) -> String {
        let own = entries(in: entity...entity).lazy.compactMap { $0.rows.seniority(of: $0.row) }.first
        let count = (EntityID.letterCountMin..<EntityID.letterCount).first { count in
            !hasSenior(to: own, entity, in: entity.range(sharing: count))
        }
        return String(entity.description.prefix(count ?? EntityID.letterCount))
    }

    /// Whether another item in a range of ids is more senior; without `own`, every item is.
    private func hasSenior(to own: Seniority?, _ entity: EntityID, in range: ClosedRange<EntityID>) -> Bool {
        var isFound = false
        walk(range) { entry in
            guard let other = entry.rows.seniority(of: entry.row), other.entity != entity else { return false }
            isFound = own.map { other < $0 } ?? true
            return isFound
        }
        return isFound
    }

    /// The rows with the ids of a range, by list, then by id.
    private func entries(in range: ClosedRange<EntityID>) -> [Entry] {
        var found: [Entry] = []
        walk(range) { entry in
            found.append(entry)
            return false
        }
        guard found.count > 1 else { return found }
        let keys = found.map { ($0.scope, $0.rows.entity(of: $0.row)) }
        return found.indices.sorted { keys[$0] < keys[$1] }.map { found[$0] }
    }

    /// Returns the most senior item whose id has a prefix; several if lists have items with the same id.
    ///
    /// - Parameters:
    ///   - prefix: The first letters of an id.
    ///   - isTrashFirst: Whether items in the trash come before all others.
    /// - Returns: The items, with their lists.
    package func items(
        withPrefix prefix: String,
        isTrashFirst: Bool = false
    ) -> [(scope: ScopeID, entity: EntityID)] {
        guard let range = EntityID.range(ofPrefix: prefix) else { return [] }
        var best: Seniority?
        var found: [(scope: ScopeID, entity: EntityID)] = []
        for entry in entries(in: range) {
            guard var item = entry.rows.seniority(of: entry.row) else { continue }
            item.isTrashed = item.isTrashed != isTrashFirst
            if item.entity == best?.entity {
                found.append((entry.scope, item.entity))
            } else if best.map({ item < $0 }) ?? true {
                (best, found) = (item, [(entry.scope, item.entity)])
            }
        }
        return found
    }
}

extension EntityID {
    /// The least number of letters in a short id.
    package static let letterCountMin = 2
    fileprivate static let letterCount = 16

    /// The ids that share the first `count` letters with this one.
    fileprivate func range(sharing count: Int) -> ClosedRange<EntityID> {
        let rest = UInt64.max >> UInt64(4 * count)
        return EntityID(rawValue: rawValue & ~rest)...EntityID(rawValue: rawValue | rest)
    }

    /// The ids with a prefix; nil if it has too few or too many letters, or others than k to z.
    fileprivate static func range(ofPrefix prefix: String) -> ClosedRange<EntityID>? {
        guard (letterCountMin...letterCount).contains(prefix.utf8.count),
            let last = EntityID(letters: prefix + String(repeating: "z", count: letterCount - prefix.utf8.count))
        else {
            return nil
        }
        return last.range(sharing: prefix.utf8.count)
    }
}
