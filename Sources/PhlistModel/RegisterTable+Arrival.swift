extension RegisterTable {
    /// An op on its way in: where it comes from, and what its author knew.
    struct Arrival {
        var batch: Int
        var op: Int
        /// By chain: the last batch that its author knew.
        var known: [UInt32]
    }
}

extension RegisterTable.Arrival {
    /// Whether a write is part of what the author had applied: the batch's own earlier ops are.
    func knows(_ write: RegisterTable.Write, in ledger: Ledger) -> Bool {
        guard Int(write.batch) != batch else { return true }
        let row = ledger.batches[Int(write.batch)]
        return Int(row.chain) < known.count && row.number <= known[Int(row.chain)]
    }
}
