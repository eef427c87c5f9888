import PhlistTestKit
import Testing

@testable import PhlistHousehold
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

    @Test func `a number beyond those of batches is refused wherever one is told`() throws {
        let (scope, device) = (ScopeID(rawValue: 1), DeviceID(publicKey: [1]))
        for number in [Limits.batchNumberMax + 1, .max] {
            let reference = BatchReference(device: device, number: number, name: BatchName(rawValue: 3))
            let vector = Message.versionVector(.init(scope: scope, vector: VersionVector([reference])))
            let head = SignedHead(number: number, name: BatchName(rawValue: 3), signature: [1])
            let heads = [Message.Batches.Head(device: 0, head: head)]
            let batches = Message.Batches(
                scope: scope,
                tier: .content,
                isComplete: true,
                holding: 1,
                devices: [device],
                batches: [],
                heads: heads
            )
            for message in [vector, .batches(batches)] {
                let (type, body) = message.encoded
                #expect(throws: CodecError.overLimit(number)) { try Message(type: type, body: body) }
            }
            let record = LogEntry.head(1, head).record
            #expect(throws: CodecError.overLimit(number)) { try LogEntry(record) }
            for (own, context) in [(number, []), (2, [reference])] {
                let header = BatchHeader(
                    by: .house,
                    number: own,
                    previous: BatchName(rawValue: 4),
                    opCount: 1,
                    stamp: Stamp(rawValue: 1),
                    group: 1,
                    context: context
                )
                let batch = Batch(header: header, ops: [.purge(EntityID(rawValue: 1))])
                #expect(throws: CodecError.overLimit(number)) { try Batch(bytes: batch.bytes) }
            }
        }
    }

    @Test func `numbers of feeds in a log leave room for those that follow`() throws {
        let limit = UInt64(FeedTable.numberMax)
        for number in [limit + 1, 1 << 32, 1 << 62] {
            var (single, twice) = (ByteWriter(), ByteWriter())
            single.write(varint: number)
            single.write(raw: [UInt8](repeating: 0, count: 48))
            twice.write(varint: number << 1)
            #expect(throws: CodecError.overLimit(number)) { try LogEntry(Record(.feed, single.bytes)) }
            #expect(throws: CodecError.overLimit(number)) { try LogEntry(Record(.head, single.bytes)) }
            #expect(throws: CodecError.overLimit(number << 1)) { try LogEntry(Record(.batch, twice.bytes)) }
        }
        var table = FeedTable()
        table.see(FeedTable.numberMax)
        #expect(table.introduce(Feed(scope: ScopeID(rawValue: 1), device: DeviceID(publicKey: []))).number > limit)
    }

    @Test func `a type of a later version is ignored when its high bit says so and refused otherwise`() throws {
        let known: Set<UInt8> = [1, 2, 3, 4, 5, 9, 16, 17, 18, 32, 33, 34, 35, 36, 0x81, 0x82, 0x83]
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
            let people = random.several {
                NewDevice.Person(
                    name: $0.text(),
                    email: $0.text(),
                    isUser: $0.number(below: 2) == 0,
                    member: $0.identifier()
                )
            }
            let request = NewDevice(
                publicKey: key,
                deviceName: random.text(),
                people: people,
                lineage: random.identifier(),
                authors: random.several { NewDevice.Author(publicKey: $0.bytes(91), name: $0.text()) }
            )
            #expect(try NewDevice(decoding: request.encoded, publicKey: key) == request)
            let welcome = Welcome(
                household: random.identifier(),
                lineage: random.identifier(),
                householdName: random.text(),
                deviceCount: random.number(below: 64),
                publicKey: key,
                deviceName: random.text(),
                port: UInt16(random.number(below: 65_536)),
                users: random.several { Welcome.Person(id: $0.identifier(), name: $0.text()) },
                counterparts: random.several { $0.number(below: 2) == 0 ? nil : $0.identifier() },
                letter: random.bytes(upTo: 128)
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

    @Test(arguments: beginnings)
    func `a count beyond its limit is refused with the count before anything is read for it`(_ place: CountPlace) {
        for count in [UInt64(place.limit), UInt64(place.limit) + 1, 1 << 31, 1 << 63, .max] {
            var writer = ByteWriter()
            writer.write(raw: [UInt8](repeating: 0, count: place.byteCount) + place.table)
            writer.write(varint: count)
            let error = count > place.limit ? CodecError.overLimit(count) : .truncated
            #expect(throws: error) { try Message(type: place.type, body: writer.bytes) }
        }
    }

    /// Where a body counts something, and nothing follows.
    struct CountPlace: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var limit: Int
        var type: UInt8
        /// The zeros before the count, and what else comes before.
        var byteCount: Int
        var table: [UInt8] = []
    }

    private static let beginnings: [CountPlace] = {
        let table = [1] + [UInt8](repeating: 0, count: 32)
        return [
            CountPlace(testDescription: "build", limit: PhlistModel.Limits.nameBytesMax, type: 1, byteCount: 20),
            CountPlace(testDescription: "scopes", limit: HouseholdLimits.scopesMax, type: 2, byteCount: 1),
            CountPlace(testDescription: "pointed", limit: PhlistModel.Limits.scopeChainsMax, type: 3, byteCount: 16),
            CountPlace(testDescription: "vector", limit: SyncLimits.vectorEntriesMax, type: 3, byteCount: 17),
            CountPlace(testDescription: "devices", limit: PhlistModel.Limits.scopeChainsMax, type: 4, byteCount: 33),
            CountPlace(testDescription: "batches", limit: SyncLimits.inboxBatchesMax, type: 4, byteCount: 34),
            CountPlace(
                testDescription: "batch",
                limit: SyncLimits.frameBytesMax,
                type: 4,
                byteCount: 33,
                table: table + [1, 0]
            ),
            CountPlace(testDescription: "heads", limit: SyncLimits.inboxBatchesMax, type: 4, byteCount: 35),
            CountPlace(
                testDescription: "signature",
                limit: PhlistModel.Limits.signatureBytesMax,
                type: 4,
                byteCount: 33,
                table: table + [0, 1, 0, 0] + [UInt8](repeating: 0, count: 16)
            ),
        ]
    }()

    @Test func `a vector has its entries in order, each once, and so has what is pointed at`() throws {
        for (first, second, isValid) in [(1, 2, true), (2, 1, false), (1, 1, false)] as [(UInt64, UInt64, Bool)] {
            var (entries, pointed) = (ByteWriter(), ByteWriter())
            entries.write(raw: ScopeID(rawValue: 1).bytes + [0, 2])
            pointed.write(raw: ScopeID(rawValue: 1).bytes + [2])
            for number in [first, second] {
                entries.write(fixed: 7)
                entries.write(varint: 1)
                entries.write(raw: BatchName(rawValue: UInt128(number)).bytes)
                pointed.write(fixed: number)
            }
            pointed.write(0)
            for writer in [entries, pointed] {
                #expect(((try? Message(type: 3, body: writer.bytes)) != nil) == isValid, "\(first), \(second)")
            }
        }
    }

    @Test func `a record that introduces a feed ends with it`() throws {
        var random = SeededRandom(seed: 1)
        let record = LogEntry.feed(7, Feed(scope: random.identifier(), device: random.device())).record
        #expect(throws: CodecError.trailing(1)) { try LogEntry(Record(.feed, record.bytes + [0])) }
    }

    @Test func `a name that is no text can be stored and read again`() throws {
        let garbage = [UInt8](repeating: 0xFF, count: PhlistModel.Limits.nameBytesMax)
        var writer = ByteWriter()
        writer.write(counted: garbage)
        writer.write(raw: [UInt8](repeating: 0, count: 18))
        let name = try NewDevice(decoding: writer.bytes, publicKey: []).deviceName
        let entry = LogEntry.local(.introducer(publicKey: [], deviceName: name))
        #expect(try LogEntry(entry.record) == entry)
        #expect(!name.isEmpty)
    }
}
