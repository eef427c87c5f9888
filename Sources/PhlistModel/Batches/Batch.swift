import Crypto

/// One user action of a device, or a part of one: its ops, time and author, and what the device knew.
///
/// ```
/// batch     = varint header length | header | ops
/// header    = version u8 | flags u8 | by 16 B | number varint | previous 16 B | op count varint
///           | stamp u64 | group u64 | context count varint | reference…
/// ops       = op count × { kind varint | length varint | payload }
/// ```
/// The header is frozen for all versions; only the ops may be opaque to an older one. The bytes are stored, hashed,
/// signed and relayed as they came, never encoded again. Numbers are little-endian. The context holds only what the
/// predecessor did not know, in ascending order.
package struct Batch: Hashable, Sendable {
    package let header: BatchHeader
    /// The whole batch.
    package let bytes: [UInt8]
    private let headerRange: Range<Int>

    private static let bytesMax = Limits.batchBytesMax + Limits.headerBytesMax

    package init(header: BatchHeader, ops: [Op]) {
        invariant(ops.count == header.opCount, "\(ops.count) ops under a header of \(header.opCount)")
        let head = header.encoded()
        var writer = ByteWriter()
        writer.write(counted: head)
        let start = writer.bytes.count - head.count
        for op in ops {
            op.encode(into: &writer)
        }
        invariant(writer.bytes.count <= Self.bytesMax, "\(writer.bytes.count) bytes of a batch")
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

    /// Whether an op founds a household.
    package var founds: Bool {
        opKinds.contains(RosterAct.Kind.found.rawValue)
    }

    /// The kinds of the ops up to the first truncated one, read without decoding, so that later versions are included.
    private var opKinds: [UInt64] {
        var reader = ByteReader(bytes, in: headerRange.upperBound..<bytes.count)
        var kinds: [UInt64] = []
        while let kind = try? reader.readVarint(), (try? reader.readCounted(limit: Limits.opBytesMax)) != nil {
            kinds.append(kind)
        }
        return kinds
    }

    /// The batch's name in the feed of a device.
    package func name(in feed: Feed) -> BatchName {
        var opsHasher = SHA256()
        opsBytes.withUnsafeBytes { opsHasher.update(bufferPointer: $0) }
        var writer = ByteWriter()
        writer.reserve(Self.nameBytesMin + headerBytes.count)
        writer.write(raw: "phlist-batch".utf8)
        feed.encode(into: &writer)
        writer.write(raw: headerBytes)
        writer.write(HashName(digest: opsHasher.finalize()))
        return BatchName(digest: SHA256.hash(bytes: writer.bytes))
    }

    private static let nameBytesMin = 12 + 1 + ScopeID.byteCount + DeviceID.byteCount + HashName.byteCount

    /// Decodes the ops if this version can read all of them; an error makes the batch opaque, not invalid.
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
    /// A device that cannot read the ops shows the scope to nobody who could not have seen it without them.
    package static let criticalFlag: UInt8 = 1
    /// The next batch of the chain belongs to the same action: they are taken together or not at all.
    package static let continuesFlag: UInt8 = 2
    /// The device acts for the house: `by` signs, but gives no rights.
    package static let houseFlag: UInt8 = 4
    /// The group of batches that a device writes in a member's name unasked, for example when it joins a household.
    package static let upkeepGroup: UInt64 = 0
    /// The member who acted.
    package var by: MemberID
    /// One more than the predecessor's number; one for a first batch.
    ///
    /// Not unique: a device whose log lost something that it had published uses numbers twice.
    package var number: UInt64
    /// The name of the predecessor in the same feed; `none` for a first batch.
    package var previous: BatchName
    package var opCount: Int
    package var stamp: Stamp
    /// Shared by the batches of one user action; `upkeepGroup` for a batch outside any.
    package var group: UInt64
    /// The ends of other chains that the author had applied and the predecessor did not know, in ascending order; a
    /// control batch lists control chains only.
    package var context: [BatchReference]

    /// Creates a header of the current version.
    package init(
        by: MemberID,
        number: UInt64,
        previous: BatchName,
        opCount: Int,
        stamp: Stamp,
        group: UInt64,
        context: [BatchReference]
    ) {
        (self.by, self.number, self.previous, self.opCount) = (by, number, previous, opCount)
        (self.stamp, self.group, self.context) = (stamp, group, context.sorted())
    }

    /// Whether the next batch of the chain belongs to the same action.
    package var continues: Bool {
        get { flags & Self.continuesFlag != 0 }
        set { flags = newValue ? flags | Self.continuesFlag : flags & ~Self.continuesFlag }
    }

    /// Whether the device acts for the house, though a member signed.
    package var isFlaggedForHouse: Bool {
        get { flags & Self.houseFlag != 0 }
        set { flags = newValue ? flags | Self.houseFlag : flags & ~Self.houseFlag }
    }

    /// The member whose rights count: the one who acted, or the house.
    package var actor: MemberID { isFlaggedForHouse ? .house : by }

    /// Reads exactly one header.
    init(_ source: ByteReader) throws(CodecError) {
        var reader = source
        version = try reader.readByte()
        flags = try reader.readByte()
        by = try reader.readIdentifier()
        number = try reader.readNumber()
        previous = try reader.readIdentifier()
        guard number > 0, (number == 1) == (previous == .none) else { throw .badValue("batch number \(number)") }
        opCount = try reader.readCount(limit: Limits.batchOpsMax)
        stamp = Stamp(rawValue: try reader.readFixed())
        group = try reader.readFixed()
        context = try reader.readReferences(limit: Limits.contextEntriesMax)
        try reader.expectEnd()
    }

    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(version)
        writer.write(flags)
        writer.write(by)
        writer.write(varint: number)
        writer.write(previous)
        writer.write(varint: UInt64(opCount))
        writer.write(fixed: stamp.rawValue)
        writer.write(fixed: group)
        writer.write(context)
        return writer.bytes
    }
}

/// A batch with its author, tier and name.
package struct NamedBatch: Hashable, Sendable {
    package let device: DeviceID
    package let tier: Tier
    package let name: BatchName
    package let batch: Batch

    /// Names a batch; costs two hashes.
    package init(_ batch: Batch, of feed: Feed) {
        self.init(batch, of: feed, called: batch.name(in: feed))
    }

    /// Wraps a batch whose name is known.
    package init(_ batch: Batch, of feed: Feed, called name: BatchName) {
        (device, tier, self.name, self.batch) = (feed.device, feed.tier, name, batch)
    }

    package var header: BatchHeader { batch.header }

    package var hint: FeedHint { FeedHint(device: device, tier: tier) }

    package var reference: BatchReference {
        BatchReference(hint, number: batch.header.number, name: name)
    }

    /// The batch before this one in the feed; nil for a first batch.
    package var predecessor: BatchReference? {
        guard header.number > 1 else { return nil }
        return BatchReference(hint, number: header.number - 1, name: header.previous)
    }

    /// Whether the context names only what the author may have known: control knows nothing of content.
    package var keepsToItsTier: Bool {
        tier == .content || header.context.allSatisfy { $0.hint.tier == .control }
    }
}
