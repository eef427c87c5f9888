extension RegisterTable {
    /// An op about to be applied: its position, and what its author knew.
    struct Arrival {
        var batch: Int
        var op: Int
        /// The last batch that the author knew, by chain.
        var known: [UInt32]
    }
}

extension RegisterTable.Arrival {
    /// Whether the author had applied a write; the batch's own earlier ops count.
    func knows(_ write: RegisterTable.Write, in ledger: Ledger) -> Bool {
        knows(batch: write.batch, in: ledger)
    }

    /// Whether the author had applied another batch; an author knows the batch itself.
    func knows(batch other: UInt32, in ledger: Ledger) -> Bool {
        guard Int(other) != batch else { return true }
        let row = ledger.batches[Int(other)]
        return Int(row.chain) < known.count && row.number <= known[Int(row.chain)]
    }
}
