/// The short ids of items: the shortest beginning of an id, at least two letters, with which the id of no older item
/// begins that is not in the trash.
///
/// What is added later never takes a short id over, so it stands for an item as long as that is not in the trash. An
/// item that was made before, and comes later from another device, does.
package struct ShortIDs {
    private let lists: [(scope: ScopeID, rows: ListRows)]

    /// The short ids of the items in some lists.
    ///
    /// Costs a search by id in every list for each item that is asked for; it holds copies of the lists and should be
    /// let go soon.
    package init(_ lists: [ListState]) {
        self.lists = lists.map { ($0.scope, $0.rows(.ids)) }
    }

    /// Which of two items may have a short id: one that is not in the trash, then the older one.
    struct Seniority: Comparable {
        var isTrashed: Bool
        var created: Stamp
        var entity: EntityID

        static func < (left: Seniority, right: Seniority) -> Bool {
            guard left.isTrashed == right.isTrashed else { return right.isTrashed }
            return (left.created, left.entity) < (right.created, right.entity)
        }
    }

    /// The short id of an item; of what is in none of the lists one that no item there has.
    package func shortID(of entity: EntityID) -> String {
        let own = lists.lazy.compactMap { $0.rows.seniority(of: entity) }.first
        let letters = entity.description
        let count = (EntityID.letterCountMin..<EntityID.letterCount).first { count in
            !isTaken(entity.range(sharing: count), from: own, entity)
        }
        return String(letters.prefix(count ?? EntityID.letterCount))
    }

    private func isTaken(_ range: ClosedRange<EntityID>, from own: Seniority?, _ entity: EntityID) -> Bool {
        var isTaken = false
        for list in lists where !isTaken {
            list.rows.walk(range) { row in
                guard let other = list.rows.seniority(of: row), other.entity != entity else { return false }
                isTaken = own.map { other < $0 } ?? true
                return isTaken
            }
        }
        return isTaken
    }

    /// The item that the beginning of an id stands for; several where lists have an item of the same id.
    ///
    /// - Parameters:
    ///   - prefix: Letters of an id.
    ///   - isTrashFirst: Whether what is in the trash is meant rather than what is not.
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
}

extension EntityID {
    /// Fewer letters than this never stand for an id.
    package static let letterCountMin = 2
    fileprivate static let letterCount = 16

    /// The ids that begin with as many letters like this one.
    fileprivate func range(sharing count: Int) -> ClosedRange<EntityID> {
        let rest = UInt64.max >> UInt64(4 * count)
        return EntityID(rawValue: rawValue & ~rest)...EntityID(rawValue: rawValue | rest)
    }

    /// The ids that begin with some letters; nil for too few, too many, or others than those from k to z.
    fileprivate static func range(ofPrefix prefix: String) -> ClosedRange<EntityID>? {
        guard (letterCountMin...letterCount).contains(prefix.utf8.count),
            let last = EntityID(letters: prefix + String(repeating: "z", count: letterCount - prefix.utf8.count))
        else {
            return nil
        }
        return last.range(sharing: prefix.utf8.count)
    }
}
