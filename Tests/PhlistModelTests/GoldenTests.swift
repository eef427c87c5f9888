import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// The bytes of batches and ops, names and ids.
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

    @Test func `names, references, vectors, signed bytes and ids are frozen`() throws {
        var golden = GoldenText()
        golden.add("a list", Self.origin.scope.bytes, [("id", .rest)])
        golden.add("a household", Self.founding.scope.bytes, [("id", .rest)])
        golden.add("the device that founded it", Self.founding.device.bytes, [("id", .rest)])
        let signed: [(String, GoldenText.Form)] = [
            ("phlist-head", .fixed(11)), ("scope", .fixed(16)), ("tier", .fixed(1)), ("device", .fixed(32)),
            ("number", .fixed(8)), ("name", .fixed(16)),
        ]
        for (title, batch) in Self.batches {
            let name = batch.name(in: Self.feed)
            golden.add("the name of \(title)", name.bytes, [("name", .rest)])
            let bytes = SignedHead.signedBytes(of: Self.feed, number: batch.header.number, name: name)
            golden.add("what is signed of it", bytes, signed)
        }
        let vector = VersionVector(Self.references)
        for entry in vector.entries {
            var writer = ByteWriter()
            entry.encode(into: &writer)
            golden.add("a reference", writer.bytes, Self.referenceParts)
        }
        golden.add("the digest of a vector of both", BatchName(rawValue: vector.digest).bytes, [("digest", .rest)])
        try GoldenFile(name: "names").expect(golden)
    }

    // MARK: What is frozen

    private static let feed = Feed(scope: ScopeID(rawValue: 1), device: DeviceID(publicKey: [1]))
    private static let name = BatchName(rawValue: 0x0001_0203_0405_0607_0809_0A0B_0C0D_0E0F)
    private static let references = [
        BatchReference(device: founding.device, number: 300, name: name),
        BatchReference(device: feed.device, number: Limits.batchNumberMax, name: BatchName(rawValue: .max)),
    ]
    private static let referenceParts: [(String, GoldenText.Form)] = [
        ("device", .fixed(8)), ("number", .varint), ("name", .fixed(16)),
    ]
    private static let origin = ListOrigin(
        owner: MemberID(rawValue: 1),
        household: ScopeID(rawValue: 3),
        nonce: 2
    )
    private static let founding = Founding(publicKey: [3, 4], deviceName: "nas", nonce: 5)
    private static let continuing = Founding(
        publicKey: [3, 4],
        deviceName: "nas",
        continuing: founding.scope,
        nonce: 6
    )
    private static let item = EntityID(rawValue: 0x1122_3344_5566_7788)
    private static let fieldParts: [(String, GoldenText.Form)] = [("field", .varint), ("value", .counted)]

    private static func writeParts(_ count: Int) -> [(String, GoldenText.Form)] {
        [("entity", .fixed(8))] + (0..<count).flatMap { _ in fieldParts }
    }

    private static let ops: [(title: String, op: Op, parts: [(String, GoldenText.Form)])] =
        writes + [
            (
                "the owner of a list", .originate(origin),
                [("owner", .fixed(16)), ("household", .fixed(16)), ("nonce", .fixed(16))]
            ),
            ("a purge", .purge(item), [("entity", .fixed(8))]),
        ] + acts

    private static let acts: [(title: String, op: Op, parts: [(String, GoldenText.Form)])] = [
        (
            "a founding", .roster(.found(founding)),
            [("nonce", .fixed(16)), ("continues", .varint), ("public key", .counted), ("device name", .counted)]
        ),
        (
            "a founding that continues", .roster(.found(continuing)),
            [("nonce", .fixed(16)), ("continues", .varint), ("lineage", .fixed(16))]
                + [("public key", .counted), ("device name", .counted)]
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
    private static let answer = Answer(guest, to: Dot(batch: name, op: 300), .accepted)
    private static let place = Place(section: EntityID(rawValue: 1), parent: EntityID(rawValue: 2), key: [0x40, 0, 1])
    private static let dueDate = CivilDate(year: 2028, month: 2, day: 29, minute: 1439)?.encoded ?? []

    private static let batches: [(title: String, batch: Batch)] = [
        (
            "a tick: the smallest batch of any use",
            batch(1, stamp: 0, group: 0, context: [], ops: [.write(item, [FieldWrite(.state, WorkState.done)])])
        ),
        (
            "a batch that has seen others",
            batch(
                300,
                stamp: 0x1122_3344_5566_7788,
                group: 0x99AA_BBCC_DDEE_FF00,
                context: references,
                ops: ops.map(\.op)
            )
        ),
        ("a batch without ops", batch(2, stamp: 1, group: 1, context: [references[0]], ops: [])),
        (
            "the last batch that a chain can have",
            batch(Limits.batchNumberMax, stamp: .max, group: .max, context: [], ops: [.purge(.root)])
        ),
    ]

    private static func batch(
        _ number: UInt64,
        stamp: UInt64,
        group: UInt64,
        context: [BatchReference],
        ops: [Op]
    ) -> Batch {
        let header = BatchHeader(
            by: MemberID(rawValue: 0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10),
            number: number,
            previous: number == 1 ? .none : name,
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
            ("number", .varint), ("previous", .fixed(16)), ("op count", .varint), ("stamp", .fixed(8)),
            ("group", .fixed(8)), ("context count", .varint),
        ]
        return header + batch.header.context.flatMap { _ in referenceParts }
            + (0..<batch.header.opCount).flatMap { _ in [("op kind", .varint), ("op", .counted)] }
    }
}
