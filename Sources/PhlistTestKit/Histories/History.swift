package import PhlistModel

/// A random history of one list on several devices that meet from time to time.
///
/// Clocks are off by decades; devices restart, are put back to an older copy of their log, are copied while both run,
/// or lose their log and keep their key; some run the previous version. Few items and fields make edits collide often.
/// collide often.
package struct History: Sendable {
    package internal(set) var nodes: [HistoryNode] = []
    package internal(set) var devices: [HistoryDevice] = []
    package internal(set) var counts = Counts()
    /// By device, the number of times that a log lost something published or was copied.
    var faults: [DeviceID: Int] = [:]
    var random: SeededRandom
    private let habit: FeedWriter.BadHabit?
    private var tick: Int64 = 0
    private var hasFaults = true
    /// The problems found so far, in order.
    package internal(set) var problems: [HistoryProblem] = []
    /// Whether a problem occurred after which no device can continue.
    private(set) var isBroken = false

    /// The number of times that rare events happened.
    package struct Counts: Hashable, Sendable {
        package var batches = 0
        package var restarts = 0
        package var putBacks = 0
        package var copies = 0
        package var lostLogs = 0
        package var branches = 0
        package var secondBeginnings = 0
        package var upgrades = 0

        package init() {}
    }

    package static let scope = ScopeID(rawValue: 77)
    static let entities = (0..<3).map { EntityID(rawValue: $0) }
    static let fields: [FieldID] = [.title, .state, .life, .place, .tags]
    /// Clock offsets in milliseconds: right, nearly right, off by 10^9 milliseconds, by 10^9 seconds, by thirty years.
    private static let offsets: [Int64] = [
        0, 0, 0, 5, -7, -1_000_000_000, 1_000_000_000, -1_000_000_000_000, 1_000_000_000_000, -946_684_800_000,
        946_684_800_000,
    ]
    private static let start: Int64 = 1_800_000_000_000
    private static let devicesMax = 7

    /// Creates empty devices.
    init(deviceCount: Int, seed: UInt64, habit: FeedWriter.BadHabit?) {
        random = SeededRandom(seed: seed)
        self.habit = habit
        for number in 0..<deviceCount { addDevice(number, clockOffset: 0, isOld: false) }
    }

    /// Runs the history of a seed.
    package init(seed: UInt64, habit: FeedWriter.BadHabit? = nil) {
        self.init(deviceCount: 0, seed: seed, habit: habit)
        hasFaults = random.happens(percent: 75)
        let hasOldDevices = random.happens(percent: 30)
        for number in 0..<Int.random(in: 2...5, using: &random) {
            let isOld = hasOldDevices && random.happens(percent: 50)
            addDevice(number, clockOffset: randomOffset(), isOld: isOld)
        }
        for _ in 0..<Int.random(in: 4...44, using: &random) where !isBroken {
            step()
        }
    }

    private mutating func addDevice(_ number: Int, clockOffset: Int64, isOld: Bool) {
        let id = DeviceID(publicKey: [UInt8(number)])
        devices.append(HistoryDevice(id, clockOffset: clockOffset, isOld: isOld, habit: habit))
    }

    /// Records a problem after which no device can continue.
    mutating func stop(_ check: HistoryProblem.Check, _ node: Int, on number: Int) {
        problems.append(HistoryProblem(check: check, device: number, details: "batch \(node)"))
        isBroken = true
    }

    private mutating func randomOffset() -> Int64 {
        Self.offsets[random.number(below: Self.offsets.count)]
    }

    private mutating func step() {
        tick += Int64.random(in: 0...2, using: &random)
        let number = random.number(below: devices.count)
        switch random.number(below: 24) {
        case 0: restart(number)
        case 1: devices[number].clockOffset = randomOffset()
        case 2: upgrade(number)
        case 3...5: disturb(number)
        case 6...14: write(number, randomOps())
        default:
            let count = random.happens(percent: 40) ? .max : random.number(below: 8)
            pull(number, from: random.number(below: devices.count), atMost: count)
        }
    }

    private mutating func disturb(_ number: Int) {
        guard hasFaults else { return write(number, randomOps()) }
        switch random.number(below: 6) {
        case 0: loseLog(number)
        case 1, 2:
            guard devices.count < Self.devicesMax else { return putBack(number) }
            copy(number)
            let isOff = random.happens(percent: 50)
            if isOff { devices[devices.count - 1].clockOffset = randomOffset() }
        default: putBack(number)
        }
    }

    // MARK: What devices write

    private mutating func randomOps() -> [Op] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in randomOp() }
    }

    private mutating func randomOp() -> Op {
        let entity = Self.entities[random.number(below: Self.entities.count)]
        guard !random.happens(percent: 12) else { return .purge(entity) }
        return .write(entity, (0..<random.number(below: 4)).map { _ in randomWrite() })
    }

    private mutating func randomWrite() -> FieldWrite {
        let field = Self.fields[random.number(below: Self.fields.count)]
        let valueCount = field == .life ? 6 : 3
        guard field.mergeClass == .set else { return FieldWrite(field, [UInt8(random.number(below: valueCount))]) }
        let element = ["a", "b"][random.number(below: 2)]
        switch random.number(below: 16) {
        case 0: return FieldWrite(field, random.bytes(upTo: 3))
        case 1...6: return .remove(element, from: field)
        default: return .insert(element, into: field)
        }
    }

    private mutating func write(_ number: Int, _ ops: [Op]) {
        let wall = max(0, Self.start + tick + devices[number].clockOffset)
        write(number, ops, stamp: devices[number].lastStamp.next(wallMilliseconds: wall))
    }

    /// Writes a batch on a device, on top of everything it has applied.
    mutating func write(_ number: Int, _ ops: [Op], stamp: Stamp) {
        guard nodes.count < NodeSet.countMax else { return }
        let ledger = devices[number].state.ledger
        let end = devices[number].writer.ownChain(in: ledger).map { ledger.end(of: $0) }
        let named = devices[number].writer.mint(
            ops,
            by: MemberID(rawValue: UInt128(random.number(below: 2))),
            stamp: stamp,
            group: random.next(),
            in: ledger
        )
        let parent = end.flatMap { end in devices[number].applied.members.first { nodes[$0].named.reference == end } }
        nodes.append(HistoryNode(named: named, ops: ops, parent: parent, past: devices[number].applied))
        devices[number].lastStamp = stamp
        counts.batches += 1
        append(nodes.count - 1, isMinted: true, to: number)
    }
}

extension History.Counts {
    /// Adds the counts of another history.
    package mutating func add(_ other: History.Counts) {
        batches += other.batches
        restarts += other.restarts
        putBacks += other.putBacks
        copies += other.copies
        lostLogs += other.lostLogs
        branches += other.branches
        secondBeginnings += other.secondBeginnings
        upgrades += other.upgrades
    }
}
