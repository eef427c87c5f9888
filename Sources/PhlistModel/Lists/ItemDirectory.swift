import Synchronization

/// The entities of many lists by id, so that an id is looked up without looking at every list.
///
/// Rows are only ever added to a list, so an entry stays right for as long as its list is kept. New entries wait
/// unsorted until somebody asks, which costs time for their number and, now and then, one pass over all. An entry takes
/// sixteen bytes. It is a class because asking sorts what waits without a visible change, and a lock guards it.
package final class ItemDirectory: Sendable {
    private let entries = Mutex((sorted: Sorted(), waiting: [Entry](), known: [ScopeID: Known]()))

    /// A row of a list, which has a number here.
    fileprivate struct Entry: Comparable {
        var entity: EntityID
        var list: UInt32
        var row: UInt32

        static func < (left: Entry, right: Entry) -> Bool {
            (left.entity, left.list, left.row) < (right.entity, right.list, right.row)
        }
    }

    private struct Known {
        var number: UInt32
        var rowCount = 0
    }

    package init() {}

    /// Takes the entities that have come into a list since the last call.
    package func note(_ list: ScopeState) {
        entries.withLock { entries in
            let former = entries.known[list.id]
            guard former?.rowCount ?? 0 < list.table.rows.count else { return }
            var known = former ?? Known(number: entries.sorted.number(list.id))
            for row in known.rowCount..<list.table.rows.count where list.table.rows[row].entity != .root {
                let entity = list.table.rows[row].entity
                entries.waiting.append(Entry(entity: entity, list: known.number, row: UInt32(row)))
            }
            known.rowCount = list.table.rows.count
            entries.known[list.id] = known
        }
    }

    /// All entries, sorted; a copy shares their storage, and should be released soon.
    var sorted: Sorted {
        entries.withLock { entries in
            entries.sorted.insert(&entries.waiting)
            return entries.sorted
        }
    }

    /// Entries by id: most of them in one array, and the latest in a short one, where an insertion costs little.
    struct Sorted: Sendable {
        private var lists: [ScopeID] = []
        private var old: [Entry] = []
        private var new: [Entry] = []

        private static let newCountMax = 4096

        fileprivate mutating func number(_ list: ScopeID) -> UInt32 {
            lists.append(list)
            return UInt32(lists.count - 1)
        }

        fileprivate mutating func insert(_ waiting: inout [Entry]) {
            guard !waiting.isEmpty else { return }
            new = Self.merged(new, waiting.sorted())
            waiting = []
            guard new.count > Self.newCountMax else { return }
            (old, new) = (Self.merged(old, new), [])
        }

        private static func merged(_ left: [Entry], _ right: [Entry]) -> [Entry] {
            guard !left.isEmpty else { return right }
            var (merged, index) = ([Entry](), 0)
            merged.reserveCapacity(left.count + right.count)
            for entry in right {
                while index < left.count, left[index] < entry {
                    merged.append(left[index])
                    index += 1
                }
                merged.append(entry)
            }
            return merged + left[index...]
        }

        /// Walks over the rows with the ids of a range, in no particular order, until `isEnough` returns true.
        func walk(_ range: ClosedRange<EntityID>, isEnough: (ScopeID, EntityID, UInt32) -> Bool) {
            for entries in [old, new] {
                let start = entries.partitioningIndex { $0.entity >= range.lowerBound }
                for entry in entries[start...] {
                    guard range.contains(entry.entity) else { break }
                    guard !isEnough(lists[Int(entry.list)], entry.entity, entry.row) else { return }
                }
            }
        }
    }
}
