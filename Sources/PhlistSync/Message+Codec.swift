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
        case forkProof = 6
        case trail = 7
        case forkClaim = 8
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
        case .versionVector(let scope, let vector):
            writer.write(scope)
            Message.write(vector, into: &writer)
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
        case .forkProof(let proof):
            writer.write(raw: proof.encoded)
        case .trail(let trail):
            trail.encode(into: &writer)
        case .forkClaim(let claim):
            writer.write(raw: claim.encoded)
        case .ping, .pong:
            break
        case .goodbye(let reason):
            writer.write(reason.rawValue)
        }
        return (kind.rawValue, writer.bytes)
    }

    /// Reads a frame; nil for a type that may be ignored.
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
        case .versionVector:
            let scope = try reader.readIdentifier(ScopeID.self)
            self = .versionVector(scope, try Message.readVector(&reader))
        case .batches: self = .batches(try Batches(from: &reader))
        case .ack: self = .ack(try Ack(from: &reader))
        case .overview: self = .overview(try Holding(from: &reader))
        case .blobWant, .blobHave, .blobCredit, .blobChunk, .blobCancel:
            self = try Message.readBlob(kind, &reader)
        case .addresses: self = .addresses(try Message.readAddresses(&reader))
        case .invitations: self = .invitations(try Invitations(from: &reader))
        case .forkProof: self = .forkProof(try ForkProof(decoding: Array(try reader.read(count: reader.remaining))))
        case .trail: self = .trail(try FeedTrail(from: &reader))
        case .forkClaim: self = .forkClaim(try ForkClaim(decoding: Array(try reader.read(count: reader.remaining))))
        case .ping: self = .ping
        case .pong: self = .pong
        case .goodbye:
            // A reason of a later version is a goodbye all the same.
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
        case .forkProof: .forkProof
        case .trail: .trail
        case .forkClaim: .forkClaim
        case .ping: .ping
        case .pong: .pong
        case .goodbye: .goodbye
        }
    }

    private static func readSummary(_ reader: inout ByteReader) throws(CodecError) -> [ScopeSummary] {
        var scopes: [ScopeSummary] = []
        for _ in 0..<(try reader.readCount(limit: SyncLimits.scopesMax)) {
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
        for _ in 0..<(try reader.readCount(limit: SyncLimits.devicesMax)) {
            let device = try reader.readDeviceID()
            var endpoints: [Endpoint] = []
            for _ in 0..<(try reader.readCount(limit: SyncLimits.addressesPerInstanceMax)) {
                endpoints.append(Endpoint(try reader.readText(limit: SyncLimits.toldEndpointBytesMax)))
            }
            addresses.append(DeviceAddresses(device: device, endpoints: endpoints))
        }
        return addresses
    }

    private static func write(_ vector: VersionVector, into writer: inout ByteWriter) {
        writer.write(varint: UInt64(vector.count))
        for (feed, version) in vector.sorted(by: { $0.key < $1.key }) {
            writer.write(feed)
            writer.write(varint: version.sequence)
            writer.write(fixed: version.tag)
        }
    }

    private static func readVector(_ reader: inout ByteReader) throws(CodecError) -> VersionVector {
        var vector: VersionVector = [:]
        var last: FeedID?
        for _ in 0..<(try reader.readCount(limit: SyncLimits.vectorEntriesMax)) {
            let feed = try reader.readIdentifier(FeedID.self)
            guard last.map({ $0 < feed }) ?? true else { throw .badValue("vector out of order") }
            last = feed
            let sequence = try reader.readSequence()
            vector[feed] = FeedVersion(sequence: sequence, tag: try reader.readFixed())
        }
        return vector
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
        // As in a stamp: arithmetic with 48 bits cannot overflow.
        guard wall < 1 << 48 else { throw .badValue("clock \(wall)") }
        wallMilliseconds = Int64(wall)
        build = try reader.readText(limit: Limits.nameBytesMax)
        overview = try Holding(from: &reader)
    }
}

extension Message.FeedTrail {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(scope)
        writer.write(feed)
        writer.write(varint: trail.start)
        writer.write(trail.isComplete ? 1 : 0)
        writer.write(varint: UInt64(trail.marks.count))
        for mark in trail.marks {
            writer.write(varint: mark.sequence)
            writer.write(fixed: mark.tag)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        scope = try reader.readIdentifier()
        feed = try reader.readIdentifier()
        trail = Trail(start: try reader.readVarint(), marks: [], isComplete: false)
        guard trail.start < Limits.sequenceMax else { throw .badValue("start \(trail.start)") }
        trail.isComplete = try reader.readIndex(below: 2) == 1
        for _ in 0..<(try reader.readCount(limit: SyncLimits.trailMarksMax)) {
            let sequence = try reader.readVarint()
            guard sequence > trail.marks.last?.sequence ?? trail.start, sequence <= Limits.sequenceMax
            else {
                throw .badValue("mark \(sequence)")
            }
            trail.marks.append(FeedVersion(sequence: sequence, tag: try reader.readFixed()))
        }
    }
}

extension Message.Batches {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(scope)
        writer.write(fixed: holding)
        writer.write(varint: UInt64(feeds.count))
        for origin in feeds {
            origin.encodeWithoutScope(into: &writer)
        }
        writer.write(varint: UInt64(batches.count))
        for entry in batches {
            writer.write(varint: UInt64(entry.feed))
            writer.write(counted: entry.bytes)
        }
        writer.write(varint: UInt64(heads.count))
        for entry in heads {
            writer.write(varint: UInt64(entry.feed))
            writer.write(varint: entry.head.sequence)
            writer.write(counted: entry.head.signature)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        scope = try reader.readIdentifier()
        holding = try reader.readFixed()
        (feeds, batches, heads) = ([], [], [])
        for _ in 0..<(try reader.readCount(limit: SyncLimits.feedsPerScopeMax)) {
            feeds.append(try FeedOrigin(scope: scope, from: &reader))
        }
        for _ in 0..<(try reader.readCount(limit: SyncLimits.inboxBatchesMax)) {
            let feed = try readFeedIndex(&reader)
            let bytes = Array(try reader.readCounted(limit: SyncLimits.frameBytesMax))
            batches.append(Entry(feed: feed, bytes: bytes))
        }
        for _ in 0..<(try reader.readCount(limit: SyncLimits.inboxBatchesMax)) {
            let feed = try readFeedIndex(&reader)
            let sequence = try reader.readSequence()
            let signature = Array(try reader.readCounted(limit: Limits.signatureBytesMax))
            heads.append(Head(feed: feed, head: SignedHead(sequence: sequence, signature: signature)))
        }
    }

    private func readFeedIndex(_ reader: inout ByteReader) throws(CodecError) -> Int {
        let index = try reader.readVarint()
        guard index < UInt64(feeds.count) else { throw .badValue("feed index \(index)") }
        return Int(index)
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
        writer.write(fixed: vector)
        writer.write(fixed: state)
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        vector = try reader.readFixed()
        state = try reader.readFixed()
    }
}
