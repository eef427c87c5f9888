import PhlistModel
import PhlistTestKit
import Testing

@testable import PhlistLog

@Suite struct BatchIndexTests {
    static let feed = FeedID(rawValue: 1)

    @Test(arguments: 0..<50)
    func `batches put in in any order are found as by looking at each`(seed: Int) {
        var random = SeededRandom(seed)
        var index = BatchIndex()
        var all: [FeedID: [BatchIndex.Entry]] = [:]
        for step in 0..<120 {
            let feed = FeedID(rawValue: UInt128(Int.random(in: 0..<3, using: &random)))
            let entry = BatchIndex.Entry(
                firstSequence: UInt64.random(in: 1...200, using: &random),
                count: UInt64.random(in: 1...6, using: &random),
                position: RecordPosition(frame: Int.random(in: 0..<999, using: &random) * 8, offset: step)
            )
            let others = all[feed, default: []].filter { overlaps($0, entry.firstSequence, entry.lastSequence) }
            let inserted = index.insert(
                feed: feed,
                firstSequence: entry.firstSequence,
                count: entry.count,
                at: entry.position
            )
            #expect(inserted == others.allSatisfy { $0.position < entry.position })
            guard inserted else { continue }
            all[feed, default: []].removeAll { others.contains($0) }
            all[feed, default: []].append(entry)
        }
        #expect(index.count == all.values.map(\.count).reduce(0, +))
        for _ in 0..<200 {
            let feed = FeedID(rawValue: UInt128(Int.random(in: 0..<4, using: &random)))
            let first = UInt64.random(in: 0...210, using: &random)
            let last = first &+ UInt64.random(in: 0...40, using: &random)
            let expected = all[feed, default: []].filter { overlaps($0, first, last) }
                .sorted { $0.firstSequence < $1.firstSequence }
            #expect(Array(index.positions(feed: feed, from: first, through: last)) == expected)
        }
    }

    @Test func `a batch that stands twice in the log is read at its later place, whichever comes first`() {
        let places = [64, 128].map { RecordPosition(frame: $0, offset: 3) }
        for order in [places, places.reversed()] {
            var index = BatchIndex()
            index.insert(feed: Self.feed, firstSequence: 1, count: 4, at: RecordPosition(frame: 64, offset: 0))
            let inserted = order.map { index.insert(feed: Self.feed, firstSequence: 5, count: 2, at: $0) }
            #expect(inserted == [true, order == places] && index.count == 2)
            let found = index.positions(feed: Self.feed, from: 5, through: 6).map(\.position)
            #expect(found == [places[1]])
        }
    }

    @Test func `of batches that share numbers the one at the later place is read, whichever comes first`() {
        let (first, later) = (RecordPosition(frame: 64, offset: 0), RecordPosition(frame: 128, offset: 0))
        for (sequence, count) in [(5, 1), (5, 3), (4, 2), (6, 1)] as [(UInt64, UInt64)] {
            for isReversed in [false, true] {
                var index = BatchIndex()
                let entries = [(5, 2, first), (sequence, count, later)]
                for (sequence, count, place) in isReversed ? entries.reversed() : entries {
                    index.insert(feed: Self.feed, firstSequence: sequence, count: count, at: place)
                }
                #expect(index.count == 1)
                #expect(index.positions(feed: Self.feed, from: 1, through: 9).map(\.position) == [later])
            }
        }
    }

    @Test func `an empty or backward range has no batches`() {
        var index = BatchIndex()
        index.insert(feed: Self.feed, firstSequence: 1, count: 9, at: RecordPosition(frame: 64, offset: 0))
        #expect(index.positions(feed: Self.feed, from: 5, through: 4).isEmpty)
        #expect(index.positions(feed: Self.feed, from: 10, through: .max).isEmpty)
        #expect(index.positions(feed: FeedID(rawValue: 2), from: 0, through: .max).isEmpty)
        #expect(index.positions(feed: Self.feed, from: 0, through: .max).count == 1)
    }

    @Test(arguments: [0, 1 << 32] as [UInt64])
    func `a batch of no ops, or of more than any has, is refused`(count: UInt64) {
        var index = BatchIndex()
        let position = RecordPosition(frame: 64, offset: 0)
        let inserted = index.insert(feed: Self.feed, firstSequence: 1, count: count, at: position)
        #expect(!inserted && index.count == 0)
    }

    @Test func `a position takes eight bytes and gives back its parts`() {
        #expect(MemoryLayout<RecordPosition>.size == 8)
        for frame in [0, 64, 8 << 32, 8 << 41] {
            for offset in [0, 1, LogLimits.payloadBytesMax - 1] {
                let position = RecordPosition(frame: frame, offset: offset)
                #expect(position.frame == frame && position.offset == offset)
            }
        }
    }

    private func overlaps(_ entry: BatchIndex.Entry, _ first: UInt64, _ last: UInt64) -> Bool {
        entry.firstSequence <= last && first <= entry.lastSequence
    }
}
