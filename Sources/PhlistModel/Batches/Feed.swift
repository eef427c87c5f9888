import Crypto

/// The part of a scope that a batch belongs to.
///
/// Control is the whole of a household, and of a list its beginning and its sharing words. It knows nothing of content,
/// so that it can be sent and applied before any content.
package enum Tier: UInt8, Hashable, Comparable, CaseIterable, Sendable {
    case control = 0
    case content = 1

    package static func < (left: Tier, right: Tier) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The batches of one device in one tier of a scope.
package struct Feed: Hashable, Comparable, Sendable {
    package let scope: ScopeID
    package let tier: Tier
    package let device: DeviceID

    package init(scope: ScopeID, tier: Tier, device: DeviceID) {
        (self.scope, self.tier, self.device) = (scope, tier, device)
    }

    package static func < (left: Feed, right: Feed) -> Bool {
        (left.scope, left.tier, left.device) < (right.scope, right.tier, right.device)
    }

    /// Enough to look the feed up within its scope, not to identify it.
    package var hint: FeedHint { FeedHint(device: device, tier: tier) }

    /// Appends scope ‖ tier ‖ device, to which names and signatures are also bound.
    package func encode(into writer: inout ByteWriter) {
        writer.write(scope)
        writer.write(tier.rawValue)
        writer.write(device)
    }
}

/// The first 63 bits of a device's id and the tier: looks a feed up within its scope.
package struct FeedHint: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The hint for a device in a tier.
    package init(device: DeviceID, tier: Tier) {
        rawValue = device.prefix & ~1 | UInt64(tier.rawValue)
    }

    package var tier: Tier { rawValue & 1 == 0 ? .control : .content }

    /// Whether the hint matches a device, in either tier.
    package func suits(_ device: DeviceID) -> Bool {
        rawValue | 1 == device.prefix | 1
    }

    package static func < (left: FeedHint, right: FeedHint) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The name of a batch: the first sixteen bytes of
/// SHA-256("phlist-batch" ‖ scope ‖ tier ‖ device ‖ header ‖ SHA-256(ops)).
///
/// A name means one content, everywhere and permanently. The header holds the predecessor's name and the context, so a
/// name also stands for all that the author knew.
package struct BatchName: Identifier128 {
    /// The predecessor of a first batch.
    package static let none = BatchName(rawValue: 0)

    package let rawValue: UInt128

    package init(rawValue: UInt128) {
        self.rawValue = rawValue
    }
}

/// The identity of one op: its batch, and its index there, from zero.
package struct Dot: Hashable, Comparable, Sendable {
    package var batch: BatchName
    package var op: Int

    package init(batch: BatchName, op: Int) {
        (self.batch, self.op) = (batch, op)
    }

    package static func < (left: Dot, right: Dot) -> Bool {
        (left.batch, left.op) < (right.batch, right.op)
    }
}

/// Names a batch, and with it all its predecessors; an entry of a context or of a version vector.
///
/// ```
/// reference = feed 8 B | number varint | name 16 B
/// ```
/// The hint of the feed and the number only make the look-up cheap: the name decides.
package struct BatchReference: Hashable, Comparable, Sendable {
    package var hint: FeedHint
    package var number: UInt64
    package var name: BatchName

    package init(_ hint: FeedHint, number: UInt64, name: BatchName) {
        (self.hint, self.number, self.name) = (hint, number, name)
    }

    /// The most bytes that a reference takes; a number below 2^32 takes five.
    package static let encodedSizeMax = 8 + 5 + BatchName.byteCount

    package static func < (left: BatchReference, right: BatchReference) -> Bool {
        (left.hint, left.number, left.name) < (right.hint, right.number, right.name)
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(bigEndian: hint.rawValue)
        writer.write(varint: number)
        writer.write(name)
    }

    package init(from reader: inout ByteReader) throws(CodecError) {
        hint = FeedHint(rawValue: try reader.readBigEndianWord())
        number = try reader.readNumber()
        name = try reader.readIdentifier()
    }
}

extension ByteReader {
    package mutating func readFeed() throws(CodecError) -> Feed {
        let (scope, tier) = (try readIdentifier(ScopeID.self), try readTier())
        return Feed(scope: scope, tier: tier, device: try readDeviceID())
    }

    package mutating func readTier() throws(CodecError) -> Tier {
        let number = try readByte()
        guard let tier = Tier(rawValue: number) else { throw .badValue("tier \(number)") }
        return tier
    }

    /// Reads at most `limit` references, which must be in ascending order.
    package mutating func readReferences(limit: Int) throws(CodecError) -> [BatchReference] {
        var references: [BatchReference] = []
        for _ in 0..<(try readCount(limit: limit)) {
            let reference = try BatchReference(from: &self)
            guard references.last.map({ $0 < reference }) ?? true else { throw .badValue("references out of order") }
            references.append(reference)
        }
        return references
    }
}

extension ByteWriter {
    /// Writes a count and that many references.
    package mutating func write(_ references: [BatchReference]) {
        write(varint: UInt64(references.count))
        for reference in references {
            reference.encode(into: &self)
        }
    }
}

/// A set of batches closed under predecessors and contexts: the last batch of each chain, in ascending order.
package struct VersionVector: Hashable, Sendable {
    package let entries: [BatchReference]

    /// Creates a vector; its entries may come in any order.
    package init(_ entries: [BatchReference] = []) {
        self.entries = entries.sorted()
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// The first sixteen bytes of the SHA-256 of the entries; zero for an empty vector.
    package var digest: UInt128 {
        guard !entries.isEmpty else { return 0 }
        var writer = ByteWriter()
        for entry in entries { entry.encode(into: &writer) }
        return BatchName(digest: SHA256.hash(bytes: writer.bytes)).rawValue
    }
}

/// The signature of a device for one of its batches, and so for all predecessors of that batch.
package struct SignedHead: Hashable, Sendable {
    package var number: UInt64
    package var name: BatchName
    /// The signature of `signedBytes` by the device's key.
    package var signature: [UInt8]

    package init(number: UInt64, name: BatchName, signature: [UInt8]) {
        (self.number, self.name, self.signature) = (number, name, signature)
    }

    /// The batch that the head names.
    package func reference(in feed: FeedHint) -> BatchReference {
        BatchReference(feed, number: number, name: name)
    }

    /// The bytes that a device signs: "phlist-head" ‖ scope ‖ tier ‖ device ‖ number u64 ‖ name.
    package static func signedBytes(of feed: Feed, number: UInt64, name: BatchName) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(raw: "phlist-head".utf8)
        feed.encode(into: &writer)
        writer.write(fixed: number)
        writer.write(name)
        return writer.bytes
    }
}
