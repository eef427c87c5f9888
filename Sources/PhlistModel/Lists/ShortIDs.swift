/// The short ids of items: the shortest prefix of an id, at least two letters, that no item with more seniority has.
///
/// An item that is created later never takes over a short id, so a short id stands for its item until that is in the
/// trash. An item that was created earlier, but arrives later from another device, does take it over.
package struct ShortIDs {
    private let lists: [(scope: ScopeID, rows: ListRows)]

    /// Creates the short ids of the items in some lists.
    ///
    /// Each query costs a search by id in every list. The value holds copies of the lists and should be released soon.
    package init(_ lists: [ListState]) {
        self.lists = lists.map { ($0.scope, $0.rows(.ids)) }
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
    ///
    /// One pass over the lists for all items: a list is large to copy, and there may be a thousand.
    package func shortIDs(of entities: [EntityID]) -> [EntityID: String] {
        let own = seniorities(of: entities)
        var counts = Dictionary(entities.map { ($0, EntityID.letterCountMin) }) { first, _ in first }
        for list in lists {
            for (entity, count) in counts where count < EntityID.letterCount {
                counts[entity] =
                    (count..<EntityID.letterCount).first { count in
                        !list.rows.hasSenior(to: own[entity], entity, in: entity.range(sharing: count))
                    } ?? EntityID.letterCount
            }
        }
        return Dictionary(uniqueKeysWithValues: counts.map { ($0, String($0.description.prefix($1))) })
    }

    private func seniorities(of entities: [EntityID]) -> [EntityID: Seniority] {
        var found: [EntityID: Seniority] = [:]
        for list in lists where found.count < entities.count {
            for entity in entities where found[entity] == nil { found[entity] = list.rows.seniority(of: entity) }
        }
        return found
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
        for list in lists {
            list.rows.walk(range) { row in
                guard var item = list.rows.seniority(of: row) else { return false }
                item.isTrashed = item.isTrashed != isTrashFirst
                if item.entity == best?.entity {
                    found.append((list.scope, item.entity))
                } else if best.map({ item < $0 }) ?? true {
                    (best, found) = (item, [(list.scope, item.entity)])
                }
                return false
            }
        }
        return found
    }
}

extension ListRows {
    fileprivate func seniority(of entity: EntityID) -> ShortIDs.Seniority? {
        row(of: entity).flatMap { seniority(of: $0) }
    }

    /// Whether another item in a range of ids is more senior; without `own`, every item is.
    fileprivate func hasSenior(
        to own: ShortIDs.Seniority?,
        _ entity: EntityID,
        in range: ClosedRange<EntityID>
    ) -> Bool {
        var isFound = false
        walk(range) { row in
            guard let other = seniority(of: row), other.entity != entity else { return false }
            isFound = own.map { other < $0 } ?? true
            return isFound
        }
        return isFound
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
