/// Two histories of one feed, both signed by its author, that differ from one batch on.
///
/// ```
/// proof  = claim | run
/// claim  = origin | sequence varint, hash 32 B of the last common op | run
/// run    = count varint | { header length varint | header | SHA-256 of the ops 32 B }…
///        | signature length varint | signature
/// ```
/// A run goes from the first batch that differs to the next signed head. The hashes of the ops stand for the ops: the
/// chain needs no more, and a proof stays small.
package struct ForkProof: Hashable, Sendable {
    /// The feed that has split.
    package var origin: FeedOrigin
    /// The end of what both histories have in common.
    package var common: ChainHead
    package var first: Run
    package var second: Run

    /// Consecutive batches of one history, and the author's word for their end.
    package struct Run: Hashable, Sendable {
        package var links: [Link]
        /// Over the head behind the last link, by the key of the feed's device.
        package var signature: [UInt8]

        /// Creates a run.
        package init(_ batches: [Batch], signature: [UInt8]) {
            links = batches.map { Link(header: Array($0.headerBytes), opsHash: $0.opsHash) }
            self.signature = signature
        }
    }

    /// One batch, without its ops.
    package struct Link: Hashable, Sendable {
        package var header: [UInt8]
        package var opsHash: HashName
    }

    /// Creates a proof; whether it proves anything is for `fork(whereSigned:)` to say.
    package init(origin: FeedOrigin, common: ChainHead, _ first: Run, _ second: Run) {
        self.origin = origin
        self.common = common
        self.first = first
        self.second = second
    }

    /// About what it takes in memory, in bytes.
    package var size: Int {
        [first, second].flatMap(\.links).reduce(0) { $0 + $1.header.count + HashName.byteCount }
    }

    /// The split that it is to prove.
    package var fork: Fork {
        Fork(feed: origin.root.feed, sequence: common.sequence + 1)
    }

    /// Where the feed has split; nil when the proof proves nothing.
    ///
    /// - Parameter isSigned: Whether a signature over some bytes is by the feed's device.
    /// - Returns: The feed and the first op that is not common.
    package func fork(whereSigned isSigned: (_ signature: [UInt8], _ bytes: [UInt8]) -> Bool) -> Fork? {
        let claims = [first, second].map { ForkClaim(origin: origin, common: common, run: $0) }
        let starts = claims.compactMap { $0.start(whereSigned: isSigned) }
        guard starts.count == 2, starts[0].hash != starts[1].hash else { return nil }
        return fork
    }
}

/// One history of a feed behind a batch, signed by its author: half a proof, for who has another history behind that.
package struct ForkClaim: Hashable, Sendable {
    package var origin: FeedOrigin
    /// The end of what both histories are said to have in common.
    package var common: ChainHead
    package var run: ForkProof.Run

    /// Creates a claim; whether it holds is for `start(whereSigned:)` to say.
    package init(origin: FeedOrigin, common: ChainHead, run: ForkProof.Run) {
        self.origin = origin
        self.common = common
        self.run = run
    }

    /// The split that another history behind the common op would prove.
    package var fork: Fork {
        Fork(feed: origin.root.feed, sequence: common.sequence + 1)
    }

    /// The end of the first batch that is not common; nil when the author did not sign this history.
    package func start(whereSigned isSigned: (_ signature: [UInt8], _ bytes: [UInt8]) -> Bool) -> ChainHead? {
        guard let start = run.head(behind: common, links: 1), let end = run.head(behind: common) else { return nil }
        // Branches are signed under the name that their author knew: that of the feed before any split.
        return isSigned(run.signature, end.signedBytes(feed: origin.root.feed)) ? start : nil
    }
}

extension ForkProof.Run {
    /// The head behind the first links of the run; nil when they do not follow each other.
    fileprivate func head(behind common: ChainHead, links count: Int? = nil) -> ChainHead? {
        var head = common
        for link in links.prefix(count ?? links.count) {
            guard let header = try? BatchHeader(ByteReader(link.header)) else { return nil }
            guard header.firstSequence == head.sequence + 1 else { return nil }
            head = head.appending(header: link.header[...], opsHash: link.opsHash, through: header.lastSequence)
        }
        return links.isEmpty ? nil : head
    }
}

extension ForkClaim {
    /// The bytes that are sent.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }

    /// Reads exactly one claim.
    package init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        try self.init(from: &reader)
        try reader.expectEnd()
    }

    fileprivate func encode(into writer: inout ByteWriter) {
        origin.encode(into: &writer)
        writer.write(varint: common.sequence)
        writer.write(common.hash)
        run.encode(into: &writer)
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        origin = try FeedOrigin(from: &reader)
        let sequence = try reader.readVarint()
        guard sequence < Limits.sequenceMax else { throw .badValue("sequence \(sequence)") }
        common = ChainHead(sequence: sequence, hash: try HashName(from: &reader))
        run = try ForkProof.Run(from: &reader)
    }
}

extension ForkProof {
    /// The bytes that are stored and sent.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        ForkClaim(origin: origin, common: common, run: first).encode(into: &writer)
        second.encode(into: &writer)
        return writer.bytes
    }

    /// Reads exactly one proof.
    package init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        let claim = try ForkClaim(from: &reader)
        self.init(origin: claim.origin, common: claim.common, claim.run, try Run(from: &reader))
        try reader.expectEnd()
    }
}

extension ForkProof.Run {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(links.count))
        for link in links {
            writer.write(counted: link.header)
            writer.write(link.opsHash)
        }
        writer.write(counted: signature)
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        links = []
        for _ in 0..<(try reader.readCount(limit: Limits.forkRunMax)) {
            let header = Array(try reader.readCounted(limit: Limits.headerBytesMax))
            links.append(ForkProof.Link(header: header, opsHash: try HashName(from: &reader)))
        }
        signature = Array(try reader.readCounted(limit: Limits.signatureBytesMax))
    }
}
