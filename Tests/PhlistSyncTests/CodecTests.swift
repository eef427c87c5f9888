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
}
