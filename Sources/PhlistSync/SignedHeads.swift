import PhlistModel

/// The signed heads of one chain that are kept: the newest, and enough older ones for a peer that lacks much.
struct SignedHeads: Sendable {
    private(set) var heads: [SignedHead] = []

    var newest: SignedHead? { heads.last }

    /// Adds a newer head; of those before it one goes when the rest stays dense enough without it.
    ///
    /// - Parameters:
    ///   - head: The head.
    ///   - isDispensable: Whether the second of three numbers needs no head when the others have one.
    mutating func insert(_ head: SignedHead, isDispensable: (UInt64, UInt64, UInt64) -> Bool) {
        guard head.number > newest?.number ?? 0 else { return }
        heads.append(head)
        // The one before the last may have been kept for a place that is of no importance by now.
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

    /// Creates the heads of a snapshot, in ascending order.
    init(_ heads: [SignedHead] = []) {
        self.heads = heads
    }

    /// The heads after a number.
    func heads(after number: UInt64) -> [SignedHead] {
        heads.filter { $0.number > number }
    }

    /// Whether a batch has one.
    func contains(_ number: UInt64) -> Bool {
        heads.contains { $0.number == number }
    }

    /// Removes heads of batches that were never stored.
    mutating func removeHeads(after number: UInt64) {
        heads.removeAll { $0.number > number }
    }
}

/// What no signed head vouches for yet at the end of a chain.
struct Unvouched {
    var opCount = 0
    var byteCount = 0

    /// Whether a head is due: so often that, of each device, less waits at a receiver than its share of the inbox.
    var isTooMuch: Bool {
        opCount >= SyncLimits.opsBetweenHeadsMax || byteCount >= SyncLimits.bytesBetweenHeadsMax
    }

    mutating func add(_ header: BatchHeader, byteCount: Int) {
        opCount += max(1, header.opCount)
        self.byteCount += byteCount
    }
}
