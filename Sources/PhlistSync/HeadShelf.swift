import PhlistModel

/// The signed heads of one feed that are kept: the newest, and enough older ones for a peer that lacks much.
struct HeadShelf: Sendable {
    private(set) var heads: [SignedHead] = []

    var newest: SignedHead? { heads.last }

    /// Puts up a newer head; the one before it goes when the shelf stays dense enough without it.
    mutating func insert(_ head: SignedHead) {
        guard head.sequence > newest?.sequence ?? 0 else { return }
        if heads.count >= 2, head.sequence - heads[heads.count - 2].sequence <= SyncLimits.opsBetweenHeadsMax {
            heads.removeLast()
        }
        heads.append(head)
    }

    /// The heads behind a number.
    func heads(after sequence: UInt64) -> [SignedHead] {
        heads.filter { $0.sequence > sequence }
    }

    /// Takes down heads of batches that were never stored.
    mutating func removeHeads(after sequence: UInt64) {
        heads.removeAll { $0.sequence > sequence }
    }
}
