package import PhlistModel
import PhlistVocabulary

/// An item found by a query, with its position.
package struct FoundItem: Sendable {
    package var list: ScopeID
    package var item: ItemState
    /// Its position in its list; nil in the trash.
    package var standing: Standing?
    /// Number of its ancestors among the found items.
    package var depth = 0
    /// Progress of the item in percent, including its descendants.
    package var percent: Int

    /// Creates a found item at top level.
    package init(list: ScopeID, item: ItemState, standing: Standing?, percent: Int) {
        self.list = list
        self.item = item
        self.standing = standing
        self.percent = percent
    }
}

/// Arranges the items found by a query in the order shown.
///
/// Items below others stay with them; an item whose parent was not found moves up. Open items come first, section by
/// section, then done, cancelled and trashed ones. Items of equal names are sorted by id; other ties keep the order of
/// the list.
struct ItemArrangement {
    private let query: ItemQuery
    private var rows: [Row] = []
    /// Number of ranks assigned so far.
    private var rankCount = 0

    private struct Row {
        var found: FoundItem
        /// Its position among all items found.
        var rank: Int
        var section: Int
        var key: ItemKey
        /// The row under which it is shown.
        var parent: Int?

        var part: Part { found.item.isTrashed ? .trash : Part(found.item.state) }
    }

    /// The parts of a list, from top to bottom.
    private enum Part: Int, Comparable {
        case open
        case done
        case cancelled
        case trash

        init(_ state: WorkState) {
            switch state {
            case .open: self = .open
            case .done: self = .done
            case .cancelled: self = .cancelled
            }
        }

        static func < (left: Part, right: Part) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    init(_ query: ItemQuery) {
        self.query = query
    }

    /// Adds the items found in a list, or in one section of it.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - section: The only section wanted; nil for all.
    ///   - other: The query for this list, in the same order; nil for the one of the arrangement.
    mutating func add(_ list: ListState, section: EntityID? = nil, finding other: ItemQuery? = nil) {
        let candidates = Self.candidates(of: list, other ?? query)
        guard !candidates.isEmpty else { return }
        let (standings, progress) = (list.standings, list.progress)
        let sections = Dictionary(uniqueKeysWithValues: zip(list.sections.map(\.entity), 1...))
        let first = rows.count
        for (index, item) in candidates.enumerated() {
            let standing = standings[item.entity]
            let own = standing.map { Self.section(above: $0, in: standings) } ?? item.place.section
            guard section == nil || own == section else { continue }
            let percent = progress.percent(of: item)
            // Trashed items have no position of their own.
            let rank = rankCount + (standing?.position ?? standings.count + 1 + index)
            rows.append(
                Row(
                    found: FoundItem(list: list.scope, item: item, standing: standing, percent: percent),
                    rank: rank,
                    section: own.flatMap { sections[$0] } ?? 0,
                    key: ItemKey(of: item, percent: percent, rank: rank, by: query.order?.sort ?? .manual)
                )
            )
        }
        rankCount += standings.count + 1 + candidates.count
        nest(from: first, standings)
    }

    /// Returns the matching items, in list order.
    private static func candidates(of list: ListState, _ query: ItemQuery) -> [ItemState] {
        guard let text = query.text else {
            let items = query.isOfDueItems ? list.dueItems.sorted() : list.items(query.lives, in: query.states)
            return items.filter(query.matches)
        }
        // A tag is stored without the number sign with which the query finds it.
        let stored = fold(text.hasPrefix("#") ? String(text.dropFirst()) : text)
        let found = [Life.alive, .dead].filter(query.lives.contains).flatMap { life in
            list.items(life) { fold(String(decoding: $0, as: UTF8.self)).contains(stored) }
        }
        return found.filter(query.matches)
    }

    /// Returns the section of an item's top-level ancestor.
    private static func section(above standing: Standing, in standings: [EntityID: Standing]) -> EntityID? {
        var standing = standing
        while let parent = standing.space.parent, let above = standings[parent] {
            standing = above
        }
        return standing.space.section
    }

    /// Puts each row under its nearest ancestor that was found.
    private mutating func nest(from first: Int, _ standings: [EntityID: Standing]) {
        let numbers = Dictionary(uniqueKeysWithValues: (first..<rows.count).map { (rows[$0].found.item.entity, $0) })
        for row in first..<rows.count where !query.isFlat {
            var above = rows[row].found.standing?.space.parent
            while let parent = above, numbers[parent] == nil {
                above = standings[parent]?.space.parent
            }
            rows[row].parent = above.flatMap { numbers[$0] }
        }
    }

    /// Returns all items found, arranged.
    func arranged() -> [FoundItem] {
        let below = Dictionary(grouping: rows.indices) { rows[$0].parent }
        let tops = (below[nil] ?? []).sorted { isTopBefore(rows[$0], rows[$1]) }
        var shown: [FoundItem] = []
        var stack = tops.reversed().map { (row: $0, depth: 0) }
        while let (row, depth) = stack.popLast() {
            shown.append(rows[row].found)
            shown[shown.count - 1].depth = depth
            let children = (below[row] ?? []).sorted { isBefore(rows[$0], rows[$1]) }
            stack += children.reversed().map { ($0, depth + 1) }
        }
        return shown
    }

    private func isTopBefore(_ left: Row, _ right: Row) -> Bool {
        guard !query.isFlat else { return isBefore(left, right) }
        guard left.part == right.part else { return left.part < right.part }
        guard left.part == .open else {
            let keys = (ItemKey.closing(of: left.found.item), ItemKey.closing(of: right.found.item))
            let isBefore = query.order == nil ? keys.0.isBefore(keys.1, isReversed: false) : nil
            return isBefore ?? self.isBefore(left, right)
        }
        return left.section == right.section ? isBefore(left, right) : left.section < right.section
    }

    private func isBefore(_ left: Row, _ right: Row) -> Bool {
        left.key.isBefore(right.key, isReversed: query.order?.isReversed ?? false) ?? (left.rank < right.rank)
    }
}
