import PhlistTestKit

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// A log of which a hole has swallowed some records, and what must come of it.
struct DamagedLog {
    let records: [Record]
    let lost: [Record]
    /// What the numbers of the whole log mean.
    private let feeds: [FeedNumber: Feed]

    /// Takes some records out.
    init(_ log: [Record], without holes: [Range<Int>]) {
        let isLost = { (index: Int) in holes.contains { (hole: Range<Int>) in hole.contains(index) } }
        records = log.indices.filter { !isLost($0) }.map { log[$0] }
        lost = log.indices.filter(isLost).map { log[$0] }
        feeds = log.feeds
    }

    /// Takes some runs of records out, which ones is drawn.
    init(_ log: [Record], random: inout SeededRandom) {
        let holes = (0...random.number(below: 3)).map { _ in
            let start = random.number(below: log.count)
            return start..<min(log.count, start + 1 + random.number(below: random.happens(percent: 20) ? 40 : 6))
        }
        self.init(log, without: holes)
    }

    /// The batches that are lost.
    var lostBatches: Set<BatchName> { lost.names(feeds).subtracting(records.names(feeds)) }

    /// The numbers of the batches that are lost, or of which it is not known where they belong.
    ///
    /// - Parameter known: The feeds that are known.
    /// - Returns: The numbers, by feed.
    func lostNumbers(_ known: [FeedNumber: Feed]) -> LogRepair.Numbers {
        let all = (lost + records).numbers(feeds)
        return all.subtracting(records.numbers(known))
    }

    /// The feeds whose introductions are lost.
    var lostFeeds: Set<Feed> { Set(lost.feeds.values).subtracting(records.feeds.values) }

    /// Those of the lost numbers to which something refers that is left: a later batch of the feed, or the context of
    /// one that waits.
    func tracedNumbers(waiting: [PendingBatches.Entry], _ known: [FeedNumber: Feed]) -> LogRepair.Numbers {
        var ends = records.numbers(known).mapValues { $0.max() ?? 0 }
        for entry in waiting {
            guard let feed = entry.feed else { continue }
            for reference in entry.stored.batch.header.context {
                let key = LogRepair.FeedKey(scope: feed.scope, hint: reference.hint)
                ends[key] = max(ends[key] ?? 0, reference.number)
            }
        }
        return lostNumbers(known).mapValuesWithKeys { feed, numbers in numbers.filter { $0 <= ends[feed] ?? 0 } }
            .filter { !$0.value.isEmpty }
    }
}

extension LogRepair {
    /// Numbers of batches, by feed.
    typealias Numbers = [FeedKey: Set<UInt64>]
}

extension Record {
    /// Whether the record says that the device is in a household.
    func namesHousehold(_ scope: ScopeID?) -> Bool {
        switch try? LogEntry(self) {
        case .local(.household(let named, _))?: named == scope
        case .batch(let stored)?:
            ((try? stored.batch.decodedOps()) ?? []).contains { op in
                if case .roster(.found(let founding)) = op { founding.scope == scope } else { false }
            }
        case .feed?, .head?, .local?, nil: false
        }
    }
}

extension [Record] {
    var entries: [LogEntry] { compactMap { try? LogEntry($0) } }

    var batches: [StoredBatch] {
        entries.compactMap { if case .batch(let stored) = $0 { stored } else { nil } }
    }

    /// The feeds that are introduced.
    var feeds: [FeedNumber: Feed] {
        entries.reduce(into: [:]) { feeds, entry in
            if case .feed(let number, let feed) = entry { feeds[number] = feed }
        }
    }

    /// The names of all batches whose feed is known.
    func names(_ feeds: [FeedNumber: Feed]) -> Set<BatchName> {
        Set(named(feeds).map(\.batch.name))
    }

    /// The numbers of all batches whose feed is known.
    func numbers(_ feeds: [FeedNumber: Feed]) -> LogRepair.Numbers {
        named(feeds).reduce(into: [:]) { numbers, entry in
            let key = LogRepair.FeedKey(scope: entry.scope, hint: entry.batch.hint)
            numbers[key, default: []].insert(entry.batch.header.number)
        }
    }

    /// The batches whose feed is known, each once.
    func named(_ feeds: [FeedNumber: Feed]? = nil) -> [(scope: ScopeID, batch: NamedBatch)] {
        let feeds = feeds ?? self.feeds
        var seen: Set<BatchName> = []
        return batches.compactMap { stored in
            guard let feed = feeds[stored.feed] else { return nil }
            let batch = stored.named(in: feed)
            return seen.insert(batch.name).inserted ? (feed.scope, batch) : nil
        }
    }
}

extension LogRepair.Numbers {
    func subtracting(_ other: Self) -> Self {
        mapValuesWithKeys { $1.subtracting(other[$0] ?? []) }.filter { !$0.value.isEmpty }
    }

    func mapValuesWithKeys(_ transform: (LogRepair.FeedKey, Set<UInt64>) -> Set<UInt64>) -> Self {
        Dictionary(uniqueKeysWithValues: map { ($0, transform($0, $1)) })
    }
}

extension Device {
    /// The batches that wait for what a hole has swallowed.
    var heldBack: [PendingBatches.Entry] { replica.journal.repair.pending.inOrder }

    /// The numbers of the batches that are missing.
    var missingNumbers: LogRepair.Numbers {
        replica.journal.repair.holes(in: replica.library).reduce(into: [:]) { numbers, hole in
            guard let key = hole.key, !hole.missing.isEmpty else { return }
            numbers[key] = Set(hole.missing.joined())
        }
    }

    /// How many batches are folded.
    var foldedCount: Int { Int(replica.library.recentChanges.batchCount) }

    /// Whether every scope is what all these batches fold to.
    func isFold(of batches: [(scope: ScopeID, batch: NamedBatch)]) -> Bool {
        replica.library.scopes.allSatisfy { scope, slot in
            let own = batches.filter { $0.scope == scope }.map(\.batch)
            let fold = ScopeState(slot.state.kind, scope, needsOrigin: true).folded(from: own)
            return ScopeSlot(fold).holding == slot.holding
        }
    }
}
