import Crypto

/// Who writes a feed: the device, its incarnation, and the scope; and which branch, where its history has split.
package struct FeedOrigin: Hashable, Sendable {
    package let scope: ScopeID
    package let device: DeviceID
    package let incarnation: Incarnation
    /// The splits on the way to this feed; empty for nearly all.
    package let branches: [Branch]
    /// The feed's id: the first sixteen bytes of SHA-256(device ‖ incarnation ‖ scope); of a branch, those of
    /// SHA-256("phlist-fork" ‖ the feed that split ‖ sequence ‖ hash).
    package let feed: FeedID

    /// One of several continuations of a feed: a copied disk wrote on, and so did the original.
    package struct Branch: Hashable, Sendable {
        /// The number of the first op that is only this branch's.
        package var sequence: UInt64
        /// The chain's hash behind this branch's first batch.
        package var hash: HashName

        /// Creates a branch.
        package init(sequence: UInt64, hash: HashName) {
            self.sequence = sequence
            self.hash = hash
        }
    }

    /// Creates an origin.
    package init(scope: ScopeID, device: DeviceID, incarnation: Incarnation, branches: [Branch] = []) {
        (self.scope, self.device, self.incarnation, self.branches) = (scope, device, incarnation, branches)
        var writer = ByteWriter()
        writer.reserve(DeviceID.byteCount + MemoryLayout<Incarnation>.size + ScopeID.byteCount)
        writer.write(device)
        writer.write(fixed: incarnation)
        writer.write(scope)
        feed = branches.reduce(FeedID(digest: SHA256.hash(bytes: writer.bytes))) { $1.name(behind: $0) }
    }

    /// The feed as its device named it, before any split.
    package var root: FeedOrigin {
        branches.isEmpty ? self : FeedOrigin(scope: scope, device: device, incarnation: incarnation)
    }

    /// The feed that this one branched off; nil when it is no branch.
    package var base: FeedOrigin? {
        guard !branches.isEmpty else { return nil }
        return FeedOrigin(scope: scope, device: device, incarnation: incarnation, branches: branches.dropLast())
    }

    /// The branch of this feed that begins with a batch.
    ///
    /// - Parameters:
    ///   - sequence: The number of the batch's first op.
    ///   - hash: The chain's hash behind it.
    /// - Returns: Who writes it.
    package func branching(at sequence: UInt64, hash: HashName) -> FeedOrigin {
        let branch = Branch(sequence: sequence, hash: hash)
        return FeedOrigin(scope: scope, device: device, incarnation: incarnation, branches: branches + [branch])
    }
}

extension FeedOrigin.Branch {
    fileprivate func name(behind base: FeedID) -> FeedID {
        var writer = ByteWriter()
        writer.write(raw: "phlist-fork".utf8)
        writer.write(base)
        writer.write(fixed: sequence)
        writer.write(hash)
        return FeedID(digest: SHA256.hash(bytes: writer.bytes))
    }
}

/// The identity of one op: its feed, and its number there, from one.
package struct Dot: Hashable, Comparable, Sendable {
    package var feed: FeedID
    package var sequence: UInt64

    /// Creates a dot.
    package init(feed: FeedID, sequence: UInt64) {
        self.feed = feed
        self.sequence = sequence
    }

    /// By feed, then by number.
    package static func < (left: Dot, right: Dot) -> Bool {
        (left.feed, left.sequence) < (right.feed, right.sequence)
    }
}

/// How far a feed's hash chain has come.
///
/// h(k) = SHA-256(h(k−1) ‖ header ‖ SHA-256(ops)); h(0) = SHA-256("phlist-feed" ‖ feed).
package struct ChainHead: Hashable, Sendable {
    /// The number of the last op.
    package var sequence: UInt64
    package var hash: HashName

    /// Creates a head from what was stored.
    package init(sequence: UInt64, hash: HashName) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The head of a feed without batches.
    package init(startOf feed: FeedID) {
        sequence = 0
        hash = HashName(of: Array("phlist-feed".utf8) + feed.bytes)
    }

    /// The first eight bytes of the hash: tells this history of the feed from any other of the same length.
    package var tag: UInt64 {
        hash.prefix
    }

    /// The head after one more batch.
    package func appending(_ batch: Batch) -> ChainHead {
        appending(header: batch.headerBytes, opsHash: batch.opsHash, through: batch.header.lastSequence)
    }

    /// The head after one more batch, of whose ops only the hash is at hand.
    func appending(header: ArraySlice<UInt8>, opsHash: HashName, through sequence: UInt64) -> ChainHead {
        var writer = ByteWriter()
        writer.reserve(2 * HashName.byteCount + header.count)
        writer.write(hash)
        writer.write(raw: header)
        writer.write(opsHash)
        return ChainHead(sequence: sequence, hash: HashName(of: writer.bytes))
    }

    /// What the author of a feed signs to vouch for everything up to this head.
    package func signedBytes(feed: FeedID) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(raw: "phlist-head".utf8)
        writer.write(feed)
        writer.write(fixed: sequence)
        writer.write(hash)
        return writer.bytes
    }
}

/// How much of each feed is known: the number of its last op, and the tag of its chain there.
package typealias VersionVector = [FeedID: FeedVersion]

/// How much of one feed is known.
package struct FeedVersion: Hashable, Sendable {
    package var sequence: UInt64
    package var tag: UInt64

    /// Creates a version.
    package init(sequence: UInt64, tag: UInt64) {
        self.sequence = sequence
        self.tag = tag
    }
}

extension FeedVersion {
    /// A hash of one entry of a vector.
    func digest(of feed: FeedID) -> UInt64 {
        var mixer = DigestMixer()
        mixer.add(feed.rawValue)
        mixer.add(sequence)
        mixer.add(tag)
        return UInt64(truncatingIfNeeded: mixer.sum)
    }
}

extension VersionVector {
    /// Tells vectors apart: the sum of the hashes of the entries modulo 2^64, in whatever order they came.
    package var digest: UInt64 {
        reduce(0) { $0 &+ $1.value.digest(of: $1.key) }
    }
}
