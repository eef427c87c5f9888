import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

/// Messages and entries of the log as bytes.
struct CodecTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a message comes back from its bytes, and never from fewer`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let message = random.message()
            let (type, body) = message.encoded
            #expect(try Message(type: type, body: body) == message)
            for beginning in body.beginnings {
                #expect(throws: CodecError.self) { try Message(type: type, body: beginning) }
            }
            #expect(throws: CodecError.trailing(1)) { try Message(type: type, body: body + [0]) }
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a message with a changed byte is refused or another one that can be said`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let (type, body) = random.message().encoded
            for bytes in body.damaged {
                guard let message = try? Message(type: type, body: bytes) else { continue }
                #expect((try? Message(type: type, body: message.encoded.body)) == message)
            }
        }
    }

    @Test func `a type of a later version is ignored when its high bit says so and refused otherwise`() throws {
        let known: Set<UInt8> = [1, 2, 3, 4, 5, 16, 17, 18]
        for type in UInt8.min...UInt8.max where !known.contains(type) {
            if type >= 0x80 {
                #expect(try Message(type: type, body: [1, 2, 3]) == nil)
            } else {
                #expect(throws: CodecError.badValue("message type \(type)")) { try Message(type: type, body: []) }
            }
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `an entry comes back from its record, and never from another of the same kind`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let entry = random.entry()
            let record = entry.record
            #expect(try LogEntry(record) == entry)
            for bytes in record.bytes.beginnings + record.bytes.damaged {
                guard let other = try? LogEntry(Record(record.kind, bytes)) else { continue }
                #expect(other != entry)
                #expect((try? LogEntry(other.record)) == other)
            }
        }
    }

    @Test func `records and facts of a later version are passed over`() throws {
        #expect(try LogEntry(Record(Record.Kind(rawValue: 99), [1])) == nil)
        #expect(try LogEntry(Record(.local, [99, 1])) == nil)
    }

    @Test func `what two devices tell each other when they pair comes back from its bytes`() throws {
        var random = SeededRandom(seed: 1)
        for _ in 0..<100 {
            let key = random.bytes(91)
            let members = random.several { NewDevice.Member(id: $0.identifier(), name: $0.text()) }
            let request = NewDevice(publicKey: key, deviceName: random.text(), members: members)
            #expect(try NewDevice(decoding: request.encoded, publicKey: key) == request)
            let welcome = Welcome(
                household: random.identifier(),
                householdName: random.text(),
                deviceCount: random.number(below: 64),
                publicKey: key,
                deviceName: random.text(),
                port: UInt16(random.number(below: 65_536))
            )
            #expect(try Welcome(decoding: welcome.encoded, publicKey: key) == welcome)
            for bytes in request.encoded.beginnings {
                #expect(throws: CodecError.self) { try NewDevice(decoding: bytes, publicKey: key) }
            }
            for bytes in welcome.encoded.beginnings {
                #expect(throws: CodecError.self) { try Welcome(decoding: bytes, publicKey: key) }
            }
        }
    }

    @Test func `the bytes of every message are frozen`() {
        let scope = ScopeID(rawValue: 0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10)
        let holding = Holding(vector: 1, state: 2)
        let origin = FeedOrigin(scope: scope, device: DeviceID(publicKey: [1]), incarnation: 7)
        let messages: [(Message, String)] = [
            (
                .hello(
                    Message.Hello(
                        protocolMin: 1,
                        protocolMax: 2,
                        features: 300,
                        runNonce: 4,
                        modelVersion: 5,
                        wallMilliseconds: 6,
                        build: "0.1"
                    )
                ), Golden.hello
            ),
            (.summary([.init(scope: scope, holding: holding)], isRequest: true), Golden.summary),
            (.versionVector(scope, [FeedID(rawValue: 3): FeedVersion(sequence: 4, tag: 5)]), Golden.versionVector),
            (
                .batches(
                    Message.Batches(
                        scope: scope,
                        holding: 9,
                        feeds: [origin],
                        batches: [.init(feed: 0, bytes: [0xAA, 0xBB])],
                        heads: [.init(feed: 0, head: SignedHead(sequence: 2, signature: [0xCC]))]
                    )
                ), Golden.batches
            ),
            (.ack(.init(scope: scope, holding: holding, modelVersion: 1, opaqueCount: 0)), Golden.ack),
            (.ping, "10"), (.pong, "11"), (.goodbye(.badSignature), "1204"),
        ]
        for (message, golden) in messages {
            let (type, body) = message.encoded
            #expect(([type] + body).hex == golden)
        }
    }

    @Test func `the bytes of every entry of the log are frozen`() {
        let (scope, feed) = (ScopeID(rawValue: 1), FeedID(rawValue: 2))
        let device = DeviceID(publicKey: [1])
        let entries: [LogEntry] = [
            .feed(FeedOrigin(scope: scope, device: device, incarnation: 3)),
            .head(feed, SignedHead(sequence: 300, signature: [0xCC])),
            .local(.household(scope)),
            .local(.introducer(publicKey: [4], deviceName: "nas")),
            .local(.binding(uid: 1000, member: MemberID(rawValue: 5))),
            .local(.address(device, Endpoint("[::1]:7"))),
            .local(.pairingAttempt(expiresAt: 6, used: 7)),
        ]
        #expect(entries.map { ([$0.record.kind.rawValue] + $0.record.bytes).hex } == Golden.entries)
    }
}
