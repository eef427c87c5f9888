/// The feeds of a scope with their chains and contexts, and one row for each batch: who did what when.
///
/// Feeds, members and batches have small numbers here, which mean nothing outside: what is kept for every single write
/// refers to its batch in four bytes.
package struct Ledger: Sendable {
    private(set) var feeds: [FeedState] = []
    private var feedNumbers: [FeedID: Int] = [:]
    private(set) var batches: [BatchRow] = []
    private var members: [MemberID] = []
    private var memberNumbers: [MemberID: UInt16] = [:]
    /// Where feeds end because their history has split: the number of the first op that is not common.
    private let forks: [FeedID: UInt64]
    /// The branch that goes on, for a log that was written before anybody knew of the split.
    private var continuations: [FeedID: Int] = [:]
    private let defect: PlantedDefect?

    /// What is known of one feed.
    package struct FeedState: Sendable {
        package let id: FeedID
        package let origin: FeedOrigin
        package fileprivate(set) var head: ChainHead
        /// Ranges that were given up as lost.
        package fileprivate(set) var gaps: [ClosedRange<UInt64>] = []
        /// By feed number: all that the author had applied by its newest batch; the batches carry only the differences.
        fileprivate(set) var known: [UInt32] = []
        /// The rows of its batches.
        fileprivate(set) var batches: [UInt32] = []
    }

    /// One batch, without what it did.
    struct BatchRow: Sendable {
        var stamp: Stamp
        var group: UInt64
        /// The chain behind the batch.
        var tag: UInt64
        var firstSequence: UInt32
        var lastSequence: UInt32
        /// The first write of the batch in the scope's table; the next batch's is their end.
        var firstWrite: UInt32
        var feed: UInt16
        var by: UInt16
    }

    /// Creates a ledger without feeds.
    init(forks: [Fork], defect: PlantedDefect?) {
        self.defect = defect
        self.forks = Dictionary(forks.map { ($0.feed, $0.sequence) }, uniquingKeysWith: min)
    }

    package subscript(feed: FeedID) -> FeedState? {
        feedNumbers[feed].map { feeds[$0] }.flatMap { $0.head.sequence == 0 ? nil : $0 }
    }

    /// The feeds of which anything is known, in the order of their ids.
    package var knownFeeds: [FeedState] {
        feeds.filter { $0.head.sequence > 0 }.sorted { $0.id < $1.id }
    }

    package var versionVector: VersionVector {
        Dictionary(uniqueKeysWithValues: feeds.lazy.filter { $0.head.sequence > 0 }.map { ($0.id, $0.version) })
    }

    /// Names a feed, before its first batch.
    @discardableResult
    mutating func open(_ origin: FeedOrigin) -> Int {
        let id = origin.feed
        if let number = feedNumbers[id] { return number }
        feeds.append(FeedState(id: id, origin: origin, head: ChainHead(startOf: id)))
        feedNumbers[id] = feeds.count - 1
        return feeds.count - 1
    }

    // MARK: Batches

    /// Takes in the next batch of a feed.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - feed: The feed that it was stored under; where that has split, the batch goes to one of the branches.
    ///   - firstWrite: The number of the first write that it will make.
    /// - Returns: The number of its row.
    mutating func append(_ batch: Batch, of feed: FeedID, firstWrite: Int) -> Int {
        let number = feedContinued(by: batch, of: feed)
        let header = batch.header
        let expected = feeds[number].head.sequence + 1
        invariant(
            header.firstSequence == expected,
            "batch \(header.firstSequence) of feed \(feeds[number].id) applied at \(expected)"
        )
        feeds[number].head = feeds[number].head.appending(batch)
        if defect == .contextsLost {
            feeds[number].known = []
        }
        learn(header.context, number)
        feeds[number].batches.append(UInt32(batches.count))
        batches.append(
            BatchRow(
                stamp: header.stamp,
                group: header.group,
                tag: feeds[number].head.tag,
                firstSequence: UInt32(header.firstSequence),
                lastSequence: UInt32(header.lastSequence),
                firstWrite: UInt32(firstWrite),
                feed: UInt16(number),
                by: memberNumber(of: header.by)
            )
        )
        return batches.count - 1
    }

    /// Whether the feeds and the member of a batch can be numbered; each of its ops may open a feed.
    func hasRoom(for batch: Batch) -> Bool {
        let isKnown = memberNumbers[batch.header.by] != nil || members.count < Limits.scopeMembersMax
        return isKnown && feeds.count + batch.header.opCount < Int(UInt16.max)
    }

    private mutating func feedContinued(by batch: Batch, of feed: FeedID) -> Int {
        guard var number = feedNumbers[feed] else {
            invariant(false, "batch of the unnamed feed \(feed)")
            return 0
        }
        while let split = forks[feeds[number].id], batch.header.firstSequence >= split {
            guard batch.header.firstSequence != split else { return openBranch(of: number, with: batch) }
            number = continuations[feeds[number].id] ?? number
        }
        if feeds[number].head.sequence == 0, let base = feeds[number].origin.base {
            feeds[number].head = feeds[open(base)].head
        }
        return number
    }

    private mutating func openBranch(of number: Int, with batch: Batch) -> Int {
        guard defect != .forksNamedByArrival else { return number }
        let base = feeds[number]
        var origin = base.origin
        let head = base.head.appending(batch)
        origin.branches.append(FeedOrigin.Branch(sequence: batch.header.firstSequence, hash: head.hash))
        let branch = open(origin)
        feeds[branch].head = base.head
        continuations[base.id] = branch
        return branch
    }

    private mutating func learn(_ context: [BatchHeader.ContextEntry], _ number: Int) {
        for entry in context {
            guard let other = feedNumber(of: entry) else { continue }
            learn(entry.version.sequence, of: other, number)
            for base in ancestors(of: other) {
                learn(base.end, of: base.feed, number)
            }
        }
    }

    private mutating func learn(_ sequence: UInt64, of other: Int, _ number: Int) {
        let missing = other + 1 - feeds[number].known.count
        if missing > 0 {
            feeds[number].known += repeatElement(0, count: missing)
        }
        feeds[number].known[other] = max(feeds[number].known[other], UInt32(clamping: sequence))
    }

    /// The feed that a context means: behind a split the branch whose chain has the tag.
    private func feedNumber(of entry: BatchHeader.ContextEntry) -> Int? {
        guard let number = feedNumbers[entry.feed] else { return nil }
        guard let split = forks[entry.feed], entry.version.sequence >= split else { return number }
        return feeds.indices.first { other in
            isBranch(other, of: number) && tag(of: other, at: entry.version.sequence) == entry.version.tag
        }
    }

    private func isBranch(_ other: Int, of number: Int) -> Bool {
        let (branch, base) = (feeds[other].origin, feeds[number].origin)
        return branch.device == base.device && branch.incarnation == base.incarnation
            && branch.branches.count > base.branches.count && branch.branches.starts(with: base.branches)
    }

    /// The feeds that a branch comes from, and where it left them.
    private func ancestors(of number: Int) -> [(feed: Int, end: UInt64)] {
        var ancestors: [(Int, UInt64)] = []
        var origin = feeds[number].origin
        while let branch = origin.branches.last, let base = origin.base {
            if let feed = feedNumbers[base.feed] {
                ancestors.append((feed, branch.sequence - 1))
            }
            origin = base
        }
        return ancestors
    }

    private mutating func memberNumber(of member: MemberID) -> UInt16 {
        if let number = memberNumbers[member] { return number }
        invariant(members.count < Int(UInt16.max), "\(members.count) members in one scope")
        members.append(member)
        memberNumbers[member] = UInt16(members.count - 1)
        return UInt16(members.count - 1)
    }

    /// Gives up a range as lost, when it is what comes next; where its batches are known they stay.
    mutating func lose(_ range: LostRange) {
        let number = open(range.origin)
        guard feeds[number].head.sequence == range.first - 1 else { return }
        feeds[number].head = range.end
        feeds[number].gaps.append(range.first...range.end.sequence)
    }

    // MARK: Looking up

    /// By feed number: the last op of each feed that the author of a batch knew, its own before the batch included.
    func known(before batch: Int) -> [UInt32] {
        let row = batches[batch]
        var known = feeds[Int(row.feed)].known
        known += repeatElement(0, count: max(0, feeds.count - known.count))
        known[Int(row.feed)] = row.firstSequence - 1
        for base in ancestors(of: Int(row.feed)) {
            known[base.feed] = max(known[base.feed], UInt32(clamping: base.end))
        }
        return known
    }

    /// All that the author of a feed had applied of others by its newest batch.
    package func context(of feed: FeedID) -> VersionVector {
        guard let number = feedNumbers[feed] else { return [:] }
        var context: VersionVector = [:]
        for (other, sequence) in feeds[number].known.enumerated() where sequence > 0 {
            let tag = tag(of: other, at: UInt64(sequence)) ?? 0
            context[feeds[other].id] = FeedVersion(sequence: UInt64(sequence), tag: tag)
        }
        return context
    }

    /// Whether a version is part of what is known here: the feed is as long, and its history is the same.
    package func covers(_ entry: BatchHeader.ContextEntry) -> Bool {
        guard let number = feedNumber(of: entry) else { return false }
        let sequence = entry.version.sequence
        guard sequence <= feeds[number].head.sequence else { return false }
        return feeds[number].gaps.contains { $0 ~= sequence } || tag(of: number, at: sequence) == entry.version.tag
    }

    /// The tag of a feed's chain behind a batch that ends with this number.
    private func tag(of number: Int, at sequence: UInt64) -> UInt64? {
        let rows = feeds[number].batches
        let index = rows.partitioningIndex { batches[Int($0)].lastSequence >= sequence }
        guard index < rows.endIndex, batches[Int(rows[index])].lastSequence == sequence else { return nil }
        return batches[Int(rows[index])].tag
    }

    func feedNumber(ofBatch batch: Int) -> Int {
        Int(batches[batch].feed)
    }

    func dot(batch: Int, op: Int) -> Dot {
        Dot(feed: feed(of: batch).id, sequence: UInt64(batches[batch].firstSequence) + UInt64(op))
    }

    func device(of batch: Int) -> DeviceID {
        feed(of: batch).origin.device
    }

    func act(of batch: Int) -> Act {
        let row = batches[batch]
        return Act(stamp: row.stamp, by: members[Int(row.by)], device: feeds[Int(row.feed)].origin.device)
    }

    func member(of batch: Int) -> MemberID {
        members[Int(batches[batch].by)]
    }

    func feed(of batch: Int) -> FeedState {
        feeds[Int(batches[batch].feed)]
    }

    /// Whether a batch comes before another in the order of acts: by time; then by who.
    func isEarlier(_ left: UInt32, _ right: UInt32) -> Bool {
        guard left != right else { return false }
        let (first, second) = (batches[Int(left)].stamp, batches[Int(right)].stamp)
        return first == second ? act(of: Int(left)) < act(of: Int(right)) : first < second
    }

    /// What is known by feed number, for those who ask by dots.
    func context(_ known: [UInt32]) -> Context {
        return Context(Dictionary(uniqueKeysWithValues: zip(feeds.lazy.map(\.id), known.lazy.map(UInt64.init))))
    }
}

extension Ledger.FeedState {
    /// How much is known; a feed with lost ranges is never equal to one without.
    package var version: FeedVersion {
        var mixer = DigestMixer()
        for gap in gaps {
            mixer.add(gap.lowerBound)
            mixer.add(gap.upperBound)
        }
        let mark = gaps.isEmpty ? 0 : UInt64(truncatingIfNeeded: mixer.sum)
        return FeedVersion(sequence: head.sequence, tag: head.tag ^ mark)
    }
}

extension RandomAccessCollection {
    /// The first index whose element fulfils a condition that holds for all behind it.
    package func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isBehind(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
