/// A field with the values that no later write has superseded.
package struct Register: Hashable, Sendable {
    /// Never empty once written; more than one means that devices wrote without knowing of each other.
    package private(set) var siblings: [Sibling] = []

    /// Creates a register that nobody has written.
    package init() {}

    /// The value that everybody shows: the greatest by (stamp, feed), a total order that all devices agree on.
    package var shown: Sibling? {
        siblings.max { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }
    }

    /// Takes in a write: it supersedes exactly the siblings that its author had applied, and itself.
    mutating func apply(_ write: Sibling, knowing context: Context) {
        siblings.removeAll { context.covers($0.dot) || $0.dot == write.dot }
        siblings.append(write)
        siblings.sort { $0.dot < $1.dot }
    }
}

/// One value of a field, with its identity and its author.
package struct Sibling: Hashable, Sendable {
    package var dot: Dot
    package var act: Act
    package var value: [UInt8]
}

/// Who did something, where, and when.
package struct Act: Hashable, Sendable {
    package var stamp: Stamp
    package var by: MemberID
    package var device: DeviceID

    /// Creates an act.
    package init(stamp: Stamp, by: MemberID, device: DeviceID) {
        self.stamp = stamp
        self.by = by
        self.device = device
    }
}

/// What the author of a batch had applied of every feed, its own included.
package struct Context: Sendable {
    /// The context of somebody who knows all that is known here.
    static let everything = Context(sequences: nil)

    private let sequences: [FeedID: UInt64]?

    private init(sequences: [FeedID: UInt64]?) {
        self.sequences = sequences
    }

    /// Creates a context from the number of the last op known of each feed.
    package init(_ sequences: [FeedID: UInt64]) {
        self.sequences = sequences
    }

    func covers(_ dot: Dot) -> Bool {
        guard let sequences else { return true }
        return dot.sequence <= sequences[dot.feed, default: 0]
    }
}

/// Something that has fields: an entity of a list, or a member of a household.
package protocol RegisterOwner: Hashable, Comparable, Sendable {
    /// The bytes that stand for it in a digest.
    var digestBytes: [UInt8] { get }
}

extension EntityID: RegisterOwner {
    package var digestBytes: [UInt8] {
        withUnsafeBytes(of: rawValue.littleEndian) { Array($0) }
    }
}

extension MemberID: RegisterOwner {
    package var digestBytes: [UInt8] { bytes }
}

extension Act: Comparable {
    /// By time; then by who, so that the order is total and the same everywhere.
    package static func < (left: Act, right: Act) -> Bool {
        (left.stamp, left.device, left.by) < (right.stamp, right.device, right.by)
    }
}
