import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// The bytes of frames, of records and of what is said when devices pair.
struct GoldenTests {
    private typealias Parts = [(String, GoldenText.Form)]

    @Test func `the bytes of every message are frozen`() throws {
        var golden = GoldenText()
        for (title, message, parts) in Self.messages {
            let (type, body) = message.encoded
            golden.add(title, [type] + body, [("type", .fixed(1))] + parts)
        }
        try GoldenFile(name: "messages").expect(golden)
    }

    @Test func `the golden messages are read`() throws {
        let entries = try GoldenFile(name: "messages").entries
        #expect(entries.map(\.title) == Self.messages.map(\.title))
        for (entry, (_, message, _)) in zip(entries, Self.messages) {
            let read = try Message(type: entry.bytes[0], body: Array(entry.bytes.dropFirst()))
            #expect(read == message, "\(entry.title)")
        }
    }

    @Test func `the bytes of every record are frozen`() throws {
        var golden = GoldenText()
        for (title, entry, parts) in Self.entries {
            let record = entry.record
            golden.add(title, [record.kind.rawValue] + record.bytes, [("kind", .fixed(1))] + parts)
        }
        try GoldenFile(name: "records").expect(golden)
    }

    @Test func `the golden records are read`() throws {
        let entries = try GoldenFile(name: "records").entries
        #expect(entries.map(\.title) == Self.entries.map(\.title))
        for (entry, (_, expected, _)) in zip(entries, Self.entries) {
            let record = Record(Record.Kind(rawValue: entry.bytes[0]), Array(entry.bytes.dropFirst()))
            #expect(try LogEntry(record) == expected, "\(entry.title)")
        }
    }

    @Test func `the bytes that are exchanged in pairing are frozen and read`() throws {
        var golden = GoldenText()
        let text: GoldenText.Form = .counted
        golden.add(
            "what a new device says",
            Self.newDevice.encoded,
            [
                ("device name", text), ("users", .varint), ("user", .fixed(16)), ("members", .varint),
                ("member", .fixed(16)), ("name", text), ("former", .varint), ("key", text), ("its name", text),
                ("no role", .fixed(1)), ("its members", .varint),
            ]
        )
        golden.add(
            "what the household says",
            Self.welcome.encoded,
            [
                ("household", .fixed(16)), ("household name", text), ("devices", .varint), ("device name", text),
                ("port", .varint), ("former", .varint), ("household", .fixed(16)), ("letter", text),
            ]
        )
        let file = GoldenFile(name: "pairing")
        try file.expect(golden)
        let entries = try file.entries
        #expect(try NewDevice(decoding: entries[0].bytes, publicKey: [9]) == Self.newDevice)
        #expect(try Welcome(decoding: entries[1].bytes, publicKey: [9]) == Self.welcome)
    }

    // MARK: What is frozen

    private static let scope = ScopeID(rawValue: 0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10)
    private static let holding = Holding(vector: 1, state: 2)
    private static let device = DeviceID(publicKey: [1])
    private static let feed = Feed(scope: scope, device: device)
    private static let name = BatchName(rawValue: 0xF0E0_D0C0_B0A0_9080_7060_5040_3020_1000)
    private static let head = SignedHead(number: 300, name: name, signature: [0xCC])
    private static let newDevice = NewDevice(
        publicKey: [9],
        deviceName: "desk",
        people: [
            NewDevice.Person(name: "Ann", email: "a@b.c", isUser: true), NewDevice.Person(name: "Ben", isUser: false),
        ],
        lineage: scope,
        authors: [NewDevice.Author(publicKey: [4], name: "pi")]
    )
    private static let welcome = Welcome(
        household: scope,
        lineage: scope,
        householdName: "Küche",
        deviceCount: 2,
        publicKey: [9],
        deviceName: "nas",
        port: 7454,
        users: [Welcome.Person(id: MemberID(rawValue: 5), name: "Ann")],
        counterparts: [MemberID(rawValue: 5), nil],
        letter: [7]
    )

    private static let holdingParts: Parts = [("vector", .fixed(16)), ("state", .fixed(16))]
    private static let referenceParts: Parts = [("feed", .fixed(8)), ("number", .varint), ("name", .fixed(16))]

    private static let messages: [(title: String, message: Message, parts: Parts)] =
        exchanged + [
            (
                "removal", .removal(removal),
                [("household", .fixed(16)), ("person", .fixed(16)), ("device", .fixed(32)), ("at", .fixed(8))]
            )
        ] + Message.Goodbye.all.map { ("goodbye: \($0)", .goodbye($0), [("reason", .fixed(1))]) }

    private static let exchanged: [(title: String, message: Message, parts: Parts)] = [
        (
            "hello", .hello(hello),
            [
                ("lowest protocol", .varint), ("highest protocol", .varint), ("features", .varint),
                ("run nonce", .fixed(8)), ("model version", .varint), ("wall milliseconds", .fixed(8)),
                ("build", .counted),
            ] + holdingParts
        ),
        ("overview", .overview(holding), holdingParts),
        (
            "summary", .summary([.init(scope: scope, holding: holding)], isRequest: false),
            [("is request", .fixed(1)), ("count", .varint), ("scope", .fixed(16))] + holdingParts
        ),
        (
            "summary of nothing that asks for one", .summary([], isRequest: true),
            [("is request", .fixed(1)), ("count", .varint)]
        ),
        ("version vector", .versionVector(vector), vectorParts),
        ("version vector with points", .versionVector(points), pointsParts),
        ("batches", .batches(batches), batchesParts),
        (
            "ack", .ack(.init(scope: scope, holding: holding, modelVersion: 1, opaqueCount: 300)),
            [("scope", .fixed(16))] + holdingParts + [("model version", .varint), ("opaque batches", .varint)]
        ),
        ("ping", .ping, []),
        ("pong", .pong, []),
        ("want a blob", .blobWant(scope, photo.id), [("scope", .fixed(16)), ("blob", .fixed(32))]),
        ("have a blob", .blobHave(photo), [("count", .varint), ("hash", .fixed(32)), ("hash", .fixed(32))]),
        (
            "credit a chunk", .blobCredit(scope, photo.id, chunk: 1),
            [("scope", .fixed(16)), ("blob", .fixed(32)), ("chunk", .varint)]
        ),
        (
            "chunk", .blobChunk(photo.id, chunk: 1, [7, 8, 9]),
            [("blob", .fixed(32)), ("chunk", .varint), ("bytes", .counted)]
        ),
        ("cancel a blob", .blobCancel(photo.id), [("blob", .fixed(32))]),
    ]

    private static let photo = BlobManifest(of: Array(repeating: 5, count: BlobManifest.chunkBytes + 3))
        .unsafelyUnwrapped

    private static let hello = Message.Hello(
        protocolMin: 1,
        protocolMax: 2,
        features: 300,
        runNonce: 4,
        modelVersion: 5,
        wallMilliseconds: 1 << 48 - 1,
        build: "0.1",
        overview: holding
    )

    private static let ends = [
        BatchReference(
            device: DeviceID(publicKey: [2]),
            number: Limits.batchNumberMax,
            name: BatchName(rawValue: .max)
        ),
        BatchReference(device: device, number: 300, name: name),
    ]
    private static let vector = Message.Vector(scope: scope, vector: VersionVector(ends))
    private static let points = Message.Vector(
        scope: scope,
        vector: VersionVector(ends + [BatchReference(device: device, number: 299, name: BatchName(rawValue: 5))]),
        pointed: [device.hint]
    )

    private static let vectorParts: Parts =
        [("scope", .fixed(16)), ("pointed", .varint), ("count", .varint)] + referenceParts + referenceParts
    private static let pointsParts: Parts =
        [("scope", .fixed(16)), ("pointed", .varint), ("feed", .fixed(8)), ("count", .varint)] + referenceParts
        + referenceParts + referenceParts

    private static let batches = Message.Batches(
        scope: scope,
        tier: .content,
        isComplete: true,
        holding: 9,
        devices: [device, DeviceID(publicKey: [2])],
        batches: [.init(device: 1, bytes: [0xAA, 0xBB]), .init(device: 0, bytes: [])],
        heads: [.init(device: 0, head: head)]
    )

    private static let batchesParts: Parts = {
        let batch: Parts = [("device", .varint), ("batch", .counted)]
        let devices: Parts = [
            ("scope", .fixed(16)), ("flags", .fixed(1)), ("holding", .fixed(16)), ("devices", .varint),
        ]
        return devices + [("device", .fixed(32)), ("device", .fixed(32)), ("batches", .varint)] + batch + batch
            + [("heads", .varint), ("device", .varint)]
            + [("number", .varint), ("name", .fixed(16)), ("signature", .counted)]
    }()

    private static let entries: [(title: String, entry: LogEntry, parts: Parts)] = [
        (
            "a feed", .feed(200, feed),
            [("number", .varint), ("scope", .fixed(16)), ("tier", .fixed(1)), ("device", .fixed(32))]
        ),
        (
            "a batch that was received", .batch(StoredBatch(feed: 200, isMinted: false, batch: batch)),
            [("feed × 2", .varint), ("batch", .rest)]
        ),
        (
            "a batch that was minted here", .batch(StoredBatch(feed: 200, isMinted: true, batch: batch)),
            [("feed × 2 + 1", .varint), ("batch", .rest)]
        ),
        (
            "a head", .head(200, head),
            [("feed", .varint), ("number", .varint), ("name", .fixed(16)), ("signature", .rest)]
        ),
        (
            "the household", .local(.household(scope, lineage: scope)),
            [("fact", .fixed(1)), ("scope", .fixed(16)), ("has lineage", .fixed(1)), ("lineage", .fixed(16))]
        ),
        (
            "the introducer", .local(.introducer(publicKey: [4], deviceName: "nas")),
            [("fact", .fixed(1)), ("public key", .counted), ("device name", .counted)]
        ),
        (
            "a login", .local(.binding(uid: 1000, member: MemberID(rawValue: 5))),
            [("fact", .fixed(1)), ("uid", .varint), ("member", .fixed(16))]
        ),
        (
            "an address", .local(.address(device, Endpoint("[::1]:7"))),
            [("fact", .fixed(1)), ("device", .fixed(32)), ("endpoint", .counted)]
        ),
        (
            "a guess at a pairing code", .local(.pairingAttempt(expiresAt: 6, used: 7)),
            [("fact", .fixed(1)), ("expires at", .fixed(8)), ("used", .varint)]
        ),
        (
            "a request that was answered",
            .local(.request(tag, at: 6, outcome)),
            [("fact", .fixed(1)), ("name", .fixed(8)), ("digest", .fixed(4)), ("at", .fixed(8))]
                + [("flags", .fixed(1)), ("list", .fixed(16)), ("changed", .varint), ("scope", .fixed(16))]
                + [("entity", .fixed(8)), ("unchanged", .varint), ("left alone", .varint), ("scope", .fixed(16))]
                + [("entity", .fixed(8)), ("field", .varint)]
        ),
        (
            "a request that was answered as its batch says", .local(.requestOfBatch(tag, flags: 0)),
            [("fact", .fixed(1)), ("name", .fixed(8)), ("digest", .fixed(4))]
        ),
        (
            "a request that was answered as its batch says, in one list", .local(.requestOfBatch(tag, flags: 1)),
            [("fact", .fixed(1)), ("name", .fixed(8)), ("digest", .fixed(4)), ("flags", .fixed(1))]
        ),
        (
            "a default list", .local(.defaultList(uid: 1000, scope)),
            [("fact", .fixed(1)), ("uid", .varint), ("list", .fixed(16))]
        ),
        ("no default list", .local(.defaultList(uid: 1000, nil)), [("fact", .fixed(1)), ("uid", .varint)]),
        (
            "an own view", .local(.ownView(uid: 1000, list: scope, DefaultView(sort: .name, showsDone: true))),
            [("fact", .fixed(1)), ("uid", .varint), ("list", .fixed(16)), ("view", .counted)]
        ),
        (
            "no own view", .local(.ownView(uid: 1000, list: scope, nil)),
            [("fact", .fixed(1)), ("uid", .varint), ("list", .fixed(16))]
        ),
        (
            "an own view of all lists",
            .local(.overallView(uid: 1000, ItemDisplay(sort: .due, isReversed: false, isFlat: true))),
            [("fact", .fixed(1)), ("uid", .varint), ("view", .counted)]
        ),
        ("no own view of all lists", .local(.overallView(uid: 1000, nil)), [("fact", .fixed(1)), ("uid", .varint)]),
        (
            "a saved filter", .local(.savedFilter(MemberID(rawValue: 5), name: "Week", filter)),
            [("fact", .fixed(1)), ("member", .fixed(16)), ("name", .counted), ("filter", .counted)]
        ),
        (
            "a removed filter", .local(.savedFilter(MemberID(rawValue: 5), name: "Week", nil)),
            [("fact", .fixed(1)), ("member", .fixed(16)), ("name", .counted)]
        ),
        (
            "healed", .local(.healed(lostBytes: 3, fetched: 14, at: 1_800_000_000_000)),
            [("fact", .fixed(1)), ("lostBytes", .fixed(8)), ("fetched", .varint), ("at", .fixed(8))]
        ),
        (
            "given up", .local(.givenUp(lostBytes: 3, changeCount: 14, at: 1_800_000_000_000)),
            [("fact", .fixed(1)), ("lostBytes", .fixed(8)), ("changeCount", .varint), ("at", .fixed(8))]
        ),
        ("seen", .local(.deviceSeen(device)), [("fact", .fixed(1)), ("device", .fixed(32))]),
        (
            "person seen", .local(.personSeen(MemberID(rawValue: 5), on: device)),
            [("fact", .fixed(1)), ("device", .fixed(32)), ("person", .fixed(16))]
        ),
        (
            "removed", .local(.removal(removal, from: device)),
            [("fact", .fixed(1)), ("teller", .fixed(32)), ("household", .fixed(16)), ("person", .fixed(16))]
                + [("device", .fixed(32)), ("at", .fixed(8))]
        ),
        (
            "not removed after all", .local(.removal(nil, from: device)),
            [("fact", .fixed(1)), ("teller", .fixed(32))]
        ),
        ("letter", .local(.letter([1, 2])), [("fact", .fixed(1)), ("size", .varint), ("letter", .fixed(2))]),
    ]

    private static let removal = Removal(
        household: scope,
        person: MemberID(rawValue: 5),
        device: device,
        at: 1_800_000_000_000
    )

    private static let tag = RequestTag(RequestKey(text: "k7", digest: 9), of: 1000)

    private static let filter: ItemFilter = {
        var filter = ItemFilter()
        let section = Library.Spot(scope: scope, section: EntityID(rawValue: 4))
        filter.places = [
            .init(spot: .init(scope: scope), name: "Garden"), .init(spot: section, name: "Garden/Beds"),
        ]
        (filter.state, filter.includesAll) = (.open, true)
        filter.assignee = .member(MemberID(rawValue: 5), name: "Zoë")
        (filter.due, filter.tags, filter.priority) = ("next week", ["rain", "sun"], .medium)
        filter.display = ItemDisplay(sort: .due, isReversed: true, isFlat: true, isLong: false)
        return filter
    }()

    private static let outcome: Outcome = {
        var outcome = Outcome()
        outcome.list = scope
        outcome.isNewList = true
        outcome.changed = [EntityReference(scope: scope, entity: EntityID(rawValue: 4))]
        outcome.leftAlone = [FieldReference(scope: scope, entity: EntityID(rawValue: 4), field: .title)]
        return outcome
    }()

    private static let batch = Batch(
        header: BatchHeader(
            by: MemberID(rawValue: 1),
            number: 300,
            previous: name,
            opCount: 1,
            stamp: Stamp(rawValue: 2),
            group: 3,
            context: ends
        ),
        ops: [.purge(EntityID(rawValue: 4))]
    )
}

extension Message.Goodbye {
    /// All reasons that this version knows.
    fileprivate static let all = (UInt8.min...UInt8.max).compactMap(Message.Goodbye.init)
}
