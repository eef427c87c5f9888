import Foundation
import PhlistModel
import PhlistTransport

@testable import PhlistHousehold
@testable import PhlistSync

/// A device of a household with a program that is not ours: it has the key of one, and says whatever it wants.
final class HostileDevice {
    let id: DeviceID
    private let authenticator: P256HeadAuthenticator
    private let transport: Transport
    private let ear: Ear
    private let connection: PhlistTransport.ConnectionID
    /// What was heard and nobody has asked for yet.
    private var heard: [Message] = []

    /// All that the daemon has said, as it came out of TLS.
    private(set) var everything = Data()

    /// The daemon has ended the connection.
    struct HungUp: Error {}

    /// Takes the place of a home's own program, which is stopped, and begins a session with another home.
    init(inPlaceOf own: Home, against victim: Home) throws {
        try own.daemon.stop()
        let identity = try Self.identity(of: own)
        let ear = Ear()
        let configuration = TransportConfiguration(identity: identity, applicationProtocol: "phlist/2") { _ in true }
        transport = Transport(configuration) { ear.note($0) }
        self.ear = ear
        id = DeviceID(publicKey: identity.key.publicKey)
        authenticator = P256HeadAuthenticator(key: identity.privateKey)
        guard let loopback = IPAddress("127.0.0.1") else { throw HarnessError("no loopback") }
        connection = transport.connect(to: NetworkAddress(loopback, port: try Pairing.port(of: victim)))
        try beginSession()
    }

    /// The key of a home's own program.
    static func identity(of home: Home) throws -> DeviceIdentity {
        let key = try Data(contentsOf: URL(filePath: "\(home.directory)/state/device.key"))
        return try DeviceIdentity(privateKeyBytes: Array(key))
    }

    /// Who that key makes of it.
    static func id(of home: Home) throws -> DeviceID {
        DeviceID(publicKey: try identity(of: home).key.publicKey)
    }

    /// Ends the connection.
    func hangUp() {
        transport.close(connection)
    }

    /// Says something; waits while too much of it has not gone out.
    func say(_ message: Message) throws {
        let (type, body) = message.encoded
        let queued = transport.send([Frame(type: type, body: body)], to: connection)
        guard queued > TransportLimits().outboundQueueSizeLow else { return }
        while try !takeEvent() {}
    }

    /// Waits for a message of which something can be made.
    func hear<Value>(_ match: (Message) -> Value?) throws -> Value {
        while true {
            while !heard.isEmpty {
                if let value = match(heard.removeFirst()) { return value }
            }
            _ = try takeEvent()
        }
    }

    /// Waits until all that was said before has been looked at.
    func waitUntilHeard() throws {
        for _ in 0..<3 {
            try say(.ping)
            try hear { if case .pong = $0 { () } else { nil } }
        }
    }

    /// Waits until the daemon hangs up.
    ///
    /// - Returns: The last that it said.
    func lastWord() throws -> Message? {
        let deadline = ContinuousClock.now + .seconds(20)
        var last: Message?
        do {
            while ContinuousClock.now < deadline { last = try hear { $0 } }
        } catch is HungUp {
            return last
        }
        throw HarnessError("the daemon does not hang up")
    }

    private func beginSession() throws {
        guard case .connected = try ear.next() else { throw HarnessError("not connected") }
        let hello = Message.Hello(
            protocolMin: Replica.protocolVersion,
            protocolMax: Replica.protocolVersion,
            features: 0,
            runNonce: .random(in: .min ... .max),
            modelVersion: 1,
            wallMilliseconds: Int64(Date.now.timeIntervalSince1970 * 1000),
            build: "hostile",
            overview: Holding(vector: 0, state: 0)
        )
        try say(.hello(hello))
        _ = try hear { if case .hello = $0 { true } else { nil } }
    }

    /// Takes in what comes next.
    ///
    /// - Returns: Whether there is room again for what is to be sent.
    private func takeEvent() throws -> Bool {
        switch try ear.next() {
        case .received(_, let frame):
            transport.authenticated(connection)
            everything += frame.body
            transport.consumed(cost: frame.cost, from: connection)
            if let message = try Message(type: frame.type, body: frame.body) {
                heard.append(message)
                answerPing(message)
            }
        case .drained: return true
        case .disconnected: throw HungUp()
        case .connected, .refused: break
        }
        return false
    }
}

extension HostileDevice {
    /// Shows that it is there: on a busy machine the daemon may doubt that while nobody has anything to say.
    private func answerPing(_ message: Message) {
        guard case .ping = message else { return }
        let (type, body) = Message.pong.encoded
        transport.send([Frame(type: type, body: body)], to: connection)
    }

    /// A chain in a list, batch by batch; of its own if it is honest.
    struct Chain {
        let feed: Feed
        private(set) var end: BatchReference
        /// What says whose the list is: to write without knowing that has no effect.
        private let beginning: BatchReference

        init(of device: DeviceID, in scope: ScopeID, of owner: Home) throws {
            feed = Feed(scope: scope, tier: .content, device: device)
            end = BatchReference(feed.hint, number: 0, name: .none)
            beginning = try owner.beginning(of: scope)
        }

        /// Appends ops, as one batch of the house.
        mutating func append(_ ops: [Op]) -> Batch {
            let header = BatchHeader(
                by: .house,
                number: end.number + 1,
                previous: end.name,
                opCount: ops.count,
                stamp: Stamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000)),
                group: end.number + 1,
                context: end.number == 0 ? [beginning] : []
            )
            let batch = NamedBatch(Batch(header: header, ops: ops), of: feed)
            end = batch.reference
            return batch.batch
        }
    }

    /// Its own signature under the end of a chain.
    func signature(of chain: Chain) throws -> [UInt8] {
        try authenticator.sign(SignedHead.signedBytes(of: chain.feed, number: chain.end.number, name: chain.end.name))
    }

    /// Says batches that are the newest of a chain, with its own signature unless another one is given.
    func say(_ batches: [Batch], of chain: Chain, signed forged: [UInt8]? = nil) throws {
        let signature = try forged ?? signature(of: chain)
        let head = SignedHead(number: chain.end.number, name: chain.end.name, signature: signature)
        try say(
            .batches(
                .init(
                    scope: chain.feed.scope,
                    tier: chain.feed.tier,
                    isComplete: true,
                    holding: 1,
                    devices: [chain.feed.device],
                    batches: batches.map { .init(device: 0, bytes: $0.bytes) },
                    heads: [.init(device: 0, head: head)]
                )
            )
        )
    }
}

extension Home {
    /// The ids of the lists that its user sees.
    func listIDs() throws -> [ScopeID] {
        _ = try shell("phlistctl -q list ls > lists")
        let lines = try String(contentsOfFile: "\(directory)/lists", encoding: .utf8).split(separator: "\n")
        return lines.filter { $0.count == 32 }.map { ScopeID(rawValue: Self.number($0)) }
    }

    /// The first batch of a list that its user made, by what the log has.
    fileprivate func beginning(of list: ScopeID) throws -> BatchReference {
        _ = try shell("cp -r state copied && phlistctl --json store dump copied > dump; rm -r copied")
        let records = try String(contentsOfFile: "\(directory)/dump", encoding: .utf8).split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
        // Control comes first.
        let feed = records.first { $0["type"] as? String == "feed" && $0["scope"] as? String == "\(list)" }
        let number = feed?["feed"] as? Int
        let batch = records.first { $0["type"] as? String == "batch" && $0["feed"] as? Int == number }
        guard let name = batch?["name"] as? String else { throw HarnessError("no beginning of \(list)") }
        let hint = Feed(scope: list, tier: .control, device: try HostileDevice.id(of: self)).hint
        return BatchReference(hint, number: 1, name: BatchName(rawValue: Self.number(name)))
    }

    /// A letter from k to z is half a byte.
    private static func number(_ letters: some StringProtocol) -> UInt128 {
        letters.unicodeScalars.reduce(0) { $0 << 4 | UInt128($1.value - UnicodeScalar("k").value) }
    }
}
