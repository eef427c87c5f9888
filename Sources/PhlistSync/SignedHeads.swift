import PhlistModel

/// The signed heads of one chain that are kept: the newest, and enough older ones for a peer that lacks much.
struct SignedHeads: Sendable {
    private(set) var heads: [SignedHead] = []

    var newest: SignedHead? { heads.last }

    /// Adds a newer head; the one before it goes when the rest stays dense enough without it.
    ///
    /// - Parameters:
    ///   - head: The head.
    ///   - opsBetween: The number of ops after the batch with one number through the batch with another.
    mutating func insert(_ head: SignedHead, opsBetween: (UInt64, UInt64) -> Int) {
        guard head.number > newest?.number ?? 0 else { return }
        if heads.count >= 2, opsBetween(heads[heads.count - 2].number, head.number) <= SyncLimits.opsBetweenHeadsMax {
            heads.removeLast()
        }
        heads.append(head)
    }

    /// Creates the heads of a snapshot, in ascending order.
    init(_ heads: [SignedHead] = []) {
        self.heads = heads
    }

    /// The heads after a number.
    func heads(after number: UInt64) -> [SignedHead] {
        heads.filter { $0.number > number }
    }

    /// Removes heads of batches that were never stored.
    mutating func removeHeads(after number: UInt64) {
        heads.removeAll { $0.number > number }
    }
}
