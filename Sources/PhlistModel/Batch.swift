import Crypto

/// What a device vouches for about one user action: the ops, when, by whom, and what it knew.
///
/// ```
/// batch   = varint header length | header | ops
/// header  = version u8 | flags u8 | by 16 B | first sequence varint | op count varint
///         | stamp u64 | group u64 | context count varint | context…
/// context = feed 16 B | sequence varint | tag u64        only what changed since the feed's previous batch
/// ops     = op count × { kind varint | length varint | payload }
/// ```
/// The header is frozen for all versions; only the ops may be opaque to an older one. The bytes are stored, hashed,
/// signed and relayed as they came, never encoded again. Numbers are little-endian.
package struct Batch: Hashable, Sendable {
    package let header: BatchHeader
    /// The whole batch.
    package let bytes: [UInt8]
    private let headerRange: Range<Int>

    private static let bytesMax = Limits.batchBytesMax + Limits.headerBytesMax

    /// Makes a batch from its parts.
    package init(header: BatchHeader, ops: [Op]) {
        invariant(ops.count == header.opCount, "\(ops.count) ops under a header of \(header.opCount)")
        let head = header.encoded()
        var writer = ByteWriter()
        writer.write(counted: head)
        let start = writer.bytes.count - head.count
        for op in ops {
            op.encode(into: &writer)
        }
        invariant(!ops.isEmpty && writer.bytes.count <= Self.bytesMax, "\(writer.bytes.count) bytes of a batch")
        self.header = header
        bytes = writer.bytes
        headerRange = start..<start + head.count
    }

    /// Reads the header of a batch; the ops may be of a later version.
    package init(bytes: [UInt8]) throws(CodecError) {
        guard bytes.count <= Self.bytesMax else { throw .overLimit(UInt64(bytes.count)) }
        var reader = ByteReader(bytes)
        let length = try reader.readCount(limit: Limits.headerBytesMax)
        headerRange = reader.position..<reader.position + length
        guard headerRange.upperBound <= bytes.count else { throw .truncated }
        header = try BatchHeader(ByteReader(bytes, in: headerRange))
        self.bytes = bytes
    }

    package var headerBytes: ArraySlice<UInt8> {
        bytes[headerRange]
    }

    package var opsBytes: ArraySlice<UInt8> {
        bytes[headerRange.upperBound...]
    }

    /// Whether an op gives up batches as lost.
    package var givesUp: Bool {
        opKinds.contains(Op.Kind.lose.rawValue)
    }

    /// Whether an op founds a household.
    package var founds: Bool {
        opKinds.contains(RosterAct.Kind.found.rawValue)
    }

    /// The kinds of the ops, also of those of a later version, without reading them; up to the first that is cut off.
    private var opKinds: [UInt64] {
        var reader = ByteReader(bytes, in: headerRange.upperBound..<bytes.count)
        var kinds: [UInt64] = []
        while let kind = try? reader.readVarint(), (try? reader.readCounted(limit: Limits.opBytesMax)) != nil {
            kinds.append(kind)
        }
        return kinds
    }

    /// SHA-256 of the ops' bytes: what the chain holds of them.
    var opsHash: HashName {
        var hasher = SHA256()
        opsBytes.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        return HashName(digest: hasher.finalize())
    }

    /// The ops, when this version can read all of them; an error makes the batch opaque, not invalid.
    package func decodedOps() throws(CodecError) -> [Op] {
        var reader = ByteReader(bytes, in: headerRange.upperBound..<bytes.count)
        var ops: [Op] = []
        // An op has at least its kind and its length.
        ops.reserveCapacity(min(header.opCount, reader.remaining / 2))
        for _ in 0..<header.opCount {
            ops.append(try Op(from: &reader))
        }
        try reader.expectEnd()
        return ops
    }
}

/// The part of a batch that every version reads.
package struct BatchHeader: Hashable, Sendable {
    /// The version that this code writes.
    package static let currentVersion: UInt8 = 1

    package var version = BatchHeader.currentVersion
    /// Bits that every version reads.
    package var flags: UInt8 = 0
    /// Whoever cannot read the ops lets nobody see the scope who might not have seen it without them.
    package static let criticalFlag: UInt8 = 1
    /// The member who acted.
    package var by: MemberID
    package var firstSequence: UInt64
    package var opCount: Int
    package var stamp: Stamp
    /// Common to the batches of one user action.
    package var group: UInt64
    /// What the author had applied of other feeds since its previous batch in this feed.
    package var context: [ContextEntry]

    /// What the author had applied of one feed.
    package struct ContextEntry: Hashable, Sendable {
        package var feed: FeedID
        package var version: FeedVersion
        /// The id, a number below `sequenceMax`, and the tag.
        package static let encodedSizeMax = 16 + 5 + 8

        /// Creates an entry.
        package init(feed: FeedID, version: FeedVersion) {
            self.feed = feed
            self.version = version
        }
    }

    /// Creates a header of the current version.
    package init(
        by: MemberID,
        firstSequence: UInt64,
        opCount: Int,
        stamp: Stamp,
        group: UInt64,
        context: [ContextEntry]
    ) {
        self.by = by
        self.firstSequence = firstSequence
        self.opCount = opCount
        self.stamp = stamp
        self.group = group
        self.context = context
    }

    /// The number of the last op.
    package var lastSequence: UInt64 {
        firstSequence + UInt64(opCount) - 1
    }

    /// Reads exactly one header.
    init(_ source: ByteReader) throws(CodecError) {
        var reader = source
        version = try reader.readByte()
        flags = try reader.readByte()
        by = try reader.readIdentifier()
        firstSequence = try reader.readVarint()
        opCount = try reader.readCount(limit: Limits.batchOpsMax)
        // A number near the top of the range would overflow the arithmetic of everyone who continues the feed.
        guard opCount > 0 else { throw .badValue("batch without ops") }
        guard firstSequence > 0, firstSequence <= Limits.sequenceMax - UInt64(opCount) else {
            throw .badValue("first sequence \(firstSequence)")
        }
        stamp = Stamp(rawValue: try reader.readFixed())
        group = try reader.readFixed()
        context = []
        for _ in 0..<(try reader.readCount(limit: Limits.contextEntriesMax)) {
            let feed = try reader.readIdentifier(FeedID.self)
            let version = FeedVersion(sequence: try reader.readSequence(), tag: try reader.readFixed())
            guard context.last.map({ $0.feed < feed }) ?? true else { throw .badValue("context out of order") }
            context.append(ContextEntry(feed: feed, version: version))
        }
        try reader.expectEnd()
    }

    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(version)
        writer.write(flags)
        writer.write(by)
        writer.write(varint: firstSequence)
        writer.write(varint: UInt64(opCount))
        writer.write(fixed: stamp.rawValue)
        writer.write(fixed: group)
        writer.write(varint: UInt64(context.count))
        for entry in context {
            writer.write(entry.feed)
            writer.write(varint: entry.version.sequence)
            writer.write(fixed: entry.version.tag)
        }
        return writer.bytes
    }
}
