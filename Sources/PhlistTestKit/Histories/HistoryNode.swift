package import PhlistModel

/// A batch of a history, with the facts of its writing: nothing here is read from its bytes.
package struct HistoryNode: Sendable {
    package var named: NamedBatch
    package var ops: [Op]
    /// The previous batch in the feed.
    var parent: Int?
    /// All batches that the author had applied.
    var past: NodeSet

    /// Returns whether the previous version knows all of the ops.
    static func isOld(_ ops: [Op]) -> Bool {
        ops.allSatisfy { op in
            switch op {
            case .write(_, let fields): fields.allSatisfy { $0.field.mergeClass == .register && $0.field != .place }
            case .purge: false
            case .originate, .roster: true
            }
        }
    }
}

/// A set of batch numbers of one history.
package struct NodeSet: Hashable, Sendable {
    package static let countMax = 128

    private var bits: UInt128 = 0

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

    func contains(_ number: Int) -> Bool {
        bits >> UInt128(number) & 1 == 1
    }

    func isSubset(of other: NodeSet) -> Bool {
        bits & ~other.bits == 0
    }

    var members: [Int] {
        var (members, rest): ([Int], UInt128) = ([], bits)
        while rest != 0 {
            members.append(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
        return members
    }
}
