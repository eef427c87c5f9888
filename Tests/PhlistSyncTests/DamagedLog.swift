import PhlistTestKit

@testable import PhlistModel
@testable import PhlistSync

/// A log of which a hole has swallowed some records, and what must come of it.
struct DamagedLog {
    let records: [Record]
    let lost: [Record]

    /// Takes some records out.
    init(_ log: [Record], without holes: [Range<Int>]) {
        let isLost = { (index: Int) in holes.contains { (hole: Range<Int>) in hole.contains(index) } }
        records = log.indices.filter { !isLost($0) }.map { log[$0] }
        lost = log.indices.filter(isLost).map { log[$0] }
    }

    /// Takes some runs of records out, which ones is drawn.
    init(_ log: [Record], random: inout SeededRandom) {
        let holes = (0...random.number(below: 3)).map { _ in
            let start = random.number(below: log.count)
            return start..<min(log.count, start + 1 + random.number(below: random.happens(percent: 20) ? 40 : 6))
        }
        self.init(log, without: holes)
    }

    /// The numbers of the ops that are lost, by feed.
    var lostNumbers: [FeedID: Set<UInt64>] { lost.numbers.subtracting(records.numbers) }

    /// The feeds whose names are lost.
    var lostFeeds: Set<FeedID> { lost.feeds.subtracting(records.feeds) }

    /// Those of them to which something refers that is left: a later batch of the feed, or the context of one that
    /// waits.
    func tracedNumbers(waiting: [Batch]) -> [FeedID: Set<UInt64>] {
        var ends = records.numbers.mapValues { $0.max() ?? 0 }
        for entry in waiting.flatMap(\.header.context) {
            ends[entry.feed] = max(ends[entry.feed] ?? 0, entry.version.sequence)
        }
        return lostNumbers.mapValuesWithKeys { feed, numbers in numbers.filter { $0 <= ends[feed] ?? 0 } }
            .filter { !$0.value.isEmpty }
    }
}

extension Record {
    /// Whether the record says that the device is in a household.
    func namesHousehold(_ scope: ScopeID?) -> Bool {
        switch try? LogEntry(self) {
        case .local(.household(let named))?: named == scope
        case .batch(_, let batch)?:
            ((try? batch.decodedOps()) ?? []).contains { op in
                if case .roster(.found(let founding)) = op { founding.scope == scope } else { false }
            }
        case .feed?, .head?, .fork?, .local?, nil: false
        }
    }
}

extension [Record] {
    var entries: [LogEntry] { compactMap { try? LogEntry($0) } }

    var batches: [(feed: FeedID, batch: Batch)] {
        entries.compactMap { if case .batch(let feed, let batch) = $0 { (feed, batch) } else { nil } }
    }

    /// Where each batch is: of those that are there twice the later one.
    var batchPositions: [Dot: Int] {
        var positions: [Dot: Int] = [:]
        for (index, record) in enumerated() {
            guard case .batch(let feed, let batch)? = try? LogEntry(record) else { continue }
            positions[Dot(feed: feed, sequence: batch.header.firstSequence)] = index
        }
        return positions
    }

    /// The feeds that are named.
    var feeds: Set<FeedID> {
        Set(entries.compactMap { if case .feed(let origin) = $0 { origin.feed } else { nil } })
    }

    /// The numbers of all ops, by feed.
    var numbers: [FeedID: Set<UInt64>] {
        batches.reduce(into: [:]) { numbers, entry in
            let header = entry.batch.header
            numbers[entry.feed, default: []].formUnion(header.firstSequence...header.lastSequence)
        }
    }

    /// What all these records fold to in whatever order they are: the oracle.
    func folded(_ scope: ScopeID, _ kind: ScopeState.Kind, forks: [Fork] = []) -> ScopeState {
        var origins: [FeedID: FeedOrigin] = [:]
        for case .feed(let origin) in entries {
            origins[origin.feed] = origin
        }
        var seen: Set<Dot> = []
        let stored = batches.compactMap { feed, batch -> StoredBatch? in
            guard let origin = origins[feed], origin.scope == scope else { return nil }
            guard seen.insert(Dot(feed: feed, sequence: batch.header.firstSequence)).inserted else { return nil }
            return StoredBatch(origin: origin, batch: batch)
        }
        return ScopeState(kind, scope).folded(from: stored, forks: forks)
    }
}

extension [FeedID: Set<UInt64>] {
    func subtracting(_ other: Self) -> Self {
        mapValuesWithKeys { $1.subtracting(other[$0] ?? []) }.filter { !$0.value.isEmpty }
    }

    func mapValuesWithKeys(_ transform: (FeedID, Set<UInt64>) -> Set<UInt64>) -> Self {
        Dictionary(uniqueKeysWithValues: map { ($0, transform($0, $1)) })
    }
}

extension Damage {
    /// The numbers of the ops that are missing, by feed.
    var missingNumbers: [FeedID: Set<UInt64>] {
        Dictionary(uniqueKeysWithValues: feeds.map { ($0.feed, Set($0.missing.joined())) }).filter { !$0.value.isEmpty }
    }
}

extension Device {
    /// The batches that wait for what a hole has swallowed.
    var heldBack: [Batch] {
        guard let held = replica.healing?.heldBack else { return [] }
        return held.feeds.flatMap { Array(held.batches(of: $0)) }
    }

    /// How many batches are folded.
    var foldedCount: UInt64 { replica.recentChanges.batchCount }

    /// Whether every scope is what all these records fold to.
    func isFold(of records: [Record]) -> Bool {
        replica.scopes.allSatisfy { scope, slot in
            ScopeSlot(records.folded(scope, slot.state.kind)).holding == slot.holding
        }
    }
}
