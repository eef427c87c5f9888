import PhlistTestKit

@testable import PhlistModel

/// A random history of one list on several devices that meet now and then.
struct History {
    private(set) var random: SeededRandom
    private(set) var devices: [Writer] = []
    private(set) var oracle = HistoryOracle()
    private(set) var batches: [Authored] = []
    private var tick: Int64 = 0

    /// A batch, and who wrote it.
    struct Authored {
        var origin: FeedOrigin
        var batch: Batch
    }

    /// One device: its state, its log, and what its feed has said of the others.
    struct Writer {
        var state = ScopeState(.list, History.scope)
        var log: [Authored] = []
        var origin: FeedOrigin
        var told: VersionVector = [:]
        var lastStamp = Stamp(rawValue: 0)
        var clockOffset: Int64
    }

    static let scope = ScopeID(rawValue: 77)
    private static let fields: [FieldID] = [.title, .state, .life, .place, FieldID(rawValue: 800)]
    private static let offsets: [Int64] = [0, 0, -1_000_000_000, 1_000_000_000, 5, -7]

    /// Lives the history of a seed.
    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        for number in 0..<Int.random(in: 2...5, using: &random) {
            let device = DeviceID(publicKey: [UInt8(number)])
            let origin = FeedOrigin(scope: Self.scope, device: device, incarnation: random.next())
            let offset = Self.offsets[random.number(below: Self.offsets.count)]
            devices.append(Writer(origin: origin, clockOffset: offset))
        }
        for _ in 0..<Int.random(in: 4...30, using: &random) {
            try step()
        }
    }

    private mutating func step() throws {
        tick += Int64.random(in: 0...2, using: &random)
        let number = random.number(below: devices.count)
        switch random.number(below: 20) {
        case 0: devices[number].startAnew(incarnation: random.next())
        case 1...9: try write(number)
        default: pull(number, from: random.number(below: devices.count), atMost: random.number(below: 6))
        }
    }

    private mutating func write(_ number: Int) throws {
        let ops = (0..<Int.random(in: 1...3, using: &random)).map { _ in randomOp() }
        let group = random.next()
        let known = devices[number].state.versionVector.mapValues(\.sequence)
        let authored = devices[number].author(ops, at: 1_800_000_000_000 + tick, group: group)
        try oracle.insert(authored.batch, of: authored.origin, knowing: known)
        batches.append(authored)
    }

    private mutating func randomOp() -> Op {
        let entity = EntityID(rawValue: UInt64(random.number(below: 3)))
        let fields = (0..<random.number(below: 3)).map { _ in
            FieldWrite(Self.fields[random.number(below: Self.fields.count)], [UInt8(random.number(below: 3))])
        }
        return .write(entity, fields)
    }

    /// Lets a device take some of what another has and it lacks, in the other's order.
    private mutating func pull(_ number: Int, from other: Int, atMost count: Int) {
        for authored in devices[other].log.filter({ devices[number].lacks($0) }).prefix(count) {
            devices[number].take(authored)
        }
    }

    /// Lets every device take all that any other has.
    mutating func exchangeAll() {
        for _ in devices {
            for number in devices.indices {
                for other in devices.indices {
                    pull(number, from: other, atMost: .max)
                }
            }
        }
    }

    /// The state of somebody who hears of all batches in a random order that causality allows.
    mutating func stateInRandomOrder() -> ScopeState {
        var listener = Writer(origin: devices[0].origin, clockOffset: 0)
        var waiting = batches.shuffled(using: &random)
        while let index = waiting.firstIndex(where: { listener.mayTake($0) }) {
            listener.take(waiting.remove(at: index))
        }
        return listener.state
    }
}

extension History.Writer {
    mutating func startAnew(incarnation: Incarnation) {
        origin.incarnation = incarnation
        told = [:]
    }

    mutating func author(_ ops: [Op], at time: Int64, group: UInt64) -> History.Authored {
        lastStamp = lastStamp.next(wallMilliseconds: time + clockOffset)
        let feed = origin.feed
        let news = state.versionVector.filter { $0.key != feed && told[$0.key] != $0.value }
        told.merge(news) { $1 }
        let header = BatchHeader(
            by: .house,
            firstSequence: (state.ledger[feed]?.head.sequence ?? 0) + 1,
            opCount: ops.count,
            stamp: lastStamp,
            group: group,
            context: news.sorted { $0.key < $1.key }.map { .init(feed: $0.key, version: $0.value) }
        )
        let authored = History.Authored(origin: origin, batch: Batch(header: header, ops: ops))
        take(authored)
        return authored
    }

    mutating func take(_ authored: History.Authored) {
        state.apply(authored.batch, from: authored.origin)
        log.append(authored)
    }

    func lacks(_ authored: History.Authored) -> Bool {
        authored.batch.header.firstSequence > state.ledger[authored.origin.feed]?.head.sequence ?? 0
    }

    func mayTake(_ authored: History.Authored) -> Bool {
        authored.batch.header.firstSequence == (state.ledger[authored.origin.feed]?.head.sequence ?? 0) + 1
            && authored.batch.header.context.allSatisfy { entry in
                state.ledger[entry.feed].map { $0.head.sequence >= entry.version.sequence } ?? false
            }
    }
}

extension ScopeState {
    /// Folds in a batch of a feed that may be new.
    mutating func apply(_ batch: Batch, from origin: FeedOrigin) {
        open(origin)
        apply(batch, of: origin.feed)
    }
}
