import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

struct BatchPackerTests {
    private static let scope = ScopeID(rawValue: 1)

    private static func batch(_ sequence: UInt64, size: Int) -> Batch {
        let header = BatchHeader(
            by: .house,
            firstSequence: sequence,
            opCount: max(1, size / 60_000),
            stamp: Stamp(rawValue: 1),
            group: 1,
            context: []
        )
        let value = [UInt8](repeating: 1, count: min(size, 60_000))
        let op = Op.write(.root, [FieldWrite(.title, value)])
        return Batch(header: header, ops: Array(repeating: op, count: header.opCount))
    }

    /// A feed behind as many splits as a name can tell of.
    private static func branched(_ origin: FeedOrigin, _ random: inout SeededRandom) -> FeedOrigin {
        let splits = (1...UInt64(PhlistModel.Limits.branchesMax)).map {
            FeedOrigin.Branch(sequence: $0, hash: random.hashName())
        }
        return FeedOrigin(scope: scope, device: origin.device, incarnation: origin.incarnation, branches: splits)
    }

    /// Packs so many batches of each of so many feeds, in turn, with a head behind every few.
    private static func pack(feeds: Int, batches: Int, sizes: [Int]) -> (request: BatchesRequest, messages: [Message]) {
        var random = SeededRandom(seed: UInt64(feeds))
        let origins = (0..<feeds).map { number in
            number % 5 == 4 ? branched(random.origin(in: scope), &random) : random.origin(in: scope)
        }
        var (all, heads): ([(FeedID, Batch)], [FeedID: [SignedHead]]) = ([], [:])
        var sequences = Array(repeating: UInt64(1), count: feeds)
        for count in 0..<batches {
            for (number, origin) in origins.enumerated() {
                let batch = batch(sequences[number], size: sizes[(count + number) % sizes.count])
                sequences[number] = batch.header.lastSequence + 1
                all.append((origin.feed, batch))
                if count % 3 == 2 || count == batches - 1 {
                    let head = SignedHead(sequence: batch.header.lastSequence, signature: random.bytes(72))
                    heads[origin.feed, default: []].append(head)
                }
            }
        }
        let ranges = origins.map {
            BatchesRequest.FeedRange(
                origin: $0,
                after: 0,
                through: heads[$0.feed]?.last?.sequence ?? 0,
                heads: heads[$0.feed] ?? []
            )
        }
        let request = BatchesRequest(scope: scope, holding: 7, ranges: ranges)
        var packer = BatchPacker(request)
        let full = all.compactMap { packer.add($1, of: $0) }
        return (request, full + (packer.finish().map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            (1, 1, [10]), (1, 5000, [20]), (3, 40, [10, 60_000, 150_000]), (2, 9, [190_000]),
            (1000, 3, [10]), (1000, 2, [3000]), (4000, 1, [60]),
        ]
    )
    func `everything is packed once, in order, with its heads, into frames that fit`(
        feeds: Int,
        batches: Int,
        sizes: [Int]
    ) throws {
        let (request, messages) = Self.pack(feeds: feeds, batches: batches, sizes: sizes)
        var ends: [FeedID: UInt64] = [:]
        var heads: [FeedID: [SignedHead]] = [:]
        for message in messages {
            let (type, body) = message.encoded
            #expect(body.count + 5 <= SyncLimits.frameBytesMax)
            guard case .batches(let packed)? = try Message(type: type, body: body) else { return }
            #expect(body.count + 5 <= SyncLimits.batchesBytesMax || packed.batches.count == 1)
            #expect(packed.holding == request.holding)
            for entry in packed.batches {
                let (feed, header) = (packed.feeds[entry.feed].feed, try Batch(bytes: entry.bytes).header)
                #expect(header.firstSequence == ends[feed, default: 0] + 1)
                ends[feed] = header.lastSequence
            }
            for entry in packed.heads {
                let feed = packed.feeds[entry.feed].feed
                #expect(entry.head.sequence <= ends[feed, default: 0])
                heads[feed, default: []].append(entry.head)
            }
        }
        #expect(heads == Dictionary(uniqueKeysWithValues: request.ranges.map { ($0.origin.feed, $0.heads) }))
        #expect(ends.allSatisfy { feed, end in heads[feed]?.last?.sequence == end })
    }

    @Test func `a batch of a feed that was not asked for is left out`() {
        var packer = BatchPacker(BatchesRequest(scope: Self.scope, holding: 1, ranges: []))
        #expect(packer.add(Self.batch(1, size: 10), of: FeedID(rawValue: 1)) == nil)
        #expect(packer.finish() == nil)
    }
}
