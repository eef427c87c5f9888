package import PhlistModel

/// A random history of one list on several devices that meet now and then.
///
/// Clocks are off by decades; devices restart, are copied and go on twice; batches get lost for ever, or nearly; some
/// devices run the version before. There are few items and few fields, so that edits collide often.
package struct History: Sendable {
    package internal(set) var nodes: [HistoryNode] = []
    package internal(set) var devices: [HistoryDevice] = []
    package internal(set) var counts = Counts()
    var random: SeededRandom
    let defect: PlantedDefect?
    /// Batches that were taken off all disks, and are found again at the end, or never.
    var hidden: [Int] = []
    private var tick: Int64 = 0
    private let allowsCopies: Bool
    private let allowsHoles: Bool
    /// The first thing that went wrong on the way.
    package internal(set) var problem: String?

    /// How often the rare things happened.
    package struct Counts: Hashable, Sendable {
        package var batches = 0
        package var restarts = 0
        package var copies = 0
        package var splits = 0
        package var losses = 0
        package var finds = 0
        package var upgrades = 0

        /// Creates counts of nothing.
        package init() {}
    }

    package static let scope = ScopeID(rawValue: 77)
    static let entities = (0..<3).map { EntityID(rawValue: $0) }
    static let fields: [FieldID] = [.title, .state, .life, .place, .tags]
    /// In milliseconds: right, nearly right, off by 10^9 of them, by 10^9 seconds, by thirty years.
    private static let offsets: [Int64] = [
        0, 0, 0, 5, -7, -1_000_000_000, 1_000_000_000, -1_000_000_000_000, 1_000_000_000_000, -946_684_800_000,
        946_684_800_000,
    ]
    private static let start: Int64 = 1_800_000_000_000
    private static let devicesMax = 7

    /// Lives the history of a seed.
    package init(seed: UInt64, defect: PlantedDefect? = nil) {
        random = SeededRandom(seed: seed)
        self.defect = defect
        let feature = random.number(below: 4)
        (allowsCopies, allowsHoles) = (feature == 1 || feature == 2, feature == 3)
        let hasOldDevices = random.happens(percent: 30)
        for number in 0..<Int.random(in: 2...5, using: &random) {
            let device = DeviceID(publicKey: [UInt8(number)])
            let base = FeedOrigin(scope: Self.scope, device: device, incarnation: random.next())
            let isOld = hasOldDevices && random.happens(percent: 50)
            devices.append(HistoryDevice(base, clockOffset: randomOffset(), defect: defect, isOld: isOld))
        }
        for _ in 0..<Int.random(in: 4...30, using: &random) where problem == nil {
            step()
        }
    }

    private mutating func randomOffset() -> Int64 {
        Self.offsets[random.number(below: Self.offsets.count)]
    }

    private mutating func step() {
        tick += Int64.random(in: 0...2, using: &random)
        let number = random.number(below: devices.count)
        switch random.number(below: 24) {
        case 0: devices[number].startAnew(random.next())
        case 1: restart(number)
        case 2: devices[number].clockOffset = randomOffset()
        case 3: upgrade(number)
        case 4, 5: disturb(number)
        case 6...13: write(number, randomOps())
        default: pull(number, from: random.number(below: devices.count), atMost: random.number(below: 8))
        }
    }

    private mutating func disturb(_ number: Int) {
        if allowsCopies, devices.count < Self.devicesMax {
            copy(number)
        } else if allowsHoles {
            loseBatches(of: number)
        } else {
            write(number, randomOps())
        }
    }

    // MARK: What devices do

    /// A copy of the disk goes on beside the original, with a clock of its own.
    private mutating func copy(_ number: Int) {
        var copy = devices[number]
        copy.clockOffset = random.happens(percent: 50) ? copy.clockOffset : randomOffset()
        devices.append(copy)
        counts.copies += 1
    }

    private mutating func randomOps() -> [Op] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in randomOp() }
    }

    private mutating func randomOp() -> Op {
        let entity = Self.entities[random.number(below: Self.entities.count)]
        guard !random.happens(percent: 12) else { return .purge(entity) }
        return .write(entity, (0..<random.number(below: 4)).map { _ in randomWrite() })
    }

    private mutating func randomWrite() -> FieldWrite {
        let field = Self.fields[random.number(below: Self.fields.count)]
        guard field.mergeClass == .set else { return FieldWrite(field, [UInt8(random.number(below: 3))]) }
        let element = ["a", "b"][random.number(below: 2)]
        switch random.number(below: 16) {
        case 0: return FieldWrite(field, random.bytes(upTo: 3))
        case 1...6: return .remove(element, from: field)
        default: return .insert(element, into: field)
        }
    }

    /// Writes a batch on a device, upon all that it has applied.
    mutating func write(_ number: Int, _ ops: [Op], givingUp lost: NodeSet = NodeSet()) {
        guard nodes.count < NodeSet.countMax else { return }
        let group = random.next()
        let wall = max(0, Self.start + tick + devices[number].clockOffset)
        devices[number].lastStamp = devices[number].lastStamp.next(wallMilliseconds: wall)
        let device = devices[number]
        let origin = device.tip.map { label(of: $0, device.forks) } ?? device.base
        let news = newContext(of: device, origin.feed)
        for entry in news { devices[number].told[entry.feed] = entry.version }
        let before = device.tip.map { nodes[$0].head } ?? ChainHead(startOf: origin.feed)
        let header = BatchHeader(
            by: MemberID(rawValue: UInt128(random.number(below: 2))),
            firstSequence: before.sequence + 1,
            opCount: ops.count,
            stamp: device.lastStamp,
            group: group,
            context: news
        )
        let batch = Batch(header: header, ops: ops)
        nodes.append(
            HistoryNode(
                batch: batch,
                ops: ops,
                base: device.base,
                root: device.base.feed,
                parent: device.tip,
                head: before.appending(batch),
                past: device.applied,
                told: toldNodes(news, device),
                givenUp: lost
            )
        )
        devices[number].tip = nodes.count - 1
        counts.batches += 1
        take(nodes.count - 1, on: number, origin)
    }

    private func newContext(of device: HistoryDevice, _ own: FeedID) -> [BatchHeader.ContextEntry] {
        device.state.ledger.knownFeeds.compactMap { feed in
            let version = FeedVersion(sequence: feed.head.sequence, tag: feed.head.tag)
            guard feed.id != own, device.told[feed.id] != version else { return nil }
            return BatchHeader.ContextEntry(feed: feed.id, version: version)
        }
    }

    private func toldNodes(_ context: [BatchHeader.ContextEntry], _ device: HistoryDevice) -> NodeSet {
        let feeds = Set(context.map(\.feed))
        return NodeSet(device.applied.members.filter { feeds.contains(nodes[$0].root) })
    }

    /// Applies a batch that may be taken.
    mutating func take(_ node: Int, on number: Int, _ origin: FeedOrigin) {
        let isLate = givenUp(by: devices[number].applied).contains(node)
        devices[number].store(node, under: origin)
        guard !isLate else {
            fold(number)
            return
        }
        devices[number].state.open(origin)
        devices[number].state.apply(nodes[node].batch, of: origin.feed)
        devices[number].applied.insert(node)
        // What stood behind it in a log with holes can be applied now.
        if devices[number].applied != foldable(devices[number].logged) { fold(number) }
    }
}

extension History.Counts {
    /// Adds what happened in another history.
    package mutating func add(_ other: History.Counts) {
        batches += other.batches
        restarts += other.restarts
        copies += other.copies
        splits += other.splits
        losses += other.losses
        finds += other.finds
        upgrades += other.upgrades
    }
}
