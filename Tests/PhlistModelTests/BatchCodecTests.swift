import PhlistTestKit
import Testing

@testable import PhlistModel

struct BatchCodecTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a batch comes back from its bytes, byte for byte`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let batch = random.batch()
            let copy = try Batch(bytes: batch.bytes)
            #expect(copy == batch)
            #expect(Batch(header: copy.header, ops: try copy.decodedOps()).bytes == batch.bytes)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `an op comes back from its bytes and says its size`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let op = random.op()
            var writer = ByteWriter()
            op.encode(into: &writer)
            var reader = ByteReader(writer.bytes)
            #expect(try Op(from: &reader) == op)
            try reader.expectEnd()
            #expect(op.encodedSize == writer.bytes.count)
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `a batch that is cut anywhere is never whole`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<10 {
            for beginning in random.batch().bytes.beginnings {
                let ops = try? Batch(bytes: beginning).decodedOps()
                #expect(ops == nil, "\(beginning.count) bytes")
            }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `a batch with a changed byte is refused, opaque or another batch, and keeps its bytes`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<10 {
            let original = random.batch()
            for bytes in original.bytes.damaged {
                guard let batch = try? Batch(bytes: bytes) else { continue }
                #expect(batch.bytes == bytes)
                #expect(
                    ChainHead(startOf: Self.feed).appending(batch) != ChainHead(startOf: Self.feed).appending(original)
                )
                guard let ops = try? batch.decodedOps() else { continue }
                #expect(ops.count == batch.header.opCount)
                // One encoding per value: what is read whole is written back as the same bytes, unless the damage is
                // in a name, which is shown with U+FFFD where it is no text.
                let again = Batch(header: batch.header, ops: ops)
                #expect(again.bytes == bytes || (try? again.decodedOps()) == ops)
            }
        }
    }

    @Test func `a batch whose ops are of a later version is kept and opaque`() throws {
        var writer = ByteWriter()
        writer.write(counted: Self.golden.headerBytes)
        writer.write(varint: 99)
        writer.write(counted: [1, 2, 3])
        let batch = try Batch(bytes: writer.bytes)
        #expect(batch.header == Self.golden.header)
        #expect(throws: CodecError.badValue("op kind 99")) { try batch.decodedOps() }
        #expect(batch.bytes == writer.bytes)
    }

    @Test func `a header with an impossible number is refused`() {
        let changes: [(inout BatchHeader) -> Void] = [
            { $0.firstSequence = 0 },
            { $0.firstSequence = 1 << 62 },
            { $0.opCount = 0 },
            { $0.opCount = Limits.batchOpsMax + 1 },
            { $0.context.reverse() },
            { $0.context.append($0.context[0]) },
        ]
        for (index, change) in changes.enumerated() {
            var header = Self.golden.header
            header.context.append(
                BatchHeader.ContextEntry(feed: FeedID(rawValue: .max), version: FeedVersion(sequence: 1, tag: 1))
            )
            var writer = ByteWriter()
            writer.write(counted: header.encoded())
            #expect((try? Batch(bytes: writer.bytes)) != nil)
            change(&header)
            writer = ByteWriter()
            writer.write(counted: header.encoded())
            #expect((try? Batch(bytes: writer.bytes)) == nil, "change \(index)")
        }
    }

    private static let feed = FeedOrigin(
        scope: ScopeID(rawValue: 1),
        device: DeviceID(publicKey: [1]),
        incarnation: 7
    ).feed

    private static let golden = Batch(
        header: BatchHeader(
            by: MemberID(rawValue: 0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10),
            firstSequence: 300,
            opCount: 1,
            stamp: Stamp(rawValue: 0x1122_3344_5566_7788),
            group: 0x99AA_BBCC_DDEE_FF00,
            context: [
                BatchHeader.ContextEntry(feed: FeedID(rawValue: 5), version: FeedVersion(sequence: 6, tag: 7))
            ]
        ),
        ops: [.write(EntityID(rawValue: 8), [FieldWrite(.state, WorkState.done)])]
    )
}
