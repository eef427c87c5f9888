/// The feeds of a scope with their chains and contexts, and one row for each batch: who did what when.
///
/// Feeds, members and batches have small numbers here, which mean nothing outside: what is kept for every single write
/// refers to its batch in four bytes.
package struct Ledger: Sendable {
    private(set) var feeds: [FeedState] = []
    private(set) var feedNumbers: [FeedID: Int] = [:]
    private(set) var batches: [BatchRow] = []
    private(set) var members: [MemberID] = []
    private var memberNumbers: [MemberID: UInt16] = [:]
    /// Where feeds have split, their branches included: the numbers of first ops that are not common.
    private(set) var forks: [FeedID: Set<UInt64>]
    /// By feed number: the branch that goes on where batches were stored before anybody knew of the split.
    private(set) var continuations: [Int: Int] = [:]
    /// What was given up, and by which op.
    private(set) var losses: [Loss] = []
    /// The digest of the version vector; it goes along with the ends of the feeds, as every message asks for it.
    package private(set) var vectorDigest: UInt64 = 0
    /// Whether anything of any feed has come.
    package private(set) var hasBegun = false
    let defect: PlantedDefect?

    /// What is known of one feed.
    package struct FeedState: Sendable {
        package let id: FeedID
        package let origin: FeedOrigin
        /// The feed as its device named it, before any split.
        let root: FeedID
        package fileprivate(set) var head: ChainHead
        /// Ranges that were given up as lost.
        package fileprivate(set) var gaps: [ClosedRange<UInt64>] = []
        /// By feed number: all that the author had applied by its newest batch; the batches carry only the differences.
        fileprivate(set) var known: [UInt32] = []
        /// The rows of its batches.
        fileprivate(set) var batches: [UInt32] = []

        /// Creates a feed without batches; its ids are made of its origin.
        init(_ origin: FeedOrigin, head: ChainHead, gaps: [ClosedRange<UInt64>], known: [UInt32]) {
            (id, root) = (origin.feed, origin.root.feed)
            (self.origin, self.head, self.gaps, self.known) = (origin, head, gaps, known)
        }

        fileprivate init(id: FeedID, origin: FeedOrigin, root: FeedID) {
            (self.id, self.origin, self.root) = (id, origin, root)
            head = ChainHead(startOf: id)
        }
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

    /// A range that was given up, and the op that did so.
    struct Loss: Sendable {
        var range: LostRange
        var feed: Int
        var author: Int
        var sequence: UInt32
    }

    /// Creates a ledger without feeds.
    init(forks: [Fork], defect: PlantedDefect?) {
        self.defect = defect
        self.forks = Dictionary(forks.map { ($0.feed, [$0.sequence]) }) { $0.union($1) }
    }

    /// Creates a ledger from its parts, in which no feed and no member is there twice.
    ///
    /// What can be made of them is not among them: the numbers of feeds and members, and which batches are whose.
    init(
        forks: [FeedID: Set<UInt64>],
        feeds: [FeedState],
        members: [MemberID],
        batches: [BatchRow],
        continuations: [Int: Int],
        losses: [Loss]
    ) {
        defect = nil
        (self.forks, self.feeds, self.members, self.batches) = (forks, feeds, members, batches)
        (self.continuations, self.losses) = (continuations, losses)
        feedNumbers = Dictionary(uniqueKeysWithValues: zip(feeds.lazy.map(\.id), 0...))
        memberNumbers = Dictionary(uniqueKeysWithValues: zip(members, 0...))
        for (number, batch) in batches.enumerated() {
            self.feeds[Int(batch.feed)].batches.append(UInt32(number))
        }
        vectorDigest = versionVector.digest
        hasBegun = feeds.contains { $0.head.sequence > 0 }
    }

    /// Takes note of a split that changes nothing of what is here; see `isAhead`.
    mutating func learn(_ fork: Fork) {
        forks[fork.feed, default: []].insert(fork.sequence)
    }

    package subscript(feed: FeedID) -> FeedState? {
        feedNumbers[feed].map { feeds[$0] }.flatMap { $0.head.sequence == 0 ? nil : $0 }
    }

    /// The feeds of which anything is known, in the order of their ids.
    package var knownFeeds: [FeedState] {
        knownFeeds { _, _ in true }
    }

    /// Those of them that are asked for by their ids and the numbers of their last ops.
    package func knownFeeds(where isWanted: (FeedID, _ end: UInt64) -> Bool) -> [FeedState] {
        feeds.filter { $0.head.sequence > 0 && isWanted($0.id, $0.head.sequence) }.sorted { $0.id < $1.id }
    }

    package var versionVector: VersionVector {
        var vector = VersionVector(minimumCapacity: feeds.count)
        for feed in feeds where feed.head.sequence > 0 {
            vector[feed.id] = feed.version
        }
        return vector
    }

    /// The ends of all chains, as contexts name them: what was given up makes no difference to a chain.
    package var chainVector: VersionVector {
        Dictionary(
            uniqueKeysWithValues: feeds.lazy.filter { $0.head.sequence > 0 }.map {
                ($0.id, FeedVersion(sequence: $0.head.sequence, tag: $0.head.tag))
            }
        )
    }

    /// Names a feed, before its first batch.
    @discardableResult
    mutating func open(_ origin: FeedOrigin) -> Int {
        let id = origin.feed
        if let number = feedNumbers[id] { return number }
        let root = origin.branches.isEmpty ? id : feeds[open(origin.root)].id
        feeds.append(FeedState(id: id, origin: origin, root: root))
        feedNumbers[id] = feeds.count - 1
        return feeds.count - 1
    }

    // MARK: Batches

    /// Takes in the next batch of a feed.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - feed: The feed that it was stored under; where that has split, the batch goes to one of the branches.
    ///   - end: The chain behind it where that is known; not believed beside a split, where it may be another branch's.
    ///   - firstWrite: The number of the first write that it will make.
    /// - Returns: The number of its row.
    mutating func append(_ batch: Batch, of feed: FeedID, endingAt end: ChainHead?, firstWrite: Int) -> Int {
        let number = feedToExtend(with: batch, storedUnder: feed)
        let header = batch.header
        let known = forks.isEmpty ? end : nil
        moveEnd(of: number) { $0.head = known ?? $0.head.appending(batch) }
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

    /// Whether the feeds and the members of batches can be numbered.
    func hasRoom(for growth: Growth) -> Bool {
        let newcomers = growth.members.count { memberNumbers[$0] == nil }
        return members.count + newcomers <= Limits.scopeMembersMax && feeds.count + growth.feedCount < Int(UInt16.max)
    }

    /// Whether a batch is what comes next under the name that it was stored with, and its context is covered.
    package func isNext(_ batch: Batch, of feed: FeedID) -> Bool {
        guard let base = feedContinued(by: batch, storedUnder: feed) else { return false }
        if let branch = branch(of: base, with: batch), let number = feedNumbers[branch.feed] {
            guard feeds[number].batches.isEmpty else { return false }
        }
        return batch.header.context.allSatisfy { covers($0) }
    }

    private mutating func feedToExtend(with batch: Batch, storedUnder name: FeedID) -> Int {
        guard let base = feedContinued(by: batch, storedUnder: name) else {
            let head = feedNumbers[name].map { feeds[$0].head.sequence }
            invariant(false, "batch \(batch.header.firstSequence) of feed \(name) applied behind \(head ?? 0)")
            return 0
        }
        guard let origin = branch(of: base, with: batch) else {
            return base
        }
        let branch = open(origin)
        invariant(feeds[branch].batches.isEmpty, "batch \(batch.header.firstSequence) of feed \(name) applied twice")
        // The device that wrote on told what it knew before the split only once.
        let left = feeds[base]
        moveEnd(of: branch) { ($0.head, $0.known) = (left.head, left.known) }
        if let named = feedNumbers[name], feeds[named].origin.branches.last != origin.branches.last {
            continuations[base] = branch
        }
        return branch
    }

    /// The feed, before any split at this batch, that a batch goes on; nil when what comes before is not here.
    private func feedContinued(by batch: Batch, storedUnder name: FeedID) -> Int? {
        guard let named = feedNumbers[name] else { return nil }
        guard var number = feedBegun(under: named) else { return feedLeft(by: batch, for: named) }
        while let branch = continuations[number] {
            number = branch
        }
        let isNext = feeds[number].head.sequence + 1 == batch.header.firstSequence
        return isNext || defect == .forksNamedByArrival ? number : nil
    }

    /// The feed that is meant by a name; splits found later may have given it another one.
    private func feedBegun(under named: Int) -> Int? {
        guard let branch = feeds[named].origin.branches.last, feeds[named].batches.isEmpty else { return named }
        return feeds.indices.first { other in
            feeds[other].root == feeds[named].root && feeds[other].origin.branches.last == branch
                && !feeds[other].batches.isEmpty
        }
    }

    /// The feed that a branch comes from, by the branch's first batch: its hash tells.
    private func feedLeft(by batch: Batch, for named: Int) -> Int? {
        let hash = feeds[named].origin.branches.last?.hash
        let base = feeds.indices.first { other in
            feeds[other].root == feeds[named].root && feeds[other].head.sequence + 1 == batch.header.firstSequence
                && feeds[other].head.appending(batch).hash == hash
        }
        return base ?? (defect == .forksNamedByArrival ? named : nil)
    }

    /// The branch that a batch opens; nil when its feed has not split there.
    private func branch(of base: Int, with batch: Batch) -> FeedOrigin? {
        let first = batch.header.firstSequence
        guard let splits = forks[feeds[base].root], splits.contains(first) else { return nil }
        guard defect != .forksNamedByArrival else { return nil }
        return feeds[base].origin.branching(at: first, hash: feeds[base].head.appending(batch).hash)
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

    /// The feed that a context means: where histories have split the one whose chain has the tag, whatever the author
    /// called it.
    func feedNumber(of entry: BatchHeader.ContextEntry) -> Int? {
        let number = feedNumbers[entry.feed]
        guard !forks.isEmpty else { return number }
        let isMeant = { tag(of: $0, at: entry.version.sequence) == entry.version.tag }
        if let number, isMeant(number) { return number }
        return feeds.indices.filter(isMeant).min { feeds[$0].id < feeds[$1].id } ?? number
    }

    /// The feeds that a branch comes from, and where it left them.
    func ancestors(of number: Int) -> [(feed: Int, end: UInt64)] {
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

    /// Gives up what is not known of a range.
    ///
    /// - Parameters:
    ///   - range: The batches that no device has any more.
    ///   - batch: Whose author says so.
    ///   - op: Which op of it.
    ///   - isFinal: Whether they are counted as empty now; a fold waits for what may turn up.
    mutating func lose(_ range: LostRange, inBatch batch: Int, op: Int, isFinal: Bool) {
        let feed = open(range.origin)
        let sequence = batches[batch].firstSequence + UInt32(op)
        losses.append(Loss(range: range, feed: feed, author: feedNumber(ofBatch: batch), sequence: sequence))
        if isFinal { skip(losses[losses.count - 1]) }
    }

    /// Counts as empty the shortest range that is in the way, except where its batches are at hand.
    ///
    /// - Returns: Whether there was one.
    mutating func skipLoss(unless isAtHand: (FeedID, UInt64) -> Bool) -> Bool {
        let open = losses.filter { loss in
            isInTheWay(loss) && !isAtHand(feeds[loss.feed].id, feeds[loss.feed].head.sequence + 1)
        }
        guard let loss = open.min(by: { $0.range.end.sequence < $1.range.end.sequence }) else { return false }
        skip(loss)
        return true
    }

    private func isInTheWay(_ loss: Loss) -> Bool {
        (loss.range.first...loss.range.end.sequence).contains(feeds[loss.feed].head.sequence + 1)
    }

    private mutating func skip(_ loss: Loss) {
        guard isInTheWay(loss) else { return }
        moveEnd(of: loss.feed) { feed in
            var first = feed.head.sequence + 1
            // Ranges that touch are one: however many acts gave them up, the feed is the same.
            if let last = feed.gaps.last, last.upperBound + 1 == first {
                first = last.lowerBound
                feed.gaps.removeLast()
            }
            feed.gaps.append(first...loss.range.end.sequence)
            feed.head = loss.range.end
        }
    }

    /// Changes where a feed ends: nothing else does, so that the digest stays that of the vector.
    private mutating func moveEnd(of number: Int, _ move: (inout FeedState) -> Void) {
        vectorDigest &-= feeds[number].digest
        move(&feeds[number])
        vectorDigest &+= feeds[number].digest
        hasBegun = hasBegun || feeds[number].head.sequence > 0
    }
}
