package import PhlistModel

extension ReplicaSnapshot {
    /// The bytes, equal for what is equal; a million ops take a fraction of a second.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }

    /// Writes these bytes behind others: they are many, and are not copied.
    package func encode(into writer: inout ByteWriter) {
        writer.write(Self.version)
        writer.write(varint: ModelVersion.current.number)
        writer.write(device)
        writer.write(fixed: lastStamp.rawValue)
        writer.write(varint: UInt64(recordsSinceFacts))
        writer.write(varint: UInt64(scopes.count))
        for scope in scopes {
            scope.encode(into: &writer, origins)
        }
        let facts = facts + requests.facts
        writer.write(varint: UInt64(facts.count))
        for fact in facts {
            writer.write(counted: fact.encoded)
        }
        recentChanges.encode(into: &writer)
    }

    /// Reads exactly one snapshot of a device; total, whatever the bytes are.
    init(decoding bytes: [UInt8], of device: DeviceID) throws(CodecError) {
        var reader = ByteReader(bytes)
        let (version, model) = (try reader.readByte(), try reader.readVarint())
        guard version == Self.version, model == ModelVersion.current.number else {
            throw .badValue("snapshot version \(version) of model \(model)")
        }
        guard try reader.readDeviceID() == device else { throw .badValue("snapshot of another device") }
        self.device = device
        lastStamp = Stamp(rawValue: try reader.readFixed())
        recordsSinceFacts = try reader.readCount(limit: Int(UInt32.max))
        (scopes, origins) = try Self.readScopes(&reader)
        (facts, requests) = try Self.readFacts(&reader)
        recentChanges = try RecentChanges(from: &reader, countMax: SyncLimits.recentChangesMax)
        try reader.expectEnd()
    }

    private static func readScopes(
        _ reader: inout ByteReader
    ) throws(CodecError) -> (scopes: [Scope], origins: [FeedID: FeedOrigin]) {
        var (scopes, origins): ([Scope], [FeedID: FeedOrigin]) = ([], [:])
        for _ in 0..<(try reader.readCount(ofAtLeast: ScopeID.byteCount)) {
            let scope = try Scope(from: &reader, &origins)
            let isBehind = scopes.last.map { $0.state.id < scope.state.id } ?? true
            guard isBehind else { throw .badValue("scope out of order") }
            scopes.append(scope)
        }
        return (scopes, origins)
    }

    private static func readFacts(
        _ reader: inout ByteReader
    ) throws(CodecError) -> (facts: [LocalFact], requests: RequestBook) {
        var (facts, requests): ([LocalFact], RequestBook) = ([], RequestBook())
        for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
            var part = try reader.readPart(limit: reader.remaining)
            switch try LocalFact(from: &part) {
            case .request(let key, let uid, let at, let outcome)?: requests.note(key, of: uid, at: at, outcome)
            case let fact?: facts.append(fact)
            case nil: throw .badValue("fact of a later version")
            }
        }
        return (facts, requests)
    }
}

extension ReplicaSnapshot.Scope {
    fileprivate func encode(into writer: inout ByteWriter, _ origins: [FeedID: FeedOrigin]) {
        state.encode(into: &writer)
        let feeds = state.ledger.feedIDs
        for feed in feeds {
            writer.write(origins[feed] == nil ? 0 : 1)
        }
        let kept = feeds.enumerated().filter { shelves[$0.element]?.heads.isEmpty == false }
        writer.write(varint: UInt64(kept.count))
        for (number, feed) in kept {
            let heads = shelves[feed]?.heads ?? []
            writer.write(varint: UInt64(number))
            writer.write(varint: UInt64(heads.count))
            for head in heads {
                writer.write(varint: head.sequence)
                writer.write(counted: head.signature)
            }
        }
        writer.write(varint: UInt64(proofs.count))
        for (_, proof) in proofs.sorted(by: { $0.key < $1.key }) {
            writer.write(counted: proof.encoded)
        }
    }

    /// Reads a scope, and adds the feeds that the log names to the origins.
    fileprivate init(from reader: inout ByteReader, _ origins: inout [FeedID: FeedOrigin]) throws(CodecError) {
        state = try ScopeState(from: &reader)
        let feeds = state.ledger.feedIDs
        for (feed, origin) in zip(feeds, state.ledger.origins) where try reader.readIndex(below: 2) == 1 {
            guard origin.scope == state.id else { throw .badValue("feed of another scope") }
            origins[feed] = origin
        }
        shelves = [:]
        for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
            let feed = feeds[try reader.readIndex(below: feeds.count)]
            shelves[feed] = try HeadShelf(from: &reader, upTo: state.ledger[feed]?.head.sequence ?? 0)
        }
        proofs = [:]
        for _ in 0..<(try reader.readCount(ofAtLeast: HashName.byteCount)) {
            let proof = try ForkProof(decoding: Array(try reader.readCounted(limit: reader.remaining)))
            guard proof.origin.scope == state.id else { throw .badValue("proof of another scope") }
            proofs[proof.fork] = proof
        }
    }
}

extension HeadShelf {
    fileprivate init(from reader: inout ByteReader, upTo end: UInt64) throws(CodecError) {
        self.init()
        for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
            let sequence = try reader.readVarint()
            let signature = Array(try reader.readCounted(limit: Limits.signatureBytesMax))
            guard sequence > newest?.sequence ?? 0, sequence <= end else { throw .badValue("head \(sequence)") }
            insert(SignedHead(sequence: sequence, signature: signature))
        }
    }
}
