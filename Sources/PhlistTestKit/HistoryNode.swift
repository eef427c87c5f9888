package import PhlistModel

/// One batch of a history, with what really happened when it was written: nothing here is read from its bytes.
package struct HistoryNode: Sendable {
    package var batch: Batch
    package var ops: [Op]
    /// The feed as its device names it, before any split.
    var base: FeedOrigin
    var root: FeedID
    /// The batch before it in the feed, of the same copy of the device.
    var parent: Int?
    package var head: ChainHead
    /// All batches that the author had applied.
    var past: NodeSet
    /// Of these the ones that the context of the batch speaks of.
    var told: NodeSet
    /// The batches that its ops give up.
    var givenUp: NodeSet

    /// Whether a reader of the version before knows all its ops.
    static func isOld(_ ops: [Op]) -> Bool {
        ops.allSatisfy { op in
            switch op {
            case .write(_, let fields): fields.allSatisfy { $0.field.mergeClass == .register && $0.field != .place }
            case .purge: false
            case .originate, .roster, .lose: true
            }
        }
    }
}

/// Numbers of batches of one history.
package struct NodeSet: Hashable, Sendable {
    package static let countMax = 128

    private var bits: UInt128 = 0

    /// Creates an empty set.
    package init() {}

    init(_ numbers: some Sequence<Int>) {
        for number in numbers { insert(number) }
    }

    mutating func insert(_ number: Int) {
        bits |= 1 << UInt128(number)
    }

    mutating func formUnion(_ other: NodeSet) {
        bits |= other.bits
    }

    func subtracting(_ other: NodeSet) -> NodeSet {
        var rest = self
        rest.bits &= ~other.bits
        return rest
    }

    func union(_ other: NodeSet) -> NodeSet {
        var both = self
        both.formUnion(other)
        return both
    }

    func contains(_ number: Int) -> Bool {
        bits >> UInt128(number) & 1 == 1
    }

    func isSubset(of other: NodeSet) -> Bool {
        bits & ~other.bits == 0
    }

    var isEmpty: Bool { bits == 0 }

    var members: [Int] {
        var (members, rest): ([Int], UInt128) = ([], bits)
        while rest != 0 {
            members.append(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
        return members
    }
}
