import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistTestKit

@testable import PhlistDaemon

/// A drawn order of what can happen to a hub and its readers, with what each reader must hear.
struct EventSchedule {
    private var random: SeededRandom
    private var world: EventWorld
    private let countMax: Int
    private var readers: [Reader] = []
    private(set) var faults: [String] = []
    private(set) var counts = Counts()

    struct Counts {
        var changes = 0
        var heard = 0
        var resumes = 0
        var restarts = 0
        var resets = 0
        var peerNews = 0
        var cutShort = 0

        mutating func add(_ other: Counts) {
            changes += other.changes
            heard += other.heard
            resumes += other.resumes
            restarts += other.restarts
            resets += other.resets
            peerNews += other.peerNews
            cutShort += other.cutShort
        }
    }

    private struct Reader {
        /// Sees only every other change.
        var isRestricted: Bool
        var position: EventHub.Position?
        var cursor: String?
        /// The number of the next change that it must hear, if it may see it.
        var expected: Int
        /// The number of changes up to its cursor.
        var atCursor: Int

        func mayHear(_ number: Int) -> Bool { !isRestricted || number.isMultiple(of: 2) }
    }

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        countMax = [1, 5, 40, 200, 4096][Int(seed % 5)]
        world = EventWorld(countMax: countMax)
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps { step() }
    }

    /// Lets every reader come back and hear the rest.
    mutating func finish() {
        for index in readers.indices {
            attach(index)
            while turn(index, isCutShort: false) {}
            let rest = (readers[index].expected..<world.publishedCount).filter(readers[index].mayHear)
            if !rest.isEmpty { fault(index, "never heard \(rest)") }
        }
    }

    private mutating func step() {
        let index = readers.isEmpty ? nil : Int.random(in: readers.indices, using: &random)
        switch (Int.random(in: 0..<100, using: &random), index) {
        case (..<30, _): publish()
        case (..<35, _): world.connect((1...3).filter { _ in random.happens(percent: 50) })
        case (..<37, _): restart()
        case (..<42, _), (_, nil): subscribe()
        case (..<48, let index?): readers[index].position = nil
        case (..<60, let index?): attach(index)
        case (_, let index?): turn(index, isCutShort: random.happens(percent: 20))
        }
        if world.hub.renderedCount > ControlLimits.renderedEventCountMax { faults.append("too much is kept") }
        if world.hub.keptPeerNewsCount > ControlLimits.peerNewsCountMax { faults.append("too much news") }
    }

    private mutating func publish() {
        let count = random.happens(percent: 5) ? 150 : Int.random(in: 0...4, using: &random)
        counts.changes += count
        world.publish(count: count)
    }

    private mutating func restart() {
        counts.restarts += 1
        world.restart()
        for index in readers.indices { readers[index].position = nil }
    }

    private mutating func subscribe() {
        let here = world.publishedCount
        readers.append(
            Reader(
                isRestricted: random.happens(percent: 30),
                position: world.hub.position(after: nil, in: world.changes, now: 0),
                expected: here,
                atCursor: here
            )
        )
    }

    private mutating func attach(_ index: Int) {
        guard readers[index].position == nil else { return }
        counts.resumes += 1
        if readers[index].cursor == nil {
            // It has heard nothing at all, so it begins now.
            readers[index].expected = world.publishedCount
            readers[index].atCursor = world.publishedCount
        }
        // What it was handed behind its cursor but did not take comes again.
        readers[index].expected = readers[index].atCursor
        readers[index].position = world.hub.position(after: readers[index].cursor, in: world.changes, now: 0)
    }

    /// Hands events to a reader, who may go in the middle of them; whether there were any.
    @discardableResult
    private mutating func turn(_ index: Int, isCutShort: Bool) -> Bool {
        guard var position = readers[index].position else { return false }
        let isRestricted = readers[index].isRestricted
        let events = world.next(at: &position) { !isRestricted || $0.stamp.milliseconds.isMultiple(of: 2) }
        readers[index].position = position
        if events.count > ControlLimits.eventsPerTurnMax { fault(index, "got \(events.count) events at once") }
        let count = isCutShort && !events.isEmpty ? Int.random(in: 0..<events.count, using: &random) : events.count
        for event in events.prefix(count) { hear(event, index) }
        if count < events.count {
            counts.cutShort += 1
            readers[index].position = nil
        }
        return !events.isEmpty
    }

    private mutating func hear(_ event: ControlEvent, _ index: Int) {
        let expected = readers[index].expected
        switch event.event {
        case .ready: break
        case .reset: hearReset(event, index)
        case .peerConnected, .peerDisconnected: counts.peerNews += 1
        default:
            counts.heard += 1
            let number = Int(event.at)
            let next = (expected...).first(where: readers[index].mayHear)
            if number != next { fault(index, "heard \(number) instead of \(next ?? -1)") }
            readers[index].expected = number + 1
            readers[index].atCursor = number + 1
        }
        readers[index].cursor = event.cursor
    }

    /// A reset says where the reader goes on; it must have missed more than is kept.
    private mutating func hearReset(_ event: ControlEvent, _ index: Int) {
        counts.resets += 1
        guard let here = Arrival(cursor: event.cursor).flatMap({ world.changes.index(after: $0) }) else {
            return fault(index, "reset to an unknown place")
        }
        let missed = here - readers[index].atCursor
        if missed <= countMax { fault(index, "reset although only \(missed) of \(countMax) were missed") }
        readers[index].expected = here
        readers[index].atCursor = here
    }

    private mutating func fault(_ index: Int, _ text: String) {
        faults.append("reader \(index) \(text)")
    }
}
