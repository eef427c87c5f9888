package import PhlistModel

/// Where the batches of each feed are in the log.
///
/// Twenty bytes an entry: three columns per feed, in the order of the sequence. Batches come almost always in that
/// order and are then added at the end.
package struct BatchIndex: Sendable {
    /// A batch: the sequence numbers of its ops, and where its record is.
    package struct Entry: Hashable, Sendable {
        package var firstSequence: UInt64
        package var count: UInt64
        package var position: RecordPosition

        /// The sequence number of the last op.
        package var lastSequence: UInt64 { firstSequence + count - 1 }
    }

    private(set) var feeds: [FeedID: Columns] = [:]

    /// The number of batches in all feeds.
    package private(set) var count = 0

    /// Creates an empty index.
    package init() {}

    /// Adds a batch.
    ///
    /// - Parameters:
    ///   - feed: The feed of the batch.
    ///   - firstSequence: The sequence number of its first op.
    ///   - count: The number of its ops, from 1 to 4,294,967,295.
    ///   - position: Where its record is.
    /// - Returns: False, and nothing is changed, when a batch at a later place has one of these sequence numbers. Else
    ///   those at earlier places that have one are not read any more: they wait behind a hole, where what they need has
    ///   been given back since, and they themselves again, or another history of the feed in their place.
    @discardableResult
    package mutating func insert(
        feed: FeedID,
        firstSequence: UInt64,
        count: UInt64,
        at position: RecordPosition
    ) -> Bool {
        let entry = Entry(firstSequence: firstSequence, count: count, position: position)
        guard let replaced = feeds[feed, default: Columns()].insert(entry) else { return false }
        self.count += 1 - replaced
        return true
    }

    /// Gives the batches of some feeds the names that they have now.
    ///
    /// - Parameters:
    ///   - names: The names that they have here.
    ///   - name: Tells the name of a batch by the one that it has here and its first op.
    package mutating func rename(_ names: [FeedID], name: (FeedID, UInt64) -> FeedID) {
        let columns = names.compactMap { feed in feeds.removeValue(forKey: feed).map { (feed, $0) } }
        for (feed, columns) in columns {
            count -= columns.positions.count
            for entry in columns.positions.indices.lazy.map({ columns[$0] }) {
                let feed = name(feed, entry.firstSequence)
                insert(feed: feed, firstSequence: entry.firstSequence, count: entry.count, at: entry.position)
            }
        }
    }

    /// Adds all batches of a feed of which it has none.
    ///
    /// - Returns: False, and nothing is changed, when it has the feed already.
    mutating func take(_ columns: Columns, of feed: FeedID) -> Bool {
        guard feeds[feed] == nil else { return false }
        feeds[feed] = columns
        count += columns.positions.count
        return true
    }

    /// The batches of a feed that have ops in a range of sequence numbers, in the order of the sequence.
    ///
    /// The first and the last may reach beyond the range. Take what is needed: nothing is copied before.
    package func positions(
        feed: FeedID,
        from first: UInt64,
        through last: UInt64
    ) -> some RandomAccessCollection<Entry> {
        let columns = feeds[feed] ?? Columns()
        let range = first <= last ? columns.indices(from: first, through: last) : 0..<0
        return range.lazy.map { columns[$0] }
    }
}

extension BatchIndex {
    /// The batches of one feed; the entries do not overlap.
    struct Columns {
        var firstSequences: [UInt64] = []
        var counts: [UInt32] = []
        var positions: [RecordPosition] = []

        subscript(index: Int) -> Entry {
            Entry(
                firstSequence: firstSequences[index],
                count: UInt64(counts[index]),
                position: positions[index]
            )
        }

        /// - Returns: How many entries it has taken the place of; nil when it has no place.
        mutating func insert(_ entry: Entry) -> Int? {
            guard let count = UInt32(exactly: entry.count), count > 0 else { return nil }
            let others = indices(from: entry.firstSequence, through: entry.lastSequence)
            guard positions[others].allSatisfy({ $0 < entry.position }) else { return nil }
            firstSequences.replaceSubrange(others, with: [entry.firstSequence])
            counts.replaceSubrange(others, with: [count])
            positions.replaceSubrange(others, with: [entry.position])
            return others.count
        }

        func indices(from first: UInt64, through last: UInt64) -> Range<Int> {
            let start = index(after: first)
            let reachesIn = start > 0 && self[start - 1].lastSequence >= first
            return (reachesIn ? start - 1 : start)..<max(index(after: last), start)
        }

        /// The index of the first entry that begins after a sequence number.
        private func index(after sequence: UInt64) -> Int {
            guard let last = firstSequences.last, last > sequence else { return firstSequences.count }
            var range = 0..<firstSequences.count
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                range = firstSequences[middle] <= sequence ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
            return range.lowerBound
        }
    }
}
