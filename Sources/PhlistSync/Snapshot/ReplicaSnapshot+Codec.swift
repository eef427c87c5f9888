import PhlistHousehold
package import PhlistModel

extension ReplicaSnapshot {
    /// The encoding, equal for equal snapshots; a million ops take a fraction of a second.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }

    /// Appends the encoding to other bytes, which avoids a copy of large data.
    package func encode(into writer: inout ByteWriter) {
        writer.write(Self.version)
        writer.write(varint: ModelVersion.current.number)
        writer.write(device)
        writer.write(fixed: lastStamp.rawValue)
        writer.write(varint: UInt64(recordsSinceFacts))
        feeds.encode(into: &writer)
        writer.write(varint: UInt64(scopes.count))
        for scope in scopes {
            scope.encode(into: &writer)
        }
        let facts = facts + requests.facts
        writer.write(varint: UInt64(facts.count))
        for fact in facts {
            writer.write(counted: fact.encoded)
        }
        recentChanges.encode(into: &writer)
    }

    /// Reads exactly one snapshot of a device; never traps, whatever the bytes are.
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
        feeds = try FeedTable(from: &reader)
        scopes = try Self.readScopes(&reader)
        // Batches of other devices cannot be minted here.
        let isOwn = scopes.allSatisfy { $0.isMinted(by: device) }
        guard isOwn else { throw .badValue("another device's batch was minted here") }
        (facts, requests) = try Self.readFacts(&reader)
        recentChanges = try RecentChanges(from: &reader, countMax: HouseholdLimits.recentChangesMax)
        try reader.expectEnd()
    }

    private static func readScopes(_ reader: inout ByteReader) throws(CodecError) -> [Scope] {
        var scopes: [Scope] = []
        for _ in 0..<(try reader.readCount(ofAtLeast: ScopeID.byteCount)) {
            let scope = try Scope(from: &reader)
            let isBehind = scopes.last.map { $0.state.id < scope.state.id } ?? true
            guard isBehind else { throw .badValue("scope out of order") }
            scopes.append(scope)
        }
        return scopes
    }

    private static func readFacts(
        _ reader: inout ByteReader
    ) throws(CodecError) -> (facts: [LocalFact], requests: RequestBook) {
        var (facts, requests): ([LocalFact], RequestBook) = ([], RequestBook())
        for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
            var part = try reader.readPart(limit: reader.remaining)
            switch try LocalFact(from: &part) {
            case .request(let tag, let at, let outcome)?: requests.note(tag, at: at, outcome)
            case .requestOfBatch?: throw .badValue("request without its batch")
            case let fact?: facts.append(fact)
            case nil: throw .badValue("fact of a later version")
            }
        }
        return (facts, requests)
    }
}

extension ReplicaSnapshot.Scope {
    fileprivate func encode(into writer: inout ByteWriter) {
        state.encode(into: &writer)
        for tier in Tier.allCases {
            writer.write(varint: lastMinted[tier].map { UInt64($0) + 1 } ?? 0)
        }
        writer.write(varint: UInt64(heads.count))
        for (chain, kept) in heads.sorted(by: { $0.key < $1.key }) {
            writer.write(varint: UInt64(chain))
            writer.write(varint: UInt64(kept.heads.count))
            for head in kept.heads {
                writer.write(varint: head.number)
                writer.write(head.name)
                writer.write(counted: head.signature)
            }
        }
    }

    /// Whether a device wrote the batches that were minted last, in the given tiers.
    fileprivate func isMinted(by device: DeviceID) -> Bool {
        lastMinted.allSatisfy { tier, row in
            let chain = state.ledger.chains[state.ledger.chain(ofRow: row)]
            return chain.device == device && chain.tier == tier
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        state = try ScopeState(from: &reader, needsOrigin: true)
        lastMinted = [:]
        for tier in Tier.allCases {
            let row = try reader.readIndex(below: state.ledger.batchCount + 1)
            lastMinted[tier] = row == 0 ? nil : row - 1
        }
        heads = [:]
        for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
            let chain = try reader.readIndex(below: state.ledger.chains.count)
            heads[chain] = try SignedHeads(from: &reader, through: UInt64(state.ledger.chains[chain].end))
        }
    }
}

extension FeedTable {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(next))
        writer.write(varint: UInt64(feeds.count))
        for (number, feed) in feeds.sorted(by: { $0.key < $1.key }) {
            writer.write(varint: UInt64(number))
            feed.encode(into: &writer)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        self.init()
        let end = try reader.readFeedNumber()
        for _ in 0..<(try reader.readCount(ofAtLeast: ScopeID.byteCount + DeviceID.byteCount)) {
            let number = try reader.readFeedNumber()
            let feed = try reader.readFeed()
            guard number < end, number >= next else { throw .badValue("feed \(number)") }
            insert(feed, as: number)
        }
        reserve(below: end)
    }
}

extension SignedHeads {
    fileprivate init(from reader: inout ByteReader, through end: UInt64) throws(CodecError) {
        var heads: [SignedHead] = []
        for _ in 0..<(try reader.readCount(ofAtLeast: BatchName.byteCount)) {
            let (number, name) = (try reader.readNumber(), try reader.readIdentifier(BatchName.self))
            let signature = Array(try reader.readCounted(limit: Limits.signatureBytesMax))
            guard number > heads.last?.number ?? 0, number <= end else { throw .badValue("head \(number)") }
            heads.append(SignedHead(number: number, name: name, signature: signature))
        }
        self.init(heads)
    }
}
