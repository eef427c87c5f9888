@testable import PhlistModel

/// One device: its state, its log, and what its feed has said of the others. A copy of the value is a copy of the disk.
struct Writer {
    var state: ScopeState
    var log: [StoredBatch] = []
    var forks: [Fork] = []
    /// Its feed; of a device that was copied, its branch.
    var origin: FeedOrigin
    var told: VersionVector = [:]
    var lastStamp = Stamp(rawValue: 0)
    var clockOffset: Int64 = 0

    /// Creates a device that has nothing.
    init(state: ScopeState, origin: FeedOrigin) {
        self.state = state
        self.origin = origin
    }

    mutating func author(_ ops: [Op], at time: Int64, by: MemberID = .house, group: UInt64) -> StoredBatch {
        lastStamp = lastStamp.next(wallMilliseconds: time + clockOffset)
        let feed = origin.feed
        let news = state.versionVector.filter { $0.key != feed && told[$0.key] != $0.value }
        told.merge(news) { $1 }
        let header = BatchHeader(
            by: by,
            firstSequence: (state.ledger[feed]?.head.sequence ?? base?.head.sequence ?? 0) + 1,
            opCount: ops.count,
            stamp: lastStamp,
            group: group,
            context: news.sorted { $0.key < $1.key }.map { .init(feed: $0.key, version: $0.value) }
        )
        let stored = StoredBatch(origin: origin, batch: Batch(header: header, ops: ops))
        take(stored)
        return stored
    }

    private var base: Ledger.FeedState? {
        origin.base.flatMap { state.ledger[$0.feed] }
    }

    mutating func take(_ stored: StoredBatch) {
        state.apply(stored.batch, from: stored.origin)
        log.append(stored)
    }

    /// Whether a batch comes next, and all is here that its author knew.
    func mayTake(_ stored: StoredBatch) -> Bool {
        var next = state.ledger
        next.open(stored.origin)
        return next.isNext(stored.batch, of: stored.origin.feed)
    }
}

extension ScopeState {
    /// Folds in a batch of a feed that may be new.
    mutating func apply(_ batch: Batch, from origin: FeedOrigin) {
        open(origin)
        apply(batch, of: origin.feed)
    }
}
