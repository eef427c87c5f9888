/// Where a feed's history has split: two devices, or two copies of one, wrote different batches under one number.
///
/// The feed ends before the split. *Every* branch, also the one that was here first, becomes a feed of its own: else
/// the order of arrival would decide what an op is called, and contexts would mean different things on different
/// devices. A split holds for all branches of the feed: what a branch is called then depends only on which splits are
/// known, never on the order in which they were found.
package struct Fork: Hashable, Comparable, Sendable {
    /// The feed as its device named it, before any split.
    package var feed: FeedID
    /// The number of the first op that is not common.
    package var sequence: UInt64

    /// Creates a fork.
    package init(feed: FeedID, sequence: UInt64) {
        self.feed = feed
        self.sequence = sequence
    }

    /// By feed, then by number.
    package static func < (left: Fork, right: Fork) -> Bool {
        (left.feed, left.sequence) < (right.feed, right.sequence)
    }
}

/// Batches of a feed that no device has any more, so that what follows them may be used.
package struct LostRange: Hashable, Sendable {
    package var origin: FeedOrigin
    package var first: UInt64
    /// The end of the range: the number of the last op that is lost, and the chain there.
    package var end: ChainHead

    /// Creates a range.
    package init(origin: FeedOrigin, first: UInt64, end: ChainHead) {
        self.origin = origin
        self.first = first
        self.end = end
    }

    func encode(into writer: inout ByteWriter) {
        origin.encode(into: &writer)
        writer.write(varint: first)
        writer.write(varint: end.sequence)
        writer.write(end.hash)
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        origin = try FeedOrigin(from: &reader)
        first = try reader.readVarint()
        let last = try reader.readVarint()
        guard first > 0, first <= last, last <= Limits.sequenceMax else {
            throw .badValue("lost range \(first)–\(last)")
        }
        end = ChainHead(sequence: last, hash: try HashName(from: &reader))
    }
}

extension FeedOrigin {
    /// Appends `scope 16 B | device 32 B | incarnation u64 | branch count varint | { sequence varint | hash 32 B }…`.
    package func encode(into writer: inout ByteWriter) {
        writer.write(scope)
        encodeWithoutScope(into: &writer)
    }

    /// Reads an origin.
    package init(from reader: inout ByteReader) throws(CodecError) {
        let scope = try reader.readIdentifier(ScopeID.self)
        self = try FeedOrigin(scope: scope, from: &reader)
    }

    /// Appends all but the scope.
    package func encodeWithoutScope(into writer: inout ByteWriter) {
        writer.write(device)
        writer.write(fixed: incarnation)
        writer.write(varint: UInt64(branches.count))
        for branch in branches {
            writer.write(varint: branch.sequence)
            writer.write(branch.hash)
        }
    }

    /// The splits that its name tells of.
    package var forks: [Fork] {
        let root = root.feed
        return branches.map { Fork(feed: root, sequence: $0.sequence) }
    }

    /// Reads an origin whose scope is known.
    package init(scope: ScopeID, from reader: inout ByteReader) throws(CodecError) {
        let device = try reader.readDeviceID()
        let incarnation = try reader.readFixed()
        var branches: [Branch] = []
        for _ in 0..<(try reader.readCount(limit: Limits.branchesMax)) {
            let sequence = try reader.readVarint()
            // A branch has a first batch of its own, so the next split is behind it; and no number is less than one.
            guard sequence > branches.last?.sequence ?? 0, sequence <= Limits.sequenceMax else {
                throw .badValue("branch at \(sequence)")
            }
            branches.append(Branch(sequence: sequence, hash: try HashName(from: &reader)))
        }
        self.init(scope: scope, device: device, incarnation: incarnation, branches: branches)
    }
}
