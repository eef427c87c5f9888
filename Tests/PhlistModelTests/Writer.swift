@testable import PhlistModel

/// One device: its state, its log, and what its feed has said of the others.
///
/// A copy of the value is a copy of the disk.
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

    /// Creates a device that has nothing of the list that its feed is of.
    init(origin: FeedOrigin, clockOffset: Int64) {
        self.init(state: ScopeState(.list, origin.scope), origin: origin)
        self.clockOffset = clockOffset
    }

    /// Whether a batch is not here, though others behind it may be missing, too.
    func lacks(_ stored: StoredBatch) -> Bool {
        stored.batch.header.firstSequence > state.ledger[stored.origin.feed]?.head.sequence ?? 0
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

// MARK: Sentences of scenarios

extension Writer {
    static let start: Int64 = 1_800_000_000_000
    static let scope = ScopeID(rawValue: 3)

    /// A device of a household, with an empty list.
    static func device(_ key: UInt8, clockOffset: Int64 = 0, scope: ScopeID = scope) -> Writer {
        let origin = FeedOrigin(scope: scope, device: DeviceID(publicKey: [key]), incarnation: UInt64(key))
        var device = Writer(state: ScopeState(.list, scope), origin: origin)
        device.clockOffset = clockOffset
        return device
    }

    /// Writes fields of an entity as one action, so many milliseconds after the start; a title says that it is there.
    mutating func write(_ entity: EntityID, _ fields: FieldWrite..., after time: Int64 = 0) {
        let isContent = fields.contains { $0.field == .title } && !fields.contains { $0.field == .life }
        act([.write(entity, fields + (isContent ? [FieldWrite(.life, Life.alive)] : []))], after: time)
    }

    mutating func act(_ ops: [Op], after time: Int64 = 0) {
        _ = author(ops, at: Self.start + time, group: UInt64(log.count) << 8 | UInt64(truncatingIfNeeded: clockOffset))
    }

    /// Takes from others, directly, all that they have.
    mutating func hear(_ others: Writer...) {
        for other in others {
            for stored in other.log where !log.contains(where: { $0.batch == stored.batch }) {
                let named = StoredBatch(origin: other.name(of: stored), batch: stored.batch)
                if mayTake(named) { take(named) }
            }
        }
    }

    /// What the feed of a batch is called by now.
    private func name(of stored: StoredBatch) -> FeedOrigin {
        let ledger = state.ledger
        let row = ledger.batches.indices.first { row in
            let batch = ledger.batches[row]
            return batch.group == stored.batch.header.group && batch.stamp == stored.batch.header.stamp
                && ledger.feed(of: row).origin.root == stored.origin.root
        }
        return row.map { ledger.feed(of: $0).origin } ?? stored.origin
    }

    /// Learns that its own feed has split at an op: it goes on in its branch.
    mutating func learnSplit(of feed: FeedOrigin, at sequence: UInt64) {
        forks.append(Fork(feed: feed.root.feed, sequence: sequence))
        state = state.folded(from: log, forks: forks)
    }

    /// The same device after a restart: what its log says.
    var restarted: ScopeState {
        ScopeState(.list, state.id).folded(from: log, forks: forks)
    }

    func item(_ entity: EntityID) -> ItemState? {
        state.list?.item(entity)
    }

    func values(_ field: FieldID, of entity: EntityID) -> Set<String> {
        Set((state.entry(of: entity)?[field].siblings ?? []).map { String(decoding: $0.value, as: UTF8.self) })
    }

    func text(_ field: FieldID, of entity: EntityID) -> String? {
        state.entry(of: entity)?.text(field)
    }
}

extension ScopeState {
    /// Folds in a batch of a feed that may be new.
    mutating func apply(_ batch: Batch, from origin: FeedOrigin) {
        open(origin)
        apply(batch, of: origin.feed)
    }
}
