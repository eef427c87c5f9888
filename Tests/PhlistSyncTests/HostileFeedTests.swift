import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

/// Feeds without end: of a member device that has turned hostile, and of one that only had a hard life.
struct HostileFeedTests {
    private static func household(_ names: String...) throws -> Home {
        let devices = try names.map { try Device($0) }
        let home = devices.count == 2 ? Home(devices[0], devices[1]) : Home(devices[0], devices[1], devices[2])
        devices[0].give(devices[0].add("eggs"))
        for number in devices.indices.dropFirst() {
            try home.join(number, to: 0, shareLists: true)
            home.connect(number, 0)
        }
        home.disconnect()
        home.meet()
        home.disconnect()
        return home
    }

    /// A message with feeds of a device, each with one batch that changes a title.
    private static func feeds(
        _ range: Range<UInt64>,
        of device: Device,
        in scope: ScopeID,
        isSigned: Bool = true
    ) -> Message {
        let origins = range.map { FeedOrigin(scope: scope, device: device.id, incarnation: $0 + 1_000_000) }
        var (entries, heads): ([Message.Batches.Entry], [Message.Batches.Head]) = ([], [])
        for (index, origin) in origins.enumerated() {
            let header = BatchHeader(
                by: .house,
                firstSequence: 1,
                opCount: 1,
                stamp: Stamp(rawValue: 1_800_000_000_000 << 16),
                group: 1,
                context: []
            )
            let entity = EntityID(rawValue: origin.incarnation)
            let batch = Batch(header: header, ops: [.write(entity, [FieldWrite(.title, text: "x")])])
            let head = ChainHead(startOf: origin.feed).appending(batch)
            let signature = HashAuthenticator(publicKey: Array("key of \(device.name)".utf8))
                .sign(head.signedBytes(feed: origin.feed))
            entries.append(.init(feed: index, bytes: batch.bytes))
            guard isSigned else { continue }
            heads.append(.init(feed: index, head: SignedHead(sequence: 1, signature: signature)))
        }
        return .batches(.init(scope: scope, holding: 1, feeds: origins, batches: entries, heads: heads))
    }

    /// Lets a device send what nobody of this program would, on its connection to another.
    private static func deliver(_ message: Message, to number: Int, of home: Home) throws {
        let (type, body) = message.encoded
        let connection = try #require(home.connections.last)
        home.devices[number].turn([.received(connection, type: type, body: body)])
    }

    @Test func `a device that begins feeds without end gets its part of a scope, and the others go on`() throws {
        let home = try Self.household("anna", "ben", "mallory")
        let (anna, ben, mallory) = (home.devices[0], home.devices[1], home.devices[2])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        // Each hears of other feeds.
        for (number, victim) in [0, 1].enumerated() {
            home.connect(2, victim)
            for round in 0..<6 as Range<UInt64> {
                let first = UInt64(number) * 100_000 + round * 500
                try Self.deliver(Self.feeds(first..<first + 500, of: mallory, in: scope), to: victim, of: home)
            }
            _ = home.devices[victim].takeSaid()
            home.disconnect()
        }
        let part = SyncLimits.feedsPerDeviceMax / 2
        #expect(abs(anna.feeds(in: scope).count - part) < 5)
        #expect(abs(ben.feeds(in: scope).count - part) < 5)
        anna.give(anna.add("milk"))
        ben.give(ben.add("bread"))
        let honest = Home(anna, ben)
        honest.connect(0, 1)
        honest.compareAgain()
        #expect(anna.agrees(with: ben))
        #expect(Set(ben.titles(in: "Shopping")) == ["eggs", "milk", "bread"])
        #expect(abs(anna.feeds(in: scope).count - 2 * part) < 10)
    }

    @Test func `feeds that only wait count for who brings them himself, and not where others make them up`() throws {
        let home = try Self.household("anna", "ben", "mallory")
        let (anna, mallory) = (home.devices[0], home.devices[2])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        home.connect(1, 0)
        for round in 0..<6 as Range<UInt64> {
            let made = Self.feeds(round * 500..<round * 500 + 500, of: mallory, in: scope, isSigned: false)
            try Self.deliver(made, to: 0, of: home)
        }
        home.disconnect()
        home.connect(2, 0)
        let before = anna.feeds(in: scope).count
        try Self.deliver(Self.feeds(90_000..<90_001, of: mallory, in: scope), to: 0, of: home)
        #expect(anna.feeds(in: scope).count == before + 1)
        for round in 20..<26 as Range<UInt64> {
            let brought = Self.feeds(round * 500..<round * 500 + 500, of: mallory, in: scope, isSigned: false)
            try Self.deliver(brought, to: 0, of: home)
        }
        let waiting = try #require(anna.replica.scopes[scope]?.inbox.feedsByAuthor.count)
        #expect(waiting > 0 && waiting <= SyncLimits.feedsPerDeviceMax / 2)
    }

    @Test func `a thousand dead runs of an honest device arrive, from itself and through others`() throws {
        let home = try Self.household("anna", "ben", "carl")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        for round in 0..<1000 {
            anna.edit { replica in
                replica.incarnation = UInt64(round + 10)
                let now = Now(monotonic: 0, wall: 1_800_000_000_000 + Int64(round))
                return replica.mint(
                    [.write(EntityID(rawValue: 7), [FieldWrite(.title, text: "x\(round)")])],
                    in: scope,
                    by: .house,
                    now: now
                )
            }
        }
        home.connect(0, 1)
        home.compareAgain()
        #expect(ben.feeds(in: scope).count >= 1000)
        #expect(anna.agrees(with: ben))
        home.disconnect()
        home.connect(1, 2)
        home.compareAgain()
        #expect(home.devices[2].agrees(with: ben))
    }

    @Test func `a batch names no more of others than fits it, and the next one names the rest`() throws {
        let home = try Self.household("anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let count = PhlistModel.Limits.contextEntriesMax + 100
        for number in 0..<count {
            let origin = FeedOrigin(scope: scope, device: DeviceID(publicKey: [9]), incarnation: UInt64(number))
            anna.edit { replica in
                replica.origins[origin.feed] = origin
                let header = BatchHeader(
                    by: .house,
                    firstSequence: 1,
                    opCount: 1,
                    stamp: Stamp(rawValue: 5),
                    group: 1,
                    context: []
                )
                let batch = Batch(header: header, ops: [.write(EntityID(rawValue: 9), [])])
                replica.scopes[scope]?.frontier.advance(
                    origin.feed,
                    to: ChainHead(startOf: origin.feed).appending(batch)
                )
                return [.feed(origin), .batch(origin.feed, batch)]
            }
        }
        let titles = (0..<500).map { "\($0) " + String(repeating: "x", count: 300) }
        anna.give(.user(.items(.add(NewItems(list: nil, titles: titles))), anna.principal))
        anna.give(anna.add("tea"))
        let batches = anna.log.suffix(6).compactMap { record -> Batch? in
            guard case .batch(_, let batch)? = try? LogEntry(record) else { return nil }
            return batch
        }
        let counts = batches.suffix(2).map(\.header.context.count)
        #expect(counts.reduce(0, +) >= count && (counts.first ?? 0) <= PhlistModel.Limits.contextEntriesMax)
        for batch in batches {
            #expect(try Batch(bytes: batch.bytes) == batch)
            #expect(batch.bytes.count <= SyncLimits.batchWithContextBytesMax)
        }
        _ = ben
    }

    @Test func `scopes that nobody has ever heard of fill neither memory nor the table of lists`() throws {
        let home = try Self.household("anna", "ben", "mallory")
        let (anna, mallory) = (home.devices[0], home.devices[2])
        home.connect(2, 0)
        for number in 0..<UInt64(SyncLimits.scopesMax + 50) {
            let scope = ScopeID(rawValue: UInt128(number) + 77)
            try Self.deliver(Self.feeds(0..<1, of: mallory, in: scope), to: 0, of: home)
        }
        _ = anna.takeSaid()
        #expect(anna.replica.scopes.count < SyncLimits.scopesMax / 2)
        #expect(anna.scope(ofList: "Shopping") != nil)
        #expect(anna.replica.scopes.values.reduce(0) { $0 + $1.inbox.size } <= SyncLimits.inboxesBytesMax)
    }
}
