import PhlistHousehold
package import PhlistModel

/// ```
/// frame   = length u32 | type u8 | body                     the transport adds and removes the length
/// ```
/// A type that a version does not know is ignored when its high bit is set and ends the session otherwise.
extension Message {
    enum Kind: UInt8 {
        case hello = 1
        case summary = 2
        case versionVector = 3
        case batches = 4
        case ack = 5
        case overview = 9
        case ping = 16
        case pong = 17
        case goodbye = 18
        case blobWant = 32
        case blobHave = 33
        case blobCredit = 34
        case blobChunk = 35
        case blobCancel = 36
        // Hints, which a version that does not know them may ignore.
        case addresses = 0x81
        case invitations = 0x82
        case removal = 0x83
    }

    /// The frame's type and body.
    package var encoded: (type: UInt8, body: [UInt8]) {
        var writer = ByteWriter()
        switch self {
        case .hello(let hello):
            hello.encode(into: &writer)
        case .summary(let scopes, let isRequest):
            writer.write(isRequest ? 1 : 0)
            writer.write(varint: UInt64(scopes.count))
            for summary in scopes {
                writer.write(summary.scope)
                summary.holding.encode(into: &writer)
            }
        case .versionVector(let vector):
            vector.encode(into: &writer)
        case .batches(let batches):
            batches.encode(into: &writer)
        case .ack(let ack):
            ack.encode(into: &writer)
        case .overview(let holding):
            holding.encode(into: &writer)
        case .blobWant, .blobHave, .blobCredit, .blobChunk, .blobCancel:
            encodeBlob(into: &writer)
        case .addresses(let addresses):
            Message.write(addresses, into: &writer)
        case .invitations(let invitations):
            invitations.encode(into: &writer)
        case .removal(let removal):
            removal.encode(into: &writer)
        case .ping, .pong:
            break
        case .goodbye(let reason):
            writer.write(reason.rawValue)
        }
        return (kind.rawValue, writer.bytes)
    }

    /// Reads a frame; nil for an unknown type that may be ignored.
    package init?(type: UInt8, body: [UInt8]) throws(CodecError) {
        guard let kind = Kind(rawValue: type) else {
            guard type & 0x80 != 0 else { throw .badValue("message type \(type)") }
            return nil
        }
        var reader = ByteReader(body)
        self = try Message(kind, from: &reader)
        try reader.expectEnd()
    }

    private init(_ kind: Kind, from reader: inout ByteReader) throws(CodecError) {
        switch kind {
        case .hello: self = .hello(try Hello(from: &reader))
        case .summary:
            let flag = try reader.readByte()
            guard flag < 2 else { throw .badValue("summary flag \(flag)") }
            self = .summary(try Message.readSummary(&reader), isRequest: flag == 1)
        case .versionVector: self = .versionVector(try Vector(from: &reader))
        case .batches: self = .batches(try Batches(from: &reader))
        case .ack: self = .ack(try Ack(from: &reader))
        case .overview: self = .overview(try Holding(from: &reader))
        case .blobWant, .blobHave, .blobCredit, .blobChunk, .blobCancel:
            self = try Message.readBlob(kind, &reader)
        case .addresses: self = .addresses(try Message.readAddresses(&reader))
        case .invitations: self = .invitations(try Invitations(from: &reader))
        case .removal: self = .removal(try Removal(from: &reader))
        case .ping: self = .ping
        case .pong: self = .pong
        case .goodbye:
            // An unknown reason of a later version still ends the connection.
            self = .goodbye(Goodbye(rawValue: try reader.readByte()) ?? .stopping)
        }
    }

    private var kind: Kind {
        switch self {
        case .hello: .hello
        case .summary: .summary
        case .versionVector: .versionVector
        case .batches: .batches
        case .ack: .ack
        case .overview: .overview
        case .blobWant: .blobWant
        case .blobHave: .blobHave
        case .blobCredit: .blobCredit
        case .blobChunk: .blobChunk
        case .blobCancel: .blobCancel
        case .addresses: .addresses
        case .invitations: .invitations
        case .removal: .removal
        case .ping: .ping
        case .pong: .pong
        case .goodbye: .goodbye
        }
    }

    private static func readSummary(_ reader: inout ByteReader) throws(CodecError) -> [ScopeSummary] {
        var scopes: [ScopeSummary] = []
        for _ in 0..<(try reader.readCount(limit: HouseholdLimits.scopesMax)) {
            let scope = try reader.readIdentifier(ScopeID.self)
            scopes.append(ScopeSummary(scope: scope, holding: try Holding(from: &reader)))
        }
        return scopes
    }

    private static func write(_ addresses: [DeviceAddresses], into writer: inout ByteWriter) {
        writer.write(varint: UInt64(addresses.count))
        for entry in addresses {
            writer.write(entry.device)
            writer.write(varint: UInt64(entry.endpoints.count))
            for endpoint in entry.endpoints {
                writer.write(text: endpoint.text)
            }
        }
    }

    private static func readAddresses(_ reader: inout ByteReader) throws(CodecError) -> [DeviceAddresses] {
        var addresses: [DeviceAddresses] = []
        for _ in 0..<(try reader.readCount(limit: HouseholdLimits.devicesMax)) {
            let device = try reader.readDeviceID()
            var endpoints: [Endpoint] = []
            for _ in 0..<(try reader.readCount(limit: SyncLimits.addressesPerInstanceMax)) {
                endpoints.append(Endpoint(try reader.readText(limit: SyncLimits.toldEndpointBytesMax)))
            }
            addresses.append(DeviceAddresses(device: device, endpoints: endpoints))
        }
        return addresses
    }
}

extension Message.Hello {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(varint: protocolMin)
        writer.write(varint: protocolMax)
        writer.write(varint: features)
        writer.write(fixed: runNonce)
        writer.write(varint: modelVersion)
        writer.write(fixed: UInt64(bitPattern: wallMilliseconds))
        writer.write(text: build)
        overview.encode(into: &writer)
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        protocolMin = try reader.readVarint()
        protocolMax = try reader.readVarint()
        features = try reader.readVarint()
        runNonce = try reader.readFixed()
        modelVersion = try reader.readVarint()
        let wall = try reader.readFixed()
        // The same limit as in a stamp: arithmetic with 48 bits cannot overflow.
        guard wall < 1 << 48 else { throw .badValue("clock \(wall)") }
        wallMilliseconds = Int64(wall)
        build = try reader.readText(limit: Limits.nameBytesMax)
        overview = try Holding(from: &reader)
    }
}

/// ```
/// vector = scope 16 B | pointed count varint | feed 8 B… | entry count varint | reference…     ascending
/// ```
extension Message.Vector {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(scope)
        writer.write(varint: UInt64(pointed.count))
        for hint in pointed {
            writer.write(bigEndian: hint.rawValue)
        }
        writer.write(vector.entries)
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        scope = try reader.readIdentifier()
        pointed = []
        for _ in 0..<(try reader.readCount(limit: Limits.scopeChainsMax)) {
            let hint = FeedHint(rawValue: try reader.readBigEndianWord())
            guard pointed.last.map({ $0 < hint }) ?? true else { throw .badValue("feeds out of order") }
            pointed.append(hint)
        }
        vector = VersionVector(try reader.readReferences(limit: SyncLimits.vectorEntriesMax))
    }
}

/// ```
/// batches = scope 16 B | tier, plus 2 when complete, u8 | holding 16 B | device count varint | device 32 B…
///         | batch count varint | { device index varint | batch counted }…
///         | head count varint | { device index varint | number varint | name 16 B | signature counted }…
/// ```
extension Message.Batches {
    private static let completeFlag: UInt8 = 2

    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(scope)
        writer.write(tier.rawValue | (isComplete ? Self.completeFlag : 0))
        writer.write(raw: holding.bigEndianBytes)
        writer.write(varint: UInt64(devices.count))
        for device in devices {
            writer.write(device)
        }
        writer.write(varint: UInt64(batches.count))
        for entry in batches {
            writer.write(varint: UInt64(entry.device))
            writer.write(counted: entry.bytes)
        }
        writer.write(varint: UInt64(heads.count))
        for entry in heads {
            writer.write(varint: UInt64(entry.device))
            writer.write(varint: entry.head.number)
            writer.write(entry.head.name)
            writer.write(counted: entry.head.signature)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        scope = try reader.readIdentifier()
        let flags = try reader.readByte()
        guard flags < 2 * Self.completeFlag, let tier = Tier(rawValue: flags % Self.completeFlag) else {
            throw .badValue("flags \(flags) of batches")
        }
        (self.tier, isComplete) = (tier, flags & Self.completeFlag != 0)
        holding = try reader.readBigEndian()
        (devices, batches, heads) = ([], [], [])
        for _ in 0..<(try reader.readCount(limit: Limits.scopeChainsMax)) {
            devices.append(try reader.readDeviceID())
        }
        for _ in 0..<(try reader.readCount(limit: SyncLimits.inboxBatchesMax)) {
            let device = try reader.readIndex(below: devices.count)
            let bytes = Array(try reader.readCounted(limit: SyncLimits.frameBytesMax))
            batches.append(Entry(device: device, bytes: bytes))
        }
        for _ in 0..<(try reader.readCount(limit: SyncLimits.inboxBatchesMax)) {
            let device = try reader.readIndex(below: devices.count)
            let (number, name) = (try reader.readNumber(), try reader.readIdentifier(BatchName.self))
            let signature = Array(try reader.readCounted(limit: Limits.signatureBytesMax))
            heads.append(Head(device: device, head: SignedHead(number: number, name: name, signature: signature)))
        }
    }
}

extension Message.Ack {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(scope)
        holding.encode(into: &writer)
        writer.write(varint: modelVersion)
        writer.write(varint: UInt64(opaqueCount))
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        scope = try reader.readIdentifier()
        holding = try Holding(from: &reader)
        modelVersion = try reader.readVarint()
        opaqueCount = try reader.readCount(limit: Int(Int32.max))
    }
}

extension Holding {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(raw: vector.bigEndianBytes)
        writer.write(raw: state.bigEndianBytes)
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        self.init(vector: try reader.readBigEndian(), state: try reader.readBigEndian())
    }
}
