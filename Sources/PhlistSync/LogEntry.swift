package import PhlistModel

/// What a record of the log means.
///
/// ```
/// feed  = scope 16 B | device 32 B | incarnation u64 | branch count varint | { sequence varint | hash 32 B }…
/// batch = feed 16 B | the batch as it was signed
/// head  = feed 16 B | sequence varint | signature
/// fork  = the proof as it is sent
/// ```
package enum LogEntry: Hashable, Sendable {
    /// Names a feed; written before the feed's first batch.
    case feed(FeedOrigin)
    case batch(FeedID, Batch)
    case head(FeedID, SignedHead)
    /// Proves where a feed has split; before its branches are named.
    case fork(ForkProof)
    case local(LocalFact)

    /// The record that stands for the entry.
    package var record: Record {
        var writer = ByteWriter()
        switch self {
        case .feed(let origin):
            origin.encode(into: &writer)
            return Record(.feed, writer.bytes)
        case .batch(let feed, let batch):
            writer.write(feed)
            writer.write(raw: batch.bytes)
            return Record(.batch, writer.bytes)
        case .head(let feed, let head):
            writer.write(feed)
            writer.write(varint: head.sequence)
            writer.write(raw: head.signature)
            return Record(.head, writer.bytes)
        case .fork(let proof):
            return Record(.fork, proof.encoded)
        case .local(let fact):
            return Record(.local, fact.encoded)
        }
    }

    /// Reads a record; nil for a kind of a later version.
    package init?(_ record: Record) throws(CodecError) {
        var reader = ByteReader(record.bytes)
        switch record.kind {
        case .feed:
            self = .feed(try FeedOrigin(from: &reader))
            try reader.expectEnd()
        case .batch:
            let feed = try reader.readIdentifier(FeedID.self)
            self = .batch(feed, try Batch(bytes: Array(try reader.read(count: reader.remaining))))
        case .head:
            let feed = try reader.readIdentifier(FeedID.self)
            let sequence = try reader.readSequence()
            let signature = Array(try reader.read(count: reader.remaining))
            self = .head(feed, SignedHead(sequence: sequence, signature: signature))
        case .fork:
            self = .fork(try ForkProof(decoding: record.bytes))
        case .local:
            guard let fact = try LocalFact(from: &reader) else { return nil }
            self = .local(fact)
        default:
            return nil
        }
    }
}

/// An author's word for everything in a feed up to a batch's end.
package struct SignedHead: Hashable, Sendable {
    package var sequence: UInt64
    /// Over `ChainHead.signedBytes(feed:)`, by the key of the feed's device.
    package var signature: [UInt8]

    /// Creates a head.
    package init(sequence: UInt64, signature: [UInt8]) {
        self.sequence = sequence
        self.signature = signature
    }
}
