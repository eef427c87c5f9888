import PhlistTestKit

@testable import PhlistModel

/// A device as far as comparing goes: its log, and the batches that wait for others.
struct ComparingDevice {
    var state = ScopeState(.list, History.scope)
    var log: [NamedBatch] = []
    private var inbox: [NamedBatch] = []
    private var feed: FeedWriter

    /// Creates a device with a log.
    init(_ feed: FeedWriter, log: [NamedBatch]) {
        self.feed = feed
        for batch in log { append(batch) }
    }

    private mutating func append(_ batch: NamedBatch) {
        state.apply(batch)
        log.append(batch)
    }

    mutating func write(_ number: Int) {
        let op = Op.write(EntityID(rawValue: 1), [FieldWrite(.title, text: "\(number)")])
        append(feed.mint([op], stamp: Stamp(rawValue: 1), group: UInt64(number), in: state.ledger))
    }

    /// Takes in what can be taken; the rest waits.
    mutating func receive(_ batches: [NamedBatch]) {
        inbox += batches.filter { !inbox.contains($0) }
        var count = 0
        repeat {
            count = inbox.count
            for batch in inbox where !state.ledger.contains(batch.reference) && state.ledger.isReady(batch) {
                append(batch)
            }
            inbox.removeAll { state.ledger.contains($0.reference) }
        } while inbox.count < count
    }
}

/// What passes between two devices that compare a scope.
enum ComparingMessage {
    /// The ends of all chains, and points of these devices' chains.
    case vector([BatchReference], pointsOf: Set<FeedHint>)
    case batches([NamedBatch])
}

/// One end of a connection: what it knows of the peer, from the peer's words alone.
struct ComparingSide {
    let habit: Habit?
    private var peer: [BatchReference]?
    private var pointed: Set<FeedHint> = []
    private var contested: Set<FeedHint> = []
    private var sent: Set<BatchName> = []

    /// What a device could do otherwise.
    enum Habit {
        /// It never tells points.
        case noPoints
        /// It sends what is above any unknown entry without waiting for points; that is wasteful, and allowed.
        case sendsAtOnce
    }

    init(_ habit: Habit?) {
        self.habit = habit
    }

    var hasBranched: Bool { !contested.isEmpty }

    mutating func received(_ message: ComparingMessage, on device: inout ComparingDevice) -> [ComparingMessage] {
        switch message {
        case .vector(let entries, let points):
            return received(entries, points, in: device.state.ledger) + push(device)
        case .batches(let batches):
            let count = device.log.count
            device.receive(batches)
            return device.log.count > count ? push(device) : []
        }
    }

    /// Answers with points where the feed of a device has branched, once for each device.
    private mutating func received(
        _ entries: [BatchReference],
        _ points: Set<FeedHint>,
        in ledger: Ledger
    ) -> [ComparingMessage] {
        peer = (peer ?? []) + entries
        pointed.formUnion(points)
        guard habit != .noPoints else { return [] }
        let branched = entries.filter { entry in
            let chains = ledger.chains(withHint: entry.hint)
            return ledger.place(of: entry) == nil && chains.contains { ledger.chains[$0].end >= entry.number }
        }
        let asked = points.filter { !ledger.chains(withHint: $0).isEmpty }
        let news = asked.union(branched.map(\.hint)).subtracting(contested)
        contested.formUnion(news)
        return news.isEmpty ? [] : [Self.vector(of: ledger, pointsOf: news)]
    }

    static func vector(of ledger: Ledger, pointsOf devices: Set<FeedHint> = []) -> ComparingMessage {
        let points = devices.sorted().flatMap { ledger.points(ofFeedsWithHint: $0) }
        return .vector(ledger.versionVector.entries + points, pointsOf: devices)
    }

    /// Sends what the peer lacks, but for devices of which it named something unknown before its points are here.
    private mutating func push(_ device: ComparingDevice) -> [ComparingMessage] {
        guard let peer else { return [] }
        let ledger = device.state.ledger
        var (known, unsure): ([UInt32], Set<FeedHint>) = ([], [])
        for entry in peer {
            if let place = ledger.place(of: entry) { ledger.learn(place, &known) } else { unsure.insert(entry.hint) }
        }
        unsure = habit == .sendsAtOnce ? [] : unsure.subtracting(pointed)
        let batches = device.log.filter { batch in
            guard !unsure.contains(batch.hint), !sent.contains(batch.name) else { return false }
            return ledger.place(of: batch.reference).map { $0.chain >= known.count || $0.number > known[$0.chain] }
                ?? false
        }
        sent.formUnion(batches.map(\.name))
        return batches.isEmpty ? [] : [.batches(batches)]
    }
}

/// A connection of two devices.
enum Meeting {
    /// What passed.
    struct Report {
        var messages = 0
        var batches = 0
        var hasBranched = false
    }

    /// Lets two devices compare, until nothing more is said or the connection breaks off.
    static func hold(
        _ devices: inout [ComparingDevice],
        _ left: Int,
        _ right: Int,
        limit: Int = .max,
        habit: ComparingSide.Habit? = nil
    ) -> Report {
        var report = Report()
        let (first, second) = (devices[left].state.versionVector, devices[right].state.versionVector)
        guard first.digest != second.digest else { return report }
        let numbers = [left, right]
        var sides = [ComparingSide(habit), ComparingSide(habit)]
        var queue = (0..<2).map { (to: 1 - $0, message: ComparingSide.vector(of: devices[numbers[$0]].state.ledger)) }
        while !queue.isEmpty, report.messages < limit {
            let (to, message) = queue.removeFirst()
            report.messages += 1
            if case .batches(let batches) = message { report.batches += batches.count }
            queue += sides[to].received(message, on: &devices[numbers[to]]).map { (1 - to, $0) }
        }
        report.hasBranched = sides.contains { $0.hasBranched }
        return report
    }
}
