import Testing

@testable import PhlistModel
@testable import PhlistSync

/// A feed of one batch after the other, each with a title of one item, and what differs from it.
struct SplitHistory {
    let origin: FeedOrigin
    let key: [UInt8]
    private(set) var batches: [Batch] = []
    private var heads: [ChainHead]

    init(of device: Device, in scope: ScopeID, run: UInt64, count: Int, text: String = "x") {
        origin = FeedOrigin(scope: scope, device: device.id, incarnation: run)
        key = Array("key of \(device.name)".utf8)
        heads = [ChainHead(startOf: origin.feed)]
        for number in 0..<count {
            batches.append(Self.batch(UInt64(number) + 1, text: text))
            heads.append(heads[number].appending(batches[number]))
        }
    }

    private static func batch(_ sequence: UInt64, text: String) -> Batch {
        let header = BatchHeader(
            by: .house,
            firstSequence: sequence,
            opCount: 1,
            stamp: Stamp(rawValue: 1_800_000_000_000 << 16),
            group: 1,
            context: []
        )
        return Batch(header: header, ops: [.write(EntityID(rawValue: 5), [FieldWrite(.title, text: text)])])
    }

    private func sign(_ head: ChainHead, by key: [UInt8]) -> [UInt8] {
        HashAuthenticator(publicKey: key).sign(head.signedBytes(feed: origin.feed))
    }

    /// The whole feed.
    var message: Message {
        let entries = batches.map { Message.Batches.Entry(feed: 0, bytes: $0.bytes) }
        let last = SignedHead(sequence: UInt64(batches.count), signature: sign(heads[batches.count], by: key))
        let head = Message.Batches.Head(feed: 0, head: last)
        return .batches(.init(scope: origin.scope, holding: 1, feeds: [origin], batches: entries, heads: [head]))
    }

    /// That the feed goes on in another way behind a batch, signed by its device unless another key is given.
    func claim(behind common: Int, by key: [UInt8]? = nil) -> ForkClaim {
        ForkClaim(origin: origin, common: heads[common], run: run(common, "y", by: key ?? self.key))
    }

    /// That the feed has split behind a batch.
    func proof(behind common: Int) -> ForkProof {
        ForkProof(origin: origin, common: heads[common], run(common, "x", by: key), run(common, "y", by: key))
    }

    private func run(_ common: Int, _ text: String, by key: [UInt8]) -> ForkProof.Run {
        let batch = Self.batch(UInt64(common) + 1, text: text)
        return ForkProof.Run([batch], signature: sign(heads[common].appending(batch), by: key))
    }

    /// Marks of who has something else behind a batch.
    func trail(behind common: UInt64, isComplete: Bool = true) -> Message {
        let trail = Trail(
            start: common,
            marks: [FeedVersion(sequence: common + 1, tag: 1)],
            isComplete: isComplete
        )
        return .trail(.init(scope: origin.scope, feed: origin.feed, trail: trail))
    }
}

extension Home {
    /// Devices in the household of the first one, whose list Shopping all have; nobody is connected.
    static func household(of names: String...) throws -> Home {
        let home = Home(try names.map { try Device($0) })
        home.devices[0].give(home.devices[0].add("eggs"))
        for number in home.devices.indices.dropFirst() {
            try home.join(number, to: 0)
            home.connect(number, 0)
        }
        home.meet()
        home.disconnect()
        return home
    }

    /// Says something to a device on its end of the newest connection.
    func deliver(_ message: Message, to number: Int) throws {
        let (type, body) = message.encoded
        let connection = try #require(connections.last)
        devices[number].turn([.received(connection, type: type, body: body)])
    }
}
