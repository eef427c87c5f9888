import PhlistTestKit
import PhlistVocabulary
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
                #expect(batch.name(in: Self.feed) != original.name(in: Self.feed))
                guard let ops = try? batch.decodedOps() else { continue }
                #expect(ops.count == batch.header.opCount)
                // One encoding per value: what is read whole is written back as the same bytes, unless the damage is
                // in a name, which is shown with U+FFFD where it is no text.
                let again = Batch(header: batch.header, ops: ops)
                #expect(again.bytes == bytes || (try? again.decodedOps()) == ops)
            }
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a batch that founds a household is told without reading it`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let batch = random.batch()
            let ops = try batch.decodedOps()
            #expect(batch.founds == ops.contains { if case .roster(.found) = $0 { true } else { false } })
        }
    }

    @Test func `a founding is told though a later version has put something before it`() throws {
        let founding = Founding(publicKey: [1], deviceName: "nas", nonce: 2)
        for (op, founds) in [(Op.roster(.found(founding)), true), (.purge(.root), false)] {
            var writer = ByteWriter()
            writer.write(counted: Self.golden.headerBytes)
            writer.write(varint: 99)
            writer.write(counted: [1, 2, 3])
            op.encode(into: &writer)
            let batch = try Batch(bytes: writer.bytes)
            #expect((try? batch.decodedOps()) == nil)
            #expect(batch.founds == founds)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `a batch has another name in the feed of another device, and in another scope`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let batch = random.batch()
            let feeds = [
                Self.feed, Feed(scope: ScopeID(rawValue: 2), device: Self.feed.device),
                Feed(scope: Self.feed.scope, device: DeviceID(publicKey: [2])),
            ]
            #expect(Set(feeds.map { batch.name(in: $0) }).count == feeds.count)
            let named = NamedBatch(batch, of: Self.feed)
            let reference = BatchReference(device: Self.feed.device, number: batch.header.number, name: named.name)
            #expect(named.reference == reference && named.name == batch.name(in: Self.feed))
        }
    }

    @Test func `a context comes sorted, and a batch without ops is whole`() throws {
        var random = SeededRandom(seed: 7)
        let references = (0..<5).map { _ in random.reference() }.sorted()
        var header = Self.golden.header
        header = BatchHeader(
            by: header.by,
            number: header.number,
            previous: header.previous,
            opCount: 0,
            stamp: header.stamp,
            group: header.group,
            context: references.reversed()
        )
        let read = try Batch(bytes: Batch(header: header, ops: []).bytes)
        #expect(read.header.context == references)
        #expect(try read.decodedOps() == [])
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
            { $0.number = 0 },
            { $0.number = 1 },
            { $0.number = Limits.batchNumberMax + 1 },
            { $0.previous = .none },
            { $0.opCount = Limits.batchOpsMax + 1 },
            { $0.context.reverse() },
            { $0.context.append($0.context[0]) },
        ]
        for (index, change) in changes.enumerated() {
            var header = Self.golden.header
            header.context.append(
                BatchReference(device: Self.feed.device, number: 7, name: BatchName(rawValue: .max))
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

    private static let feed = Feed(scope: ScopeID(rawValue: 1), device: DeviceID(publicKey: [1]))

    private static let golden = Batch(
        header: BatchHeader(
            by: MemberID(rawValue: 0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10),
            number: 300,
            previous: BatchName(rawValue: 5),
            opCount: 1,
            stamp: Stamp(rawValue: 0x1122_3344_5566_7788),
            group: 0x99AA_BBCC_DDEE_FF00,
            context: [BatchReference(device: feed.device, number: 6, name: BatchName(rawValue: 7))]
        ),
        ops: [.write(EntityID(rawValue: 8), [FieldWrite(.state, WorkState.done)])]
    )

    @Test func `a count beyond its limit is refused with the count before anything is read for it`() {
        let header = Self.golden.header.encoded()
        // Version, flags, member, a number of two bytes and the predecessor come before the op count.
        expectLimit(Limits.headerBytesMax, "header") { try Batch(bytes: $0) }
        for (what, limit, beginning) in [
            ("ops", Limits.batchOpsMax, header.prefix(36)), ("context", Limits.contextEntriesMax, header.prefix(53)),
        ] {
            expectLimit(limit, what) { count in
                var writer = ByteWriter()
                writer.write(counted: beginning + count)
                return try Batch(bytes: writer.bytes)
            }
        }
        for (what, limit, kind, byteCount) in Self.beginnings {
            expectLimit(limit, what) { count in
                var writer = ByteWriter()
                writer.write(varint: kind)
                writer.write(counted: [UInt8](repeating: 0, count: byteCount) + count)
                var reader = ByteReader(writer.bytes)
                return try Op(from: &reader)
            }
        }
    }

    /// What counts something in an op, its limit, the op's kind, and how many bytes come before.
    private static let beginnings: [(what: String, limit: Int, kind: UInt64, byteCount: Int)] = [
        ("value", Limits.opBytesMax, 1, 9), ("founder's key", Limits.publicKeyBytesMax, 16, 17),
        ("founder's name", Limits.nameBytesMax, 16, 18),
        ("key", Limits.publicKeyBytesMax, 17, 0), ("name", Limits.nameBytesMax, 17, 1),
        ("members", Limits.deviceMembersMax, 17, 3),
    ]

    /// Nothing follows the count: one within the limit ends too early, one beyond it is never believed.
    private func expectLimit(_ limit: Int, _ what: String, read: ([UInt8]) throws -> some Sendable) {
        for count in [UInt64(limit), UInt64(limit) + 1, 1 << 31, 1 << 63, .max] {
            var writer = ByteWriter()
            writer.write(varint: count)
            let error = count > limit ? CodecError.overLimit(count) : .truncated
            #expect(throws: error, "\(what)") { try read(writer.bytes) }
        }
    }

    @Test func `a batch of the greatest size is read, and none that is greater`() throws {
        let bytesMax = Limits.batchBytesMax + Limits.headerBytesMax
        let bytes = Self.golden.bytes + [UInt8](repeating: 0, count: bytesMax - Self.golden.bytes.count)
        #expect(try Batch(bytes: bytes).header == Self.golden.header)
        #expect(throws: CodecError.overLimit(UInt64(bytesMax + 1))) { try Batch(bytes: bytes + [0]) }
    }

    @Test func `a name that is no text is shown within its limit, and can be written and read again`() throws {
        let name = String(repeating: "a", count: 64)
        let founding = Op.roster(.found(Founding(publicKey: [], deviceName: name, nonce: 0)))
        var writer = ByteWriter()
        founding.encode(into: &writer)
        for damaged in [0x80, 0xC3, 0xFF] as [UInt8] {
            let bytes = writer.bytes.prefix(21) + [UInt8](repeating: damaged, count: 64)
            var reader = ByteReader(Array(bytes))
            let shown = try Op(from: &reader)
            #expect(shown.encodedSize <= writer.bytes.count)
            var again = ByteWriter()
            shown.encode(into: &again)
            var second = ByteReader(again.bytes)
            #expect(try Op(from: &second) == shown)
        }
    }
}
