import PhlistModel
import PhlistTestKit
import Testing

@testable import PhlistLog

/// The index of a log as bytes.
struct BatchIndexSnapshotTests {
    private static func index(seed: UInt64, count: Int = 60) -> BatchIndex {
        var random = PhlistTestKit.SeededRandom(seed: seed)
        var index = BatchIndex()
        for step in 0..<count {
            index.insert(
                feed: FeedID(rawValue: UInt128(random.number(below: 4))),
                firstSequence: UInt64(1 + random.number(below: 5000)),
                count: UInt64(1 + random.number(below: 3)),
                at: RecordPosition(frame: step * 8, offset: step)
            )
        }
        return index
    }

    private static func bytes(of index: BatchIndex) -> [UInt8] {
        var writer = ByteWriter()
        index.encode(into: &writer)
        return writer.bytes
    }

    private static func index(of bytes: [UInt8]) throws(CodecError) -> BatchIndex {
        var reader = ByteReader(bytes)
        let index = try BatchIndex(from: &reader)
        try reader.expectEnd()
        return index
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `an index comes back, and takes what follows as the first one does`(seed: UInt64) throws {
        var (index, more) = (Self.index(seed: seed), PhlistTestKit.SeededRandom(seed: seed + 1000))
        let bytes = Self.bytes(of: index)
        var copy = try Self.index(of: bytes)
        #expect(fullText(of: copy) == fullText(of: index))
        #expect(Self.bytes(of: copy) == bytes)
        for step in 0..<40 {
            let (feed, first) = (FeedID(rawValue: UInt128(more.number(below: 5))), UInt64(1 + more.number(below: 6000)))
            let position = RecordPosition(frame: 8000 + step * 8, offset: 0)
            let isNew = (
                index.insert(feed: feed, firstSequence: first, count: 2, at: position),
                copy.insert(feed: feed, firstSequence: first, count: 2, at: position)
            )
            #expect(isNew.0 == isNew.1)
        }
        #expect(fullText(of: copy) == fullText(of: index))
    }

    @Test func `a beginning is refused, and a changed byte is refused or gives an index that can be searched`() {
        let bytes = Self.bytes(of: Self.index(seed: 1, count: 30))
        for beginning in bytes.beginnings {
            #expect(throws: CodecError.self) { _ = try Self.index(of: beginning) }
        }
        for damaged in bytes.damaged {
            guard var index = try? Self.index(of: damaged) else { continue }
            for feed in 0..<4 {
                let id = FeedID(rawValue: UInt128(feed))
                let found = Array(index.positions(feed: id, from: 0, through: .max))
                #expect(zip(found, found.dropFirst()).allSatisfy { $0.lastSequence < $1.firstSequence })
                index.insert(feed: id, firstSequence: 2500, count: 3, at: RecordPosition(frame: 8, offset: 0))
            }
        }
    }
}
