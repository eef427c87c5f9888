import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// Late edits of series and rescued records, which the index keeps, against a look at everything.
struct UnsettledSeriesTests {
    @Test func `no late edit and no rescued record is missing among what may be unsettled`() {
        var (lateEdits, rescues) = (0, 0)
        for seed in 0..<150 {
            var history = SeriesHistory(seed: UInt64(seed))
            for step in 0..<60 {
                let list = ListState(history.step().state)
                let items = list.state.table.rows.compactMap { list.item($0.entity) }
                let late = Set(items.filter { Self.hasLateEdit($0, in: list) }.map(\.entity))
                #expect(Set(list.lateEdits.map(\.past.entity)) == late, "seed \(seed), step \(step)")
                let rescued = list.records.filter { $0.rescue != nil }.map(\.entity)
                #expect(list.rescuedRecords.map(\.entity) == rescued, "seed \(seed), step \(step)")
                lateEdits += late.count
                rescues += rescued.count
            }
        }
        #expect(lateEdits > 100 && rescues > 100, "\(lateEdits) late edits, \(rescues) rescues")
    }

    private static func hasLateEdit(_ item: ItemState, in list: ListState) -> Bool {
        !item.isTrashed && item.state != .open && item.hasOrHadRule && list.lateEdit(of: item) != nil
    }
}

/// A random history of a form with records and of series in it, on devices that meet now and then.
private struct SeriesHistory {
    private static let occurrences = (0..<3).map { number in
        var chain = [EntityID(rawValue: UInt64(100 + number))]
        for _ in 0..<3 { chain.append(EntityID(following: chain[chain.count - 1], in: History.scope)) }
        return chain
    }
    private static let records = (0..<3).map { EntityID(rawValue: UInt64(200 + $0)) }
    private static let alive = FieldWrite(.life, Life.alive)

    private var random: SeededRandom
    private var devices: [Writer]
    private var tick: Int64 = 0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        devices = (0..<3).map { Writer(scope: History.scope, device: DeviceID(publicKey: [UInt8($0)])) }
        let isForm = FieldWrite(.listKind, ListKind.form)
        let series = Self.occurrences.map { Op.write($0[0], [Self.alive, Self.rule(1)]) }
        let made = [[.write(.root, [isForm])], series].map { devices[0].author($0) }
        for number in 1..<3 { made.forEach { devices[number].take($0) } }
    }

    /// Lets one device write, or hear of one batch.
    ///
    /// - Returns: The device.
    mutating func step() -> Writer {
        tick += 1
        let (number, other) = (random.number(below: 3), random.number(below: 3))
        let (own, others) = (devices[number], devices[other])
        if random.happens(percent: 40), let news = others.log.first(where: { own.lacks($0) && own.mayTake($0) }) {
            devices[number].take(news)
        } else {
            _ = devices[number].author(ops(), at: 1_800_000_000_000 + tick, group: random.next())
        }
        return devices[number]
    }

    private mutating func ops() -> [Op] {
        guard !random.happens(percent: 30) else { return [record()] }
        let chain = Self.occurrences[random.number(below: Self.occurrences.count)]
        let place = random.number(below: chain.count - 1)
        let (past, next) = (chain[place], chain[place + 1])
        switch random.number(below: 6) {
        case 0...1: return [.write(past, [FieldWrite(.state, WorkState.done)]), .write(next, [Self.alive, rule()])]
        case 2: return [.write(past, [FieldWrite(.state, WorkState.open)])]
        case 3: return [.write(past, [Self.alive, rule()])]
        default: return [.write(past, [Self.alive, FieldWrite(.note, text: "note \(random.number(below: 3))")])]
        }
    }

    private mutating func record() -> Op {
        let record = Self.records[random.number(below: Self.records.count)]
        guard random.happens(percent: 60) else { return .write(record, [FieldWrite(.life, Life.dead)]) }
        return .write(record, [FieldWrite(.kind, EntityKind.record), Self.alive, FieldWrite(.recordKey, text: "key")])
    }

    private mutating func rule() -> FieldWrite { Self.rule(random.number(below: 2) + 1) }

    private static func rule(_ weeks: Int) -> FieldWrite {
        FieldWrite(.recurrence, text: "FREQ=WEEKLY;INTERVAL=\(weeks)")
    }
}
