import PhlistTestKit

@testable import PhlistModel

/// One device: its state, its log, and what its own chain goes on from.
///
/// A copy of the value is a copy of the disk.
struct Writer {
    var state: ScopeState
    var log: [NamedBatch] = []
    /// What the device writes in each tier; of a household all is control.
    var feeds: [Tier: FeedWriter]
    var lastStamp = Stamp(rawValue: 0)
    var clockOffset: Int64 = 0
    let device: DeviceID

    /// Creates a device that has nothing.
    init(state: ScopeState, device: DeviceID) {
        self.state = state
        self.device = device
        let pairs = Tier.allCases.map { ($0, FeedWriter(Feed(scope: state.id, tier: $0, device: device))) }
        feeds = Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Creates a device that has nothing of a list.
    init(scope: ScopeID, device: DeviceID, clockOffset: Int64 = 0) {
        self.init(state: ScopeState(.list, scope), device: device)
        self.clockOffset = clockOffset
    }

    /// The feed of content.
    var feed: FeedWriter { feeds[.content] ?? FeedWriter(Feed(scope: state.id, device: device)) }

    /// Whether a batch is not here, though others before it may be missing, too.
    func lacks(_ batch: NamedBatch) -> Bool {
        !state.ledger.contains(batch.reference)
    }

    mutating func author(_ ops: [Op], at time: Int64, by member: MemberID = .house, group: UInt64) -> NamedBatch {
        lastStamp = lastStamp.next(wallMilliseconds: time + clockOffset)
        let isControl = state.kind == .household || ops.allSatisfy { $0.part(of: .content) == nil }
        let tier: Tier = isControl ? .control : .content
        let minted = feeds[tier]?.mint(ops, by: member, stamp: lastStamp, group: group, in: state.ledger)
        guard let batch = minted else { fatalError("there is a writer for each tier") }
        take(batch)
        return batch
    }

    mutating func take(_ batch: NamedBatch) {
        state.apply(batch)
        log.append(batch)
    }

    /// Whether a batch comes next, and all is here that its author knew.
    func mayTake(_ batch: NamedBatch) -> Bool {
        lacks(batch) && state.ledger.isReady(batch)
    }
}

// MARK: Sentences of scenarios

extension Writer {
    static let start: Int64 = 1_800_000_000_000
    static let scope = ScopeID(rawValue: 3)

    /// A device of a household, with an empty list.
    static func device(_ key: UInt8, clockOffset: Int64 = 0, scope: ScopeID = scope) -> Writer {
        Writer(scope: scope, device: DeviceID(publicKey: [key]), clockOffset: clockOffset)
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
            for batch in other.log where mayTake(batch) { take(batch) }
        }
    }

    /// Takes from each of the devices what any other has, in both directions.
    static func meet(_ devices: inout [Writer]) {
        for _ in 0..<2 {
            for index in devices.indices {
                for other in devices { devices[index].hear(other) }
            }
        }
    }

    /// The same device after a restart: what its log says.
    var restarted: ScopeState {
        ScopeState(.list, state.id).folded(from: log)
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
