import PhlistTestKit
import Testing

@testable import PhlistModel

/// The bytes of batches, ops, chains and ids.
struct GoldenTests {
    @Test func `the bytes of every op are frozen`() throws {
        var golden = GoldenText()
        for (title, op, parts) in Self.ops {
            var writer = ByteWriter()
            op.encode(into: &writer)
            golden.add(title, writer.bytes, [("kind", .varint), ("length", .varint)] + parts)
        }
        try GoldenFile(name: "ops").expect(golden)
    }

    @Test func `the golden ops are read`() throws {
        let entries = try GoldenFile(name: "ops").entries
        #expect(entries.map(\.title) == Self.ops.map(\.title))
        for (entry, (_, op, _)) in zip(entries, Self.ops) {
            var reader = ByteReader(entry.bytes)
            #expect(try Op(from: &reader) == op, "\(entry.title)")
            try reader.expectEnd()
        }
    }

    @Test func `the bytes of batches are frozen`() throws {
        var golden = GoldenText()
        for (title, batch) in Self.batches {
            golden.add(title, batch.bytes, Self.parts(of: batch))
        }
        try GoldenFile(name: "batches").expect(golden)
    }

    @Test func `the golden batches are read`() throws {
        let entries = try GoldenFile(name: "batches").entries
        #expect(entries.map(\.title) == Self.batches.map(\.title))
        for (entry, (_, batch)) in zip(entries, Self.batches) {
            let read = try Batch(bytes: entry.bytes)
            #expect(read == batch, "\(entry.title)")
            #expect(try read.decodedOps() == batch.decodedOps())
        }
    }

    @Test func `chains, signed bytes and ids are frozen`() throws {
        var golden = GoldenText()
        let feed = Self.origin.feed
        golden.add("a feed", feed.bytes, [("id", .rest)])
        golden.add("a branch of a branch of it", Self.branch.feed.bytes, [("id", .rest)])
        golden.add("a list", ListOrigin(owner: MemberID(rawValue: 1), nonce: 2).scope.bytes, [("id", .rest)])
        golden.add("a household", Self.founding.scope.bytes, [("id", .rest)])
        golden.add("the device that founded it", Self.founding.device.bytes, [("id", .rest)])
        let signed: [(String, GoldenText.Form)] = [
            ("phlist-head", .fixed(11)), ("feed", .fixed(16)), ("sequence", .fixed(8)), ("hash", .fixed(32)),
        ]
        var head = ChainHead(startOf: feed)
        golden.add("the chain before the first batch", head.signedBytes(feed: feed), signed)
        for (title, batch) in Self.batches.prefix(2) {
            head = head.appending(batch)
            golden.add("the chain behind \(title)", head.signedBytes(feed: feed), signed)
        }
        try GoldenFile(name: "chains").expect(golden)
    }

    // MARK: What is frozen

    private static let origin = FeedOrigin(
        scope: ScopeID(rawValue: 1),
        device: DeviceID(publicKey: [1]),
        incarnation: 7
    )
    private static let first: UInt128 = 0x0001_0203_0405_0607_0809_0A0B_0C0D_0E0F
    private static let second: UInt128 = 0x1011_1213_1415_1617_1819_1A1B_1C1D_1E1F
    private static let hash = HashName(first, second)
    private static let otherHash = HashName(second.byteSwapped, first.byteSwapped)
    private static let branch = FeedOrigin(
        scope: origin.scope,
        device: origin.device,
        incarnation: 7,
        branches: [FeedOrigin.Branch(sequence: 300, hash: hash), .init(sequence: 301, hash: otherHash)]
    )
    private static let founding = Founding(publicKey: [3, 4], deviceName: "nas", nonce: 5)
    private static let item = EntityID(rawValue: 0x1122_3344_5566_7788)
    private static let fieldParts: [(String, GoldenText.Form)] = [("field", .varint), ("value", .counted)]

    private static func writeParts(_ count: Int) -> [(String, GoldenText.Form)] {
        [("entity", .fixed(8))] + (0..<count).flatMap { _ in fieldParts }
    }

    private static let originParts: [(String, GoldenText.Form)] = [
        ("scope", .fixed(16)), ("device", .fixed(32)), ("incarnation", .fixed(8)), ("branches", .varint),
    ]
    private static let branchParts: [(String, GoldenText.Form)] = [("branch sequence", .varint), ("hash", .fixed(32))]
    private static let rangeParts: [(String, GoldenText.Form)] = [
        ("first", .varint), ("last", .varint), ("hash", .fixed(32)),
    ]

    private static let ops: [(title: String, op: Op, parts: [(String, GoldenText.Form)])] =
        writes + [
            (
                "the owner of a list", .originate(ListOrigin(owner: MemberID(rawValue: 1), nonce: 2)),
                [("owner", .fixed(16)), ("nonce", .fixed(16))]
            ),
            ("a purge", .purge(item), [("entity", .fixed(8))]),
            (
                "a lost range", .lose(LostRange(origin: origin, first: 1, end: ChainHead(sequence: 300, hash: hash))),
                originParts + rangeParts
            ),
            (
                "a lost range of a branch of a branch",
                .lose(LostRange(origin: branch, first: 301, end: ChainHead(sequence: Limits.sequenceMax, hash: hash))),
                originParts + branchParts + branchParts + rangeParts
            ),
        ] + acts

    private static let acts: [(title: String, op: Op, parts: [(String, GoldenText.Form)])] = [
        (
            "a founding", .roster(.found(founding)),
            [("nonce", .fixed(16)), ("public key", .counted), ("device name", .counted)]
        ),
        ("an admission", .roster(.admit(admission(.admin, "Küche"))), admissionParts),
        ("a device that wrote what comes along", .roster(.admit(admission(nil, ""))), admissionParts),
        ("a removal", .roster(.remove(founding.device)), [("device", .fixed(32))]),
        ("a role", .roster(.assign(founding.device, .member)), [("device", .fixed(32)), ("role", .fixed(1))]),
        ("a name", .roster(.rename(founding.device, "NAS")), [("device", .fixed(32)), ("name", .counted)]),
        (
            "a user of a device", .roster(.list([MemberID(rawValue: 9)], on: founding.device)),
            [("device", .fixed(32)), ("members", .varint), ("member", .fixed(16))]
        ),
        (
            "two members who are one", .roster(.unite(MemberID(rawValue: 1), MemberID(rawValue: 2))),
            [("member", .fixed(16)), ("member", .fixed(16))]
        ),
        ("another secret", .roster(.rotate(DiscoveryKey(1, 2))), [("key", .fixed(32))]),
    ]

    private static let admissionParts: [(String, GoldenText.Form)] = [
        ("public key", .counted), ("device name", .counted), ("role", .fixed(1)), ("members", .varint),
        ("member", .fixed(16)), ("member", .fixed(16)),
    ]

    private static func admission(_ role: DeviceRole?, _ name: String) -> Admission {
        let members = [MemberID(rawValue: 7), MemberID(rawValue: 8)]
        return Admission(publicKey: [6], deviceName: name, role: role, members: members)
    }

    /// A write for every merge class and every way to make a value.
    private static let writes: [(title: String, op: Op, parts: [(String, GoldenText.Form)])] = [
        ("a tick", .write(item, [FieldWrite(.state, WorkState.done)]), writeParts(1)),
        ("a write of no field", .write(item, []), writeParts(0)),
        (
            "the title and the life of a list",
            .write(.root, [FieldWrite(.life, Life.alive), FieldWrite(.title, text: "Café 🥛")]), writeParts(2)
        ),
        (
            "a place below a section and a parent",
            .write(item, [FieldWrite(.place, place.encoded)]), writeParts(1)
        ),
        ("a date that is not due any more", .write(item, [FieldWrite(.due, [])]), writeParts(1)),
        (
            "a date and a time", .write(item, [FieldWrite(.due, dueDate)]), writeParts(1)
        ),
        ("a field of two bytes", .write(item, [FieldWrite(.gate, EntityID(rawValue: 9))]), writeParts(1)),
        (
            "a value of a form's field", .write(item, [FieldWrite(.recordValue(of: item), text: "7")]), writeParts(1)
        ),
        (
            "elements of a set put in and taken out",
            .write(item, [.insert("dairy", into: .tags), .remove("", from: .tags)]), writeParts(2)
        ),
        ("an invitation to a list", .write(.root, [SharingWord.grant(Grant(guest, .invited)).write]), writeParts(1)),
        ("an answer to it", .write(.root, [SharingWord.answer(answer).write]), writeParts(1)),
        ("the highest field", .write(item, [FieldWrite(FieldID(rawValue: .max - 7), [0xFF])]), writeParts(1)),
    ]

    private static let guest = MemberID(rawValue: 0x1122_3344_5566_7788_99AA_BBCC_DDEE_FF00)
    private static let answer = Answer(guest, to: Dot(feed: FeedID(rawValue: 5), sequence: 300), .accepted)
    private static let place = Place(section: EntityID(rawValue: 1), parent: EntityID(rawValue: 2), key: [0x40, 0, 1])
    private static let dueDate = DueDate(year: 2028, month: 2, day: 29, minute: 1439)?.encoded ?? []

    private static let batches: [(title: String, batch: Batch)] = [
        (
            "a tick: the smallest batch",
            batch(first: 1, stamp: 0, group: 0, context: [], ops: [.write(item, [FieldWrite(.state, WorkState.done)])])
        ),
        (
            "a batch that has seen others",
            batch(
                first: 300,
                stamp: 0x1122_3344_5566_7788,
                group: 0x99AA_BBCC_DDEE_FF00,
                context: [
                    .init(feed: FeedID(rawValue: 5), version: FeedVersion(sequence: 6, tag: 7)),
                    .init(feed: FeedID(rawValue: .max), version: FeedVersion(sequence: 300, tag: .max)),
                ],
                ops: ops.map(\.op)
            )
        ),
        (
            "the last batch that a feed can have",
            batch(first: Limits.sequenceMax - 1, stamp: .max, group: .max, context: [], ops: [.purge(.root)])
        ),
    ]

    private static func batch(
        first: UInt64,
        stamp: UInt64,
        group: UInt64,
        context: [BatchHeader.ContextEntry],
        ops: [Op]
    ) -> Batch {
        let header = BatchHeader(
            by: MemberID(rawValue: 0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10),
            firstSequence: first,
            opCount: ops.count,
            stamp: Stamp(rawValue: stamp),
            group: group,
            context: context
        )
        return Batch(header: header, ops: ops)
    }

    private static func parts(of batch: Batch) -> [(String, GoldenText.Form)] {
        let header: [(String, GoldenText.Form)] = [
            ("header length", .varint), ("version", .fixed(1)), ("flags", .fixed(1)), ("by", .fixed(16)),
            ("first sequence", .varint), ("op count", .varint), ("stamp", .fixed(8)), ("group", .fixed(8)),
            ("context count", .varint),
        ]
        let context: [(String, GoldenText.Form)] = [("feed", .fixed(16)), ("sequence", .varint), ("tag", .fixed(8))]
        return header + batch.header.context.flatMap { _ in context }
            + (0..<batch.header.opCount).flatMap { _ in [("op kind", .varint), ("op", .counted)] }
    }
}
