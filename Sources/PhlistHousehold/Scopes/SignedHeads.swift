package import PhlistModel

/// The signed heads kept of one chain: the newest, and enough older ones for a peer that lacks much.
package struct SignedHeads: Sendable {
    package private(set) var heads: [SignedHead] = []

    var newest: SignedHead? { heads.last }

    /// Adds a newer head, and removes earlier ones if the rest stays dense enough without them.
    ///
    /// - Parameters:
    ///   - head: The head.
    ///   - isDispensable: Whether the second of three numbers needs no head if the others have one.
    mutating func insert(_ head: SignedHead, isDispensable: (UInt64, UInt64, UInt64) -> Bool) {
        guard head.number > newest?.number ?? 0 else { return }
        heads.append(head)
        // The one before the last may have been kept for a position that no longer matters.
        for index in [heads.count - 3, heads.count - 2] where index > 0 && index + 1 < heads.count {
            let (former, later) = (heads[index - 1].number, heads[index + 1].number)
            if isDispensable(former, heads[index].number, later) { heads.remove(at: index) }
        }
    }

    /// Adds a head of an earlier batch that has none.
    mutating func insert(older head: SignedHead) {
        let index = heads.firstIndex { $0.number >= head.number } ?? heads.count
        if index == heads.count || heads[index].number != head.number { heads.insert(head, at: index) }
    }

    /// Creates the heads from a snapshot, in ascending order.
    package init(_ heads: [SignedHead] = []) {
        self.heads = heads
    }

    /// Returns the heads after a number.
    package func heads(after number: UInt64) -> [SignedHead] {
        heads.filter { $0.number > number }
    }

    /// Whether a batch has a head.
    func contains(_ number: UInt64) -> Bool {
        heads.contains { $0.number == number }
    }

    /// Removes heads of batches that were never stored.
    mutating func removeHeads(after number: UInt64) {
        heads.removeAll { $0.number > number }
    }
}

/// Size of the end of a chain for which no signed head vouches yet.
package struct Unvouched {
    var opCount = 0
    var byteCount = 0

    /// Whether a head is due, so that a receiver holds less of each device than its share of the inbox.
    package var isTooMuch: Bool {
        opCount >= HouseholdLimits.opsBetweenHeadsMax || byteCount >= HouseholdLimits.bytesBetweenHeadsMax
    }

    mutating func add(_ header: BatchHeader, byteCount: Int) {
        opCount += max(1, header.opCount)
        self.byteCount += byteCount
    }
}
