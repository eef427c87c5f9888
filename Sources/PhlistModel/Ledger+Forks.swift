/// Where feeds have split, and what batches that were stored before anybody knew of it are called now.
extension Ledger {
    /// Whether a split is known.
    package func knows(_ fork: Fork) -> Bool {
        forks[fork.feed]?.contains(fork.sequence) ?? false
    }

    /// The numbers of first ops at which a feed is known to have split, whatever branch of it.
    package func splits(of root: FeedID) -> Set<UInt64> {
        forks[root] ?? []
    }

    /// Whether a batch is here, in whatever branch of a feed.
    package func holds(_ batch: Batch, ofFeed root: FeedID) -> Bool {
        let header = batch.header
        return feeds.contains { feed in
            guard feed.root == root else { return false }
            let rows = feed.batches
            let index = rows.partitioningIndex { UInt64(batches[Int($0)].firstSequence) >= header.firstSequence }
            guard index < rows.endIndex else { return false }
            let row = batches[Int(rows[index])]
            return (UInt64(row.firstSequence), UInt64(row.lastSequence)) == (header.firstSequence, header.lastSequence)
                && (row.stamp, row.group) == (header.stamp, header.group)
        }
    }

    /// Whether a split changes nothing of what is here: no batch of the feed begins there.
    func isAhead(_ fork: Fork) -> Bool {
        !batches.contains { UInt64($0.firstSequence) == fork.sequence && feeds[Int($0.feed)].root == fork.feed }
    }

    /// What the feed is called now that holds, or will hold, an op of a batch stored under a name; the name itself when
    /// nothing of it is here.
    package func name(of origin: FeedOrigin, at sequence: UInt64) -> FeedID {
        guard !forks.isEmpty, var number = feedNumber(begunUnder: origin) else { return origin.feed }
        for base in ancestors(of: number).reversed() where sequence <= base.end {
            return feeds[base.feed].id
        }
        while feeds[number].head.sequence < sequence, let branch = continuations[number] {
            number = branch
        }
        return feeds[number].id
    }

    /// The feed with all that comes before it: first the one that its device named, then branch by branch.
    package func line(to feed: FeedID) -> [FeedID] {
        guard let number = feedNumbers[feed] else { return [] }
        return ancestors(of: number).reversed().map { feeds[$0.feed].id } + [feed]
    }

    /// The branches of a feed, in the order of their ids; empty when it goes on under its own name.
    package func branches(of feed: FeedID) -> [FeedID] {
        guard !forks.isEmpty, let base = feedNumbers[feed].map({ feeds[$0] }) else { return [] }
        let branches = feeds.filter { feed in
            feed.root == base.root && feed.head.sequence > 0 && !feed.origin.branches.isEmpty
                && feed.origin.branches.dropLast() == base.origin.branches[...]
        }
        return branches.map(\.id).sorted()
    }

    /// A vector with the names that its entries have here.
    package func renamed(_ vector: VersionVector) -> VersionVector {
        guard !forks.isEmpty else { return vector }
        var renamed: VersionVector = [:]
        for (feed, version) in vector.sorted(by: { $0.key < $1.key }) {
            let entry = BatchHeader.ContextEntry(feed: feed, version: version)
            let name = covers(entry) ? feedNumber(of: entry).map { feeds[$0].id } ?? feed : feed
            renamed[name] = version
            for base in line(to: name).dropLast() where renamed[base] == nil {
                renamed[base] = self[base]?.version
            }
        }
        return renamed
    }

    // MARK: Where two histories part

    /// How a feed's history goes on behind a batch: the ends of its batches through the first that reaches a number.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - start: The end of a batch of it, or where it begins.
    ///   - end: How far it is asked for.
    ///   - countMax: Of more ends only some are told, among them the last.
    /// - Returns: The ends; nil for a feed that is not known.
    package func trail(of feed: FeedID, after start: UInt64, through end: UInt64, countMax: Int) -> Trail? {
        guard let number = feedNumbers[feed] else { return nil }
        let first = feeds[number].origin.branches.last.map { $0.sequence - 1 } ?? 0
        let start = max(start, first)
        let rows = feeds[number].batches
        let lower = rows.partitioningIndex { UInt64(batches[Int($0)].lastSequence) > start }
        let reaching = rows.partitioningIndex { UInt64(batches[Int($0)].lastSequence) >= end }
        let range = lower..<max(lower, min(reaching + 1, rows.count))
        let stride = max(1, (range.count + countMax - 1) / max(1, countMax))
        let kept = range.filter { ($0 - range.lowerBound) % stride == stride - 1 || $0 == range.upperBound - 1 }
        let marks = kept.map { index in
            let row = batches[Int(rows[index])]
            return FeedVersion(sequence: UInt64(row.lastSequence), tag: row.tag)
        }
        return Trail(start: start, marks: marks, isComplete: stride == 1)
    }

    /// Whether a batch of a feed ends with a number, or the feed begins behind it.
    package func isEnd(_ sequence: UInt64, of feed: FeedID) -> Bool {
        guard let number = feedNumbers[feed] else { return false }
        let first = feeds[number].origin.branches.last.map { $0.sequence - 1 } ?? 0
        return sequence == first || tag(of: number, at: sequence) != nil
    }

    /// How far a trail leads along what is here.
    ///
    /// - Returns: The end of the last batch that both have, and the first end behind it that is not here; nil when the
    ///   trail leads nowhere else.
    package func parting(of feed: FeedID, from trail: Trail) -> (common: UInt64, other: UInt64)? {
        var common = trail.start
        for mark in trail.marks {
            guard covers(BatchHeader.ContextEntry(feed: feed, version: mark)) else { return (common, mark.sequence) }
            common = mark.sequence
        }
        return nil
    }

    /// Whether a version contradicts what is here: it is no longer, and not a part of it.
    ///
    /// A feed of which somebody gave up a part looks different to who has that part, and has not split.
    package func contradicts(_ entry: BatchHeader.ContextEntry) -> Bool {
        guard let feed = self[entry.feed], entry.version.sequence <= feed.head.sequence else { return false }
        return entry.version.sequence > 0 && !covers(entry) && !losses.contains { feeds[$0.feed].id == feed.id }
    }

    /// The branches of one feed, or the feed itself, of which a batch begins with a number: by their ids.
    package func feeds(of root: FeedID, beginningABatchAt sequence: UInt64) -> [FeedID] {
        let numbers = Set(batches.lazy.filter { UInt64($0.firstSequence) == sequence }.map { Int($0.feed) })
        return numbers.filter { feeds[$0].root == root }.map { feeds[$0].id }.sorted()
    }

    private func feedNumber(begunUnder origin: FeedOrigin) -> Int? {
        if let number = feedNumbers[origin.feed], origin.branches.isEmpty || !feeds[number].batches.isEmpty {
            return number
        }
        guard let branch = origin.branches.last else { return nil }
        let root = origin.root.feed
        return feeds.indices.first { number in
            feeds[number].root == root && feeds[number].origin.branches.last == branch
                && !feeds[number].batches.isEmpty
        }
    }
}

/// The ends of consecutive batches of one history, as marks for who looks for the place where another one parts.
package struct Trail: Hashable, Sendable {
    /// The end of what is known to be common.
    package var start: UInt64
    /// The ends behind it, with their tags, in their order.
    package var marks: [FeedVersion]
    /// Whether no end is left out between the start and the last mark.
    package var isComplete: Bool

    /// Creates a trail.
    package init(start: UInt64, marks: [FeedVersion], isComplete: Bool) {
        (self.start, self.marks, self.isComplete) = (start, marks, isComplete)
    }
}
