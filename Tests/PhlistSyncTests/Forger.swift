import PhlistTestKit

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Writes by hand what a device could sign, whatever the program would do.
struct Forger {
    let feed: Feed
    private let key: [UInt8]
    /// The words that the device knows: what names none of them has no effect.
    private var words: [BatchReference] = []
    private(set) var batches: [NamedBatch] = []

    init(_ name: String, in scope: ScopeID, tier: Tier = .content) {
        key = Array("key of \(name)".utf8)
        feed = Feed(scope: scope, tier: tier, device: DeviceID(publicKey: key))
    }

    init(_ device: Device, in scope: ScopeID, tier: Tier = .content) {
        self.init(device.name, in: scope, tier: tier)
        words = device.ends(in: scope).filter { $0.hint.tier == .control }
    }

    /// Makes a batch that follows another one of the device, or none.
    @discardableResult
    mutating func write(
        _ ops: [Op],
        after previous: BatchReference? = nil,
        knowing context: [BatchReference] = [],
        by member: MemberID = .house,
        forHouse isForHouse: Bool = false,
        at milliseconds: Int64 = 1_800_000_000_000
    ) -> NamedBatch {
        var header = BatchHeader(
            by: member,
            number: (previous?.number ?? 0) + 1,
            previous: previous?.name ?? .none,
            opCount: ops.count,
            stamp: Stamp(rawValue: UInt64(milliseconds) << 16),
            group: 1,
            context: context
        )
        header.isFlaggedForHouse = isForHouse
        let batch = NamedBatch(Batch(header: header, ops: ops), of: feed)
        batches.append(batch)
        return batch
    }

    /// Makes a batch that gives an item a title.
    @discardableResult
    mutating func write(
        _ title: String,
        item: UInt64 = 5,
        after previous: BatchReference? = nil,
        knowing context: [BatchReference] = []
    ) -> NamedBatch {
        let fields = [FieldWrite(.life, Life.alive), FieldWrite(.title, text: title)]
        let known = previous == nil ? Set(context).union(words).sorted() : context
        return write([.write(EntityID(rawValue: item), fields)], after: previous, knowing: known)
    }

    func head(of batch: NamedBatch) -> SignedHead {
        let (number, name) = (batch.header.number, batch.name)
        let bytes = SignedHead.signedBytes(of: feed, number: number, name: name)
        return SignedHead(number: number, name: name, signature: HashAuthenticator(publicKey: key).sign(bytes))
    }

    /// A message with some batches, each under a signed head, or with other heads.
    func message(_ batches: [NamedBatch]? = nil, heads: [SignedHead]? = nil, isComplete: Bool = true) -> Message {
        let batches = batches ?? self.batches
        return .batches(
            .init(
                scope: feed.scope,
                tier: feed.tier,
                isComplete: isComplete,
                holding: 1,
                devices: [feed.device],
                batches: batches.map { .init(device: 0, bytes: $0.batch.bytes) },
                heads: (heads ?? batches.map { head(of: $0) }).map { .init(device: 0, head: $0) }
            )
        )
    }
}

extension Device {
    /// The end of the only chain of this device in a tier of a scope.
    func end(in scope: ScopeID, of tier: Tier = .content) -> BatchReference? {
        guard let ledger = state(scope)?.ledger else { return nil }
        return ledger.chains(withHint: FeedHint(device: id, tier: tier)).last.map { ledger.end(of: $0) }
    }

    /// The ends of all chains in a scope.
    func ends(in scope: ScopeID) -> [BatchReference] {
        state(scope)?.versionVector.entries ?? []
    }
}

extension Forger {
    /// A message with batches of several devices, each under a head of its author.
    static func message(
        _ batches: [(author: String, batch: NamedBatch)],
        in scope: ScopeID,
        tier: Tier = .content
    ) -> Message {
        let devices = Set(batches.map(\.batch.device)).sorted()
        let entries = batches.map { entry in
            let index = devices.firstIndex(of: entry.batch.device) ?? 0
            let forger = Forger(entry.author, in: scope, tier: tier)
            return (index: index, batch: entry.batch, head: forger.head(of: entry.batch))
        }
        return .batches(
            .init(
                scope: scope,
                tier: tier,
                isComplete: true,
                holding: 1,
                devices: devices,
                batches: entries.map { .init(device: $0.index, bytes: $0.batch.batch.bytes) },
                heads: entries.map { .init(device: $0.index, head: $0.head) }
            )
        )
    }
}

extension Device {
    /// Opens a connection on which the test speaks for another device.
    func accept(_ peer: DeviceID, as connection: ConnectionID) {
        let hello = Message.Hello(
            protocolMin: 1,
            protocolMax: 1,
            features: 0,
            runNonce: connection.rawValue,
            modelVersion: 1,
            wallMilliseconds: wall,
            build: "",
            overview: Holding(vector: 0, state: 0)
        )
        turn([.connected(connection, peer, .accepted(from: Endpoint("192.0.2.1:1")))])
        hear(.hello(hello), on: connection)
    }

    /// Takes in a message.
    func hear(_ message: Message, on connection: ConnectionID) {
        let (type, body) = message.encoded
        turn([.received(connection, type: type, body: body)])
    }

    /// What was said on a connection since the test last took it; of batches the messages that a request stands for.
    func takeSaid(on wanted: ConnectionID) -> [Message] {
        takeSaid().flatMap { effect -> [Message] in
            switch effect {
            case .send(wanted, let message), .sendInTurn(wanted, let message): [message]
            case .sendBatches(wanted, let request): messages(for: request)
            default: []
            }
        }
    }
}
